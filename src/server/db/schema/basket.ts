import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** One basket per account and contract. Its row is locked by whoever changes its lines. */
export const baskets = pgTable(
  'baskets',
  {
    id: identity(),
    accountId: integer('account_id').notNull().references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id').notNull().references(() => contracts.id, { onDelete: 'cascade' }),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('baskets_account_contract_key').on(table.accountId, table.contractId)],
)

export const basketLines = pgTable(
  'basket_lines',
  {
    basketId: integer('basket_id').notNull().references(() => baskets.id, { onDelete: 'cascade' }),
    /** The product, or the variant where it has any. */
    productId: integer('product_id').notNull().references(() => products.id),
    warehouseId: integer('warehouse_id').notNull().references(() => warehouses.id),
    quantityMilli: milli('quantity_milli').notNull(),
    /** The contract's price when the line was last shown; a 409 of the order updates it. */
    shownPriceKopecks: kopecks('shown_price_kopecks').notNull(),
    /** What was shown before that, until the buyer touches the line: the page tells how the price moved. */
    previousPriceKopecks: kopecks('previous_price_kopecks'),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.basketId, table.productId, table.warehouseId] }),
    index('basket_lines_product').on(table.productId),
    check('basket_lines_quantity', sql`${table.quantityMilli} > 0`),
  ],
)
