import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'

/**
 * Links between goods, by staff or 1C. A row exists while either has the link: `own` = staff do, `exchangePosition` =
 * position in 1C's list. Neither removes a link of the other; staff may hide a link of 1C.
 */
export const productBinds = pgTable(
  'product_binds',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    boundId: integer('bound_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    own: boolean('own').notNull().default(false),
    exchangePosition: integer('exchange_position'),
    /** Position set by staff, from 1 on; null: after those, in 1C's order. */
    staffPosition: integer('staff_position'),
    hidden: boolean('hidden').notNull().default(false),
    /** Sort key of lists: staff's position, otherwise 1C's after all of them. */
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.kind, table.boundId] }),
    index('product_binds_bound').on(table.boundId),
    check('product_binds_kind', sql`${table.kind} in ('analogue','related')`),
    check('product_binds_other', sql`${table.productId} <> ${table.boundId}`),
  ],
)

/** A certificate, manual or drawing, with its `key` in the file store. */
export const productDocuments = pgTable(
  'product_documents',
  {
    id: identity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    key: text('key').notNull(),
    /** Extension of the file, lower case. */
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    position: integer('position').notNull().default(0),
    /** The file's name in the export; '' = from staff. */
    source: text('source').notNull().default(''),
  },
  (table) => [
    index('product_documents_product').on(table.productId),
    uniqueIndex('product_documents_source')
      .on(table.productId, table.source)
      .where(sql`source <> ''`),
  ],
)

/**
 * Prices over time. Triggers of `prices` write it (migration 0011), so every change of a price or sale price is
 * recorded in its transaction, one statement for all changed rows. Null: no longer sold. No foreign keys, because they
 * would lock every changed product. Rows are in order of time, so the BRIN index for pruning stays tiny.
 */
export const priceHistory = pgTable(
  'price_history',
  {
    productId: integer('product_id').notNull(),
    priceTypeId: integer('price_type_id').notNull(),
    since: moment('since').notNull().defaultNow(),
    /** What a buyer paid: the sale price while a sale runs. */
    priceKopecks: kopecks('price_kopecks'),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.priceTypeId, table.since] }),
    index('price_history_since').using('brin', table.since),
  ],
)

/** Expected arrivals of goods. */
export const arrivals = pgTable(
  'arrivals',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id, { onDelete: 'cascade' }),
    expectedOn: date('expected_on', { mode: 'string' }).notNull(),
    quantityMilli: milli('quantity_milli').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.warehouseId, table.expectedOn] }),
    check('arrivals_quantity', sql`${table.quantityMilli} > 0`),
  ],
)
