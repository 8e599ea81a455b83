import { sql, type SQL } from 'drizzle-orm'
import { vatPercent, vatRates, type VatRate } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Statements over `prices` and `foreign_prices`. The callers hold the lock of catalogue writers. */

type PriceKey = { productId: number; priceTypeId: number }
/** `net`: exact price before added VAT in kopecks, null = VAT was included. */
export type WrittenPrice = PriceKey & { kopecks: number; net: string | null }
/** `hundredths`: exact price per base unit; `net`: VAT is to be added. */
export type ForeignPrice = PriceKey & { currency: string; hundredths: string; net: boolean }

export async function insertPrices(db: Db, prices: readonly WrittenPrice[]): Promise<void> {
  if (prices.length === 0) return
  await db.execute(sql`
    insert into prices (product_id, price_type_id, price_kopecks, net_kopecks)
    select "productId", "priceTypeId", kopecks, net from ${written(prices)}`)
}

/** Running sale prices are kept. */
export async function updatePrices(db: Db, prices: readonly WrittenPrice[]): Promise<void> {
  if (prices.length === 0) return
  await db.execute(sql`
    update prices set price_kopecks = r.kopecks, net_kopecks = r.net from ${written(prices)}
    where product_id = r."productId" and price_type_id = r."priceTypeId"`)
}

export async function deletePrices(db: Db, keys: readonly PriceKey[]): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`
    delete from prices using json_to_recordset(${JSON.stringify(keys)}::json) r("productId" int, "priceTypeId" int)
    where product_id = r."productId" and price_type_id = r."priceTypeId"`)
}

/**
 * Recalculates prices with added VAT after a change of the goods' rates, also of their variants, which inherit them.
 * Returns the changed goods.
 */
export async function recalculateVat(db: Db, goods: readonly { id: number; vat: VatRate }[]): Promise<number[]> {
  const given = JSON.stringify(goods.map(({ id, vat }) => ({ id, percent: vatPercent(vat) ?? 0 })))
  const { rows } = await db.execute<{ id: number }>(sql`
    with given as (select id, 1 + percent::numeric / 100 as factor
        from json_to_recordset(${given}::json) r(id int, percent int)),
      meant as (select id, factor from given union all select v.id, factor from given join products v
        on v.parent_id = given.id)
    update prices x set price_kopecks = greatest(1, round(x.net_kopecks * factor)) from meant
    where x.product_id = meant.id and x.net_kopecks is not null
      and x.price_kopecks <> greatest(1, round(x.net_kopecks * factor)) returning x.product_id as id`)
  const ids = sql`${sql.param(goods.map(({ id }) => id))}::int[]`
  const foreign = await writeRoublePrices(
    db,
    sql`f.net and f.product_id in (select id from products where id = any(${ids}) or parent_id = any(${ids}))`,
  )
  return [...rows.map(({ id }) => id), ...foreign.map(({ productId }) => productId)]
}

/**
 * Adds VAT to the prices of a type that turns out to exclude it; those that 1C sent without it already have it. Returns
 * the changed goods.
 */
export async function addVatToPrices(db: Db, { priceTypeId }: { priceTypeId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update prices x set net_kopecks = x.price_kopecks,
      price_kopecks = greatest(1, round(x.price_kopecks * (1 + (${vatPercentInSql})::numeric / 100)))
    from products p left join products parent on parent.id = p.parent_id
    where p.id = x.product_id and x.price_type_id = ${priceTypeId} and x.net_kopecks is null
      and not exists (select from foreign_prices f
        where f.product_id = x.product_id and f.price_type_id = x.price_type_id)
    returning x.product_id as id`)
  await db.execute(sql`update foreign_prices set net = true where price_type_id = ${priceTypeId} and not net`)
  const foreign = await writeRoublePrices(db, sql`f.price_type_id = ${priceTypeId}`)
  return [...rows.map(({ id }) => id), ...foreign.map(({ productId }) => productId)]
}

/** Stores prices in other currencies where they differ. `writeRoublePrices` must follow. */
export async function saveForeignPrices(db: Db, prices: readonly ForeignPrice[]): Promise<void> {
  if (prices.length === 0) return
  await db.execute(sql`
    insert into foreign_prices as f (product_id, price_type_id, currency, hundredths, net)
    select "productId", "priceTypeId", currency, hundredths, net from json_to_recordset(${JSON.stringify(prices)}::json)
      r("productId" int, "priceTypeId" int, currency text, hundredths numeric(20, 6), net boolean)
    where not exists (
      select from foreign_prices same where same.product_id = r."productId" and same.price_type_id = r."priceTypeId"
        and (same.currency, same.hundredths, same.net) = (r.currency, r.hundredths, r.net))
    on conflict (product_id, price_type_id) do update
      set currency = excluded.currency, hundredths = excluded.hundredths, net = excluded.net`)
}

/** For goods whose price of the type is in roubles now, or which are no longer sold at it. */
export async function deleteForeignPrices(db: Db, keys: readonly PriceKey[]): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`
    delete from foreign_prices using json_to_recordset(${JSON.stringify(keys)}::json)
      r("productId" int, "priceTypeId" int)
    where product_id = r."productId" and price_type_id = r."priceTypeId"`)
}

export type RoublePriceChange = PriceKey & { change: 'created' | 'changed' | 'deleted' }

/**
 * Writes the roubles of prices in other currencies at the applied rates, and deletes those without a rate. `scope`: a
 * condition over `f` (foreign_prices) and `p` (products). Returns the differences.
 */
export async function writeRoublePrices(db: Db, scope: SQL): Promise<RoublePriceChange[]> {
  const { rows } = await db.execute<RoublePriceChange>(sql`
    with meant as (
      select f.product_id, f.price_type_id, case when exact.kopecks < ${mostKopecks} then exact.kopecks end as kopecks
      from foreign_prices f
        join products p on p.id = f.product_id
        left join products parent on parent.id = p.parent_id
        left join currency_rates rate on rate.currency = f.currency and rate.applied
        cross join lateral (select ${roublesOf} as kopecks) exact
      where ${scope}),
    gone as (
      delete from prices x using meant where x.product_id = meant.product_id
        and x.price_type_id = meant.price_type_id and meant.kopecks is null
      returning x.product_id, x.price_type_id, 'deleted' as change),
    written as (
      insert into prices as x (product_id, price_type_id, price_kopecks)
      select meant.product_id, meant.price_type_id, meant.kopecks from meant
        left join prices old on old.product_id = meant.product_id and old.price_type_id = meant.price_type_id
      where meant.kopecks is not null and (old.price_kopecks is distinct from meant.kopecks
        or old.net_kopecks is not null)
      on conflict (product_id, price_type_id) do update
        set price_kopecks = excluded.price_kopecks, net_kopecks = null
      returning x.product_id, x.price_type_id, case when xmax = 0 then 'created' else 'changed' end as change)
    select product_id as "productId", price_type_id as "priceTypeId", change
    from (select * from gone union all select * from written) changes`)
  return rows
}

/** As of prices that 1C sends in roubles. */
const mostKopecks = sql.raw('10000000000000')

const vatPercentInSql = sql.raw(
  `case coalesce(parent.vat, p.vat) ${vatRates.map((vat) => `when '${vat}' then ${vatPercent(vat) ?? 0}`).join(' ')}
    else 0 end`,
)

/**
 * Foreign price × rate, with VAT if it is to be added, half up to the kopeck once. `div` is exact: the quotient of two
 * numerics would be rounded first. Null without a rate.
 */
const roublesOf = sql`case when rate.rate is not null then greatest(1, div(
  2 * f.hundredths * rate.rate * (100 + case when f.net then ${vatPercentInSql} else 0 end) + 100 * rate.nominal,
  200 * rate.nominal)) end`

const written = (prices: readonly WrittenPrice[]) => sql`json_to_recordset(${JSON.stringify(prices)}::json)
  r("productId" int, "priceTypeId" int, kopecks bigint, net numeric)`
