import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'

/**
 * Goods that staff or 1C tie to a product. A row stands while either of them says so: `own` = staff do,
 * `exchangePosition` = 1C does, at that position in its list. Neither removes what the other has linked; staff may hide
 * what 1C ties.
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
    /** What lists are ordered by: the staff's position, else 1C's far behind. */
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.kind, table.boundId] }),
    index('product_binds_bound').on(table.boundId),
    check('product_binds_kind', sql`${table.kind} in ('analogue','related')`),
    check('product_binds_other', sql`${table.productId} <> ${table.boundId}`),
  ],
)

/** A certificate, a manual, a drawing: its file lies in the file store under `key`. */
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
 * A price from its time on. Triggers of `prices` write it (migration 0011), so that every change of a price or sale
 * price is recorded in its transaction, one statement for all changed rows. Null: no longer sold. No foreign keys: they
 * would lock, and so write, every changed product. Rows come in order of time, so the BRIN index for pruning stays
 * tiny.
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

/** Goods on their way to a warehouse. */
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
