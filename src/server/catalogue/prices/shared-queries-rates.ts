import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A rate with the day from which it holds; `rate` is an exact decimal, roubles for `nominal` units. */
export type Rate = { currency: string; startsOn: Day; nominal: number; rate: string }

/** Currencies at which goods are sold. */
export async function listRatedCurrencies(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ currency: string }>(sql`select currency from currency_rates where applied`)
  return new Set(rows.map(({ currency }) => currency))
}

/** Over `rate` = currency_rates. */
export const rateObject: SQL<Rate> = sql`jsonb_build_object('currency', rate.currency, 'startsOn', rate.starts_on,
  'nominal', rate.nominal, 'rate', rate.rate::text)`

/** The price type of 1C: of a derived one its base. */
export const baseTypeId = (priceTypeId: number): SQL<number> =>
  sql`(select coalesce(base_id, id) from price_types where id = ${priceTypeId})`

/** Over `price` = a row of prices: whether its price follows from the price of 1C, not a sale or a fixed price. */
export const followsListPrice: SQL<boolean> = sql`(price.sale_kopecks is null and not exists (
  select from price_conditions condition where condition.id = price.condition_id
    and condition.product_id is not null))`

/**
 * The rate that made the price of `p` at a price type; null for a price in roubles, and for a sale price or a fixed
 * one, which are in roubles. Over `price` = its row of prices.
 */
export const rateOfPrice = (priceTypeId: number): SQL<Rate | null> => sql`(
  select ${rateObject} from foreign_prices f join currency_rates rate on rate.currency = f.currency and rate.applied
  where f.product_id = p.id and f.price_type_id = ${baseTypeId(priceTypeId)} and ${followsListPrice})`

/** The rate of a contract's price type; undefined if it is in roubles, or its currency has no rate. */
export async function findRateOfContract(db: Db, { contractId }: { contractId: number }): Promise<Rate | undefined> {
  const { rows } = await db.execute<{ rate: Rate }>(sql`
    select ${rateObject} as rate from contracts c join price_types t on t.id = c.price_type_id
      join currency_rates rate on rate.currency = t.currency and rate.applied
    where c.id = ${contractId}`)
  return rows[0]?.rate
}
