import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** One basket per account and contract. Every change of its lines locks its row. */
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
  /** The product, or its variant. */
  productId: integer('product_id')
    .notNull()
    .references(() => products.id),
  warehouseId: integer('warehouse_id')
    .notNull()
    .references(() => warehouses.id),
  quantityMilli: milli('quantity_milli').notNull(),
  /** The contract's price when the line was last shown; a 409 of the order updates it. */
  shownPriceKopecks: kopecks('shown_price_kopecks').notNull(),
  /** The price shown before, until the buyer changes the line: the page shows how the price moved. */
  previousPriceKopecks: kopecks('previous_price_kopecks'),
  /** Available quantity when the buyer last changed the line: the page shows how the stock moved. */
  availableThenMilli: milli('available_then_milli'),
  /** The buyer's comment on the line; it is copied to the order and to 1C. */
  note: text('note').notNull().default(''),
  addedAt: moment('added_at').notNull().defaultNow(),
  /** Position of the good in the buyer's order; its lines from several warehouses share it. */
  position: integer('position').notNull().default(0),
})

export const basketLines = pgTable('basket_lines', lineColumns(), (table) => [
  primaryKey({ columns: [table.basketId, table.productId, table.warehouseId] }),
  index('basket_lines_product').on(table.productId),
  check('basket_lines_quantity', sql`${table.quantityMilli} > 0`),
])

/** Lines removed recently, unchanged, to restore them. One per product and warehouse. */
export const basketRemovedLines = pgTable(
  'basket_removed_lines',
  { ...lineColumns(), removedAt: moment('removed_at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.basketId, table.productId, table.warehouseId] })],
)
