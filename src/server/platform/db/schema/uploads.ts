import { customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products } from './catalogue.ts'
import { moment } from './columns.ts'
import { contragents } from './organisations.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A contragent's codes (or names) of goods, confirmed by hand. `key` is the code without punctuation. */
export const clientCodes = pgTable(
  'client_codes',
  {
    contragentId: integer('contragent_id')
      .notNull()
      .references(() => contragents.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    code: text('code').notNull(),
    /** Name of the good in the row when the code was confirmed; '' if none. */
    name: text('name').notNull().default(''),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    settledAt: moment('settled_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.contragentId, table.key] }),
    index('client_codes_product').on(table.productId),
  ],
)

/** Columns that a contragent has confirmed for files with these headings: field → {index, heading}. */
export const uploadColumns = pgTable(
  'upload_columns',
  {
    contragentId: integer('contragent_id')
      .notNull()
      .references(() => contragents.id, { onDelete: 'cascade' }),
    headings: text('headings').notNull(),
    columns: jsonb('columns').notNull(),
    usedAt: moment('used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.contragentId, table.headings] })],
)

/** Replies to lists added to a basket by idempotency key, kept for 24 hours. */
export const basketKeys = pgTable(
  'basket_keys',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    bodyDigest: bytea('body_digest').notNull(),
    reply: jsonb('reply').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('basket_keys_created').on(table.createdAt)],
)
