import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { Decimals } from '#shared/rules/step.ts'
import { identity, kopecks, milli, moment } from './columns.ts'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Groups of 1C's classifier. Row 2 is the root of the goods tree and has no Ид. */
export const categories = pgTable(
  'categories',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 10 }),
    code1c: text('code1c'),
    parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
    name: text('name').notNull(),
    /** Last part of /catalog/{url}: readable, unique, unchanged when the name changes. */
    url: text('url').notNull(),
    /** As in 1C, plain text or HTML. */
    description: text('description').notNull().default(''),
    /** Replacement by staff; '' hides 1C's description, null shows it. Imports do not change it. */
    staffDescription: text('staff_description'),
    /** Chosen by staff; null shows the picture of a good. */
    staffPictureId: integer('staff_picture_id').references((): AnyPgColumn => pictures.id),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    uniqueIndex('categories_code1c_key').on(table.code1c),
    uniqueIndex('categories_url_key').on(table.url),
    index('categories_parent').on(table.parentId),
    index('categories_picture')
      .on(table.staffPictureId)
      .where(sql`${table.staffPictureId} is not null`),
  ],
)

export const brands = pgTable(
  'brands',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Lower case, trimmed: 'MAKITA' and 'Makita' are one brand. */
    key: text('key').notNull(),
  },
  (table) => [uniqueIndex('brands_key_key').on(table.key)],
)

/**
 * A product, or a variant of the product `parent_id`. Both share the id space and, if known to 1C, the Ид (`товар` or
 * `товар#характеристика`).
 */
export const products = pgTable(
  'products',
  {
    id: identity(),
    code1c: text('code1c').notNull(),
    /** Каталог/Ид of its first import: a full export deactivates only goods of its own catalogue. */
    catalogueCode: text('catalogue_code').notNull().default(''),
    parentId: integer('parent_id').references((): AnyPgColumn => products.id),
    name: text('name').notNull(),
    fullName: text('full_name').notNull().default(''),
    articul: text('articul').notNull().default(''),
    /** Short code used in conversation: requisite 'Код'. */
    code: text('code').notNull().default(''),
    barcodes: text('barcodes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Those of `barcodes` that 1C sends only in offers; a change of the good keeps them. */
    offerBarcodes: text('offer_barcodes')
      .array()
      .notNull()
      .default(sql`'{}'`),
    brandId: integer('brand_id').references(() => brands.id),
    description: text('description').notNull().default(''),
    unit: text('unit').notNull().default('шт'),
    okei: text('okei').notNull().default('796'),
    stepMilli: milli('step_milli').notNull().default(1000),
    /** The variant's own step in 1C; null: the product's step. */
    ownStepMilli: milli('own_step_milli'),
    /** 2 for goods by kg without a multiplicity (see shared/rules/step.ts), otherwise 0. */
    decimals: integer('decimals').$type<Decimals>().notNull().default(0),
    /**
     * The general rate is stored by name, because the law may change it: 'general' | '10' | '0' | 'none' | '5' | '7'.
     */
    vat: text('vat').notNull().default('general'),
    weightGrams: bigint('weight_grams', { mode: 'number' }),
    volumeCm3: bigint('volume_cm3', { mode: 'number' }),
    active: boolean('active').notNull().default(true),
    isNew: boolean('is_new').notNull().default(false),
    isHit: boolean('is_hit').notNull().default(false),
    isSale: boolean('is_sale').notNull().default(false),
    /** `is_sale` was set by a running special offer, which also resets it; false if set by 1C or staff. */
    onOffer: boolean('on_offer').notNull().default(false),
    /** Digest of 1C's last record; a record with an equal digest is skipped. */
    sourceDigest: text('source_digest').notNull().default(''),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('products_code1c_key').on(table.code1c),
    index('products_parent').on(table.parentId),
    index('products_articul').on(table.articul),
    check('products_step', sql`${table.stepMilli} >= 10`),
    check('products_decimals', sql`${table.decimals} in (0, 2)`),
  ],
)

export const productCategories = pgTable(
  'product_categories',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.categoryId] }),
    index('product_categories_category').on(table.categoryId),
  ],
)

/** A property of the classifier, or a characteristic of variants (then code1c is 'характеристика:' + its name). */
export const parameters = pgTable(
  'parameters',
  {
    id: identity(),
    code1c: text('code1c').notNull(),
    name: text('name').notNull(),
    /** Whether the filter panel may show it, judging by its name: not for technical or identifying properties. */
    filterable: boolean('filterable').notNull().default(true),
    position: integer('position').notNull().default(0),
    /** Set by staff, not changed by imports. Null or '' = as in 1C. */
    staffName: text('staff_name').notNull().default(''),
    unit: text('unit').notNull().default(''),
    inFilter: boolean('in_filter'),
    inCard: boolean('in_card'),
    /** Once staff have moved one parameter, all have a position; new ones come last. */
    staffPosition: integer('staff_position'),
  },
  (table) => [uniqueIndex('parameters_code1c_key').on(table.code1c)],
)

/** Use of a parameter by active goods and variants; recounted when an import changes the catalogue (ADR 24). */
export const parameterUse = pgTable('parameter_use', {
  parameterId: integer('parameter_id')
    .primaryKey()
    .references(() => parameters.id, { onDelete: 'cascade' }),
  goods: integer('goods').notNull(),
  distinctValues: integer('distinct_values').notNull(),
  /** Only for 'Характеристика': nearly all of its values repeat other parameters of the same good. */
  toldByOthers: boolean('told_by_others').notNull().default(false),
  /** The most frequent values. */
  examples: text('examples')
    .array()
    .notNull()
    .default(sql`'{}'`),
})

export const parameterValues = pgTable(
  'parameter_values',
  {
    id: identity(),
    parameterId: integer('parameter_id')
      .notNull()
      .references(() => parameters.id, { onDelete: 'cascade' }),
    value: text('value').notNull(),
  },
  (table) => [
    uniqueIndex('parameter_values_key').on(table.parameterId, sql`md5(${table.value})`),
    index('parameter_values_parameter').on(table.parameterId),
  ],
)

export const productParameters = pgTable(
  'product_parameters',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    valueId: integer('value_id')
      .notNull()
      .references(() => parameterValues.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.valueId] }),
    index('product_parameters_value').on(table.valueId),
  ],
)

export const priceTypes = pgTable(
  'price_types',
  {
    id: identity(),
    code1c: text('code1c').notNull(),
    name: text('name').notNull(),
    /** ISO code, or 'UE': conditional units; a currency that the portal does not know as 1C sent it. */
    currency: text('currency').notNull().default('RUB'),
    vatIncluded: boolean('vat_included').notNull().default(true),
    isRrc: boolean('is_rrc').notNull().default(false),
    /** When 1C last sent prices of the type. */
    pricesAt: moment('prices_at'),
    /**
     * Set for a derived type, which the portal computes: the base's prices under conditions, with every good of the
     * base. Neither 1C nor staff ever see it.
     */
    baseId: integer('base_id').references((): AnyPgColumn => priceTypes.id, { onDelete: 'cascade' }),
    /**
     * Of a derived type: its contract; null: all contracts of the base without conditions of their own; negative:
     * nobody's, to be deleted.
     */
    derivedFor: integer('derived_for'),
    /** Of a derived type: the day whose conditions its prices obey. */
    derivedOn: date('derived_on', { mode: 'string' }),
  },
  (table) => [
    uniqueIndex('price_types_code1c_key').on(table.code1c),
    uniqueIndex('price_types_derived_key')
      .on(table.baseId, sql`coalesce(${table.derivedFor}, 0)`)
      .where(sql`base_id is not null`),
  ],
)

/** Price per base unit with VAT. No row = not sold at this price type. */
export const prices = pgTable(
  'prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    priceTypeId: integer('price_type_id')
      .notNull()
      .references(() => priceTypes.id, { onDelete: 'cascade' }),
    priceKopecks: kopecks('price_kopecks').notNull(),
    /**
     * Exact price of 1C without VAT, in kopecks; the price is recalculated when the good's rate changes. Null: VAT is
     * included.
     */
    netKopecks: numeric('net_kopecks'),
    /** Lowest price of running special offers, if below the price, which then is shown as old_price. */
    saleKopecks: kopecks('sale_kopecks'),
    /** Of a derived type: the condition that made the price; null: the base's price. */
    conditionId: integer('condition_id'),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.priceTypeId] }),
    check(
      'prices_positive',
      sql`${table.priceKopecks} > 0 and (${table.saleKopecks} is null or ${table.saleKopecks} > 0)`,
    ),
  ],
)

export const warehouses = pgTable(
  'warehouses',
  {
    id: identity(),
    code1c: text('code1c').notNull(),
    name: text('name').notNull(),
    /** Name for narrow columns: 'Москва'. Empty: the full name. */
    shortName: text('short_name').notNull().default(''),
    address: text('address').notNull().default(''),
  },
  (table) => [uniqueIndex('warehouses_code1c_key').on(table.code1c)],
)

/**
 * Stock of a product or variant in a warehouse. `reserved` is the sum of order lines with an active reservation. Every
 * change of either figure locks the row (`for update`). available = on_hand − reserved − safety; 1C may send a negative
 * on_hand.
 */
export const stocks = pgTable(
  'stocks',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id),
    onHandMilli: milli('on_hand_milli').notNull().default(0),
    reservedMilli: milli('reserved_milli').notNull().default(0),
    safetyMilli: milli('safety_milli').notNull().default(0),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.warehouseId] }),
    check('stocks_reserved', sql`${table.reservedMilli} >= 0`),
  ],
)

/** A stored picture; its file has the `key` in the file store. Goods with equal pictures share a row. */
export const pictures = pgTable(
  'pictures',
  {
    id: identity(),
    digest: text('digest').notNull(),
    key: text('key').notNull(),
    type: text('type').notNull(),
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    /** Last upload by a person; unused ones are deleted after a day. Null: from the exchange. */
    uploadedAt: moment('uploaded_at'),
  },
  (table) => [
    uniqueIndex('pictures_digest_key').on(table.digest),
    index('pictures_uploaded')
      .on(table.uploadedAt)
      .where(sql`uploaded_at is not null`),
  ],
)

/**
 * Pictures shown for a product, from 1 on. Computed from those of 1C and staff, only by
 * catalogue/pictures/shared-queries-shown.ts.
 */
export const productPictures = pgTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    pictureId: integer('picture_id')
      .notNull()
      .references(() => pictures.id),
    position: integer('position').notNull(),
    /** The file's name in the export; '' = from staff. */
    source: text('source').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('product_pictures_picture').on(table.pictureId),
  ],
)

/** Labels that staff assign to goods. */
export const tags = pgTable('tags', { id: identity(), name: text('name').notNull().unique() })

export const productTags = pgTable(
  'product_tags',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.productId, table.tagId] })],
)

/**
 * Changes since a snapshot was built. Readers take rows whose `xid` is below `pg_snapshot_xmin`, so that a transaction
 * that commits late is not skipped; a trigger's NOTIFY on channel `catalogue` only wakes them. kind: 'stock' | 'price'
 * | 'flags' (product_id set: re-read the facts of that product; 'flags' includes its main picture) | 'tags' (re-read
 * all labels) | 'rebuild' (both without product_id).
 */
export const catalogueChanges = pgTable(
  'catalogue_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    kind: text('kind').notNull(),
    productId: integer('product_id'),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('catalogue_changes_xid').on(table.xid, table.id)],
)
