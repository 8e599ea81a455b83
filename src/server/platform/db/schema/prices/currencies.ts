import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../access.ts'
import { priceTypes, products } from '../catalogue.ts'
import { moment } from '../columns.ts'

/** Roubles for `nominal` units of a currency, from a day until the next rate's day. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    /** ISO code, or 'UE': conditional units. */
    currency: text('currency').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    nominal: integer('nominal').notNull(),
    rate: numeric('rate', { precision: 11, scale: 4 }).notNull(),
    /** 'staff' or '1c'. */
    source: text('source').notNull(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    setAt: moment('set_at').notNull().defaultNow(),
    /** The rate that `prices` were computed with; at most one of a currency. */
    applied: boolean('applied').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.currency, table.startsOn] }),
    check('currency_rates_positive', sql`${table.rate} > 0`),
    check('currency_rates_nominal', sql`${table.nominal} in (1, 10, 100, 1000, 10000)`),
    check('currency_rates_source', sql`${table.source} in ('staff', '1c')`),
  ],
)

/** A price of 1C in another currency. `prices` has its roubles as long as the currency has a rate. */
export const foreignPrices = pgTable(
  'foreign_prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    priceTypeId: integer('price_type_id')
      .notNull()
      .references(() => priceTypes.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    /** Hundredths per base unit; a price per pack divided by its units has decimals. */
    hundredths: numeric('hundredths', { precision: 20, scale: 6 }).notNull(),
    /** VAT of the good is added. */
    net: boolean('net').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.priceTypeId] }),
    index('foreign_prices_currency').on(table.currency),
    index('foreign_prices_type').on(table.priceTypeId, table.currency),
    check('foreign_prices_positive', sql`${table.hundredths} > 0`),
  ],
)
