import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** One basket per account and contract, locked by every change of its lines. */
export const baskets = pgTable(
  'baskets',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('baskets_account_contract_key').on(table.accountId, table.contractId)],
)

const lineColumns = () => ({
  basketId: integer('basket_id')
    .notNull()
    .references(() => baskets.id, { onDelete: 'cascade' }),
  /** A product or a variant. */
  productId: integer('product_id')
    .notNull()
    .references(() => products.id),
  warehouseId: integer('warehouse_id')
    .notNull()
    .references(() => warehouses.id),
  quantityMilli: milli('quantity_milli').notNull(),
  /** Contract price when the line was last shown; updated when the order is refused with 409. */
  shownPriceKopecks: kopecks('shown_price_kopecks').notNull(),
  /** The price shown before, until the buyer changes the line; shows the price change. */
  previousPriceKopecks: kopecks('previous_price_kopecks'),
  /** Available quantity when the buyer last changed the line; shows the stock change. */
  availableThenMilli: milli('available_then_milli'),
  /** The buyer's comment on the line; copied to the order and to 1C. */
  note: text('note').notNull().default(''),
  addedAt: moment('added_at').notNull().defaultNow(),
  /** Position of the good in the basket; its lines from several warehouses have the same position. */
  position: integer('position').notNull().default(0),
})

export const basketLines = pgTable('basket_lines', lineColumns(), (table) => [
  primaryKey({ columns: [table.basketId, table.productId, table.warehouseId] }),
  index('basket_lines_product').on(table.productId),
  check('basket_lines_quantity', sql`${table.quantityMilli} > 0`),
])

/**
 * What staff changed in a basket while acting as its buyer, and what was before. An edit stands while its line is as it
 * left it; quantity 0: no line.
 */
export const basketEdits = pgTable(
  'basket_edits',
  {
    basketId: integer('basket_id')
      .notNull()
      .references(() => baskets.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    editedAt: moment('edited_at').notNull().defaultNow(),
    beforeMilli: milli('before_milli').notNull(),
    beforeNote: text('before_note').notNull(),
    /** As the buyer left the line, before the edits of all staff. */
    originalMilli: milli('original_milli').notNull(),
    originalNote: text('original_note').notNull(),
    afterMilli: milli('after_milli').notNull(),
    afterNote: text('after_note').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.basketId, table.productId, table.warehouseId, table.staffId] }),
    index('basket_edits_product').on(table.productId),
    index('basket_edits_staff').on(table.staffId),
    index('basket_edits_edited').on(table.editedAt),
  ],
)

/** Recently removed lines, kept unchanged so that they can be restored. One per product and warehouse. */
export const basketRemovedLines = pgTable(
  'basket_removed_lines',
  { ...lineColumns(), removedAt: moment('removed_at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.basketId, table.productId, table.warehouseId] })],
)
