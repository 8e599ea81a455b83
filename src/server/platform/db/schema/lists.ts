import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products } from './catalogue.ts'
import { identity, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** Wish lists; products, not variants. */
export const favourites = pgTable(
  'favourites',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
)

/** Goods that a buyer needs regularly or waits for. */
export const needs = pgTable(
  'needs',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Whether a full step was in stock at the last check: changes are notified. */
    inStock: boolean('in_stock').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
)

/** A named list of favourites; its goods are also in `favourites`. */
export const favouriteLists = pgTable(
  'favourite_lists',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('favourite_lists_name_key').on(table.accountId, table.name)],
)

export const favouriteListGoods = pgTable(
  'favourite_list_goods',
  {
    listId: integer('list_id')
      .notNull()
      .references(() => favouriteLists.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.productId] }),
    index('favourite_list_goods_product').on(table.productId),
  ],
)

/** 'Сообщить о поступлении': one notification when the contract's warehouses have a full step again. */
export const arrivalWatches = pgTable(
  'arrival_watches',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.contractId, table.productId] }),
    index('arrival_watches_product').on(table.productId),
  ],
)

/** Up to 6 products side by side. */
export const comparedGoods = pgTable(
  'compared_goods',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
)

/** Recently viewed product cards. */
export const seenGoods = pgTable(
  'seen_goods',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.productId] }),
    index('seen_goods_order').on(table.accountId, table.seenAt),
  ],
)

/** A named catalogue view: path and query string of its URL. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('saved_filters_name_key').on(table.accountId, table.name)],
)
