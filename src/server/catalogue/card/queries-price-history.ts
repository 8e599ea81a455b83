import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type PastPrice = { productId: number; day: string; priceKopecks: number | null }

/** The last price of each Moscow day, oldest first; null: not sold any more. */
export async function listPastPrices(
  db: Db,
  { productIds, priceTypeId }: { productIds: readonly number[]; priceTypeId: number },
): Promise<PastPrice[]> {
  const { rows } = await db.execute<PastPrice>(sql`
    select distinct on (day, product_id) to_char(since at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day,
      product_id as "productId", price_kopecks::float8 as "priceKopecks"
    from price_history where product_id = any(${sql.param(productIds)}::int[]) and ${isPastPrice({ priceTypeId })}
    order by day, product_id, since desc`)
  return rows
}

/** Over price_history: of the price type; before a derived type existed, of its base. */
export const isPastPrice = ({ priceTypeId }: { priceTypeId: number }): SQL<boolean> => sql`(
  price_type_id = ${priceTypeId} or price_type_id = (select base_id from price_types where id = ${priceTypeId})
    and since < (select min(own.since) from price_history own
      where own.product_id = price_history.product_id and own.price_type_id = ${priceTypeId}))`

/**
 * Deletes prices older than this many years, but keeps the one valid at that moment as the start of the history.
 * Returns the number of deleted rows.
 */
export async function deleteOldPrices(db: Db, { years }: { years: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from price_history past
    where past.since < now() - make_interval(years => ${years}) and exists (
      select from price_history later
      where later.product_id = past.product_id and later.price_type_id = past.price_type_id
        and later.since > past.since and later.since < now() - make_interval(years => ${years}))`)
  return rowCount ?? 0
}
