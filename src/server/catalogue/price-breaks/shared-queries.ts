import { sql, type SQL } from 'drizzle-orm'
import { baseTypeId } from '#server/catalogue/prices/shared-queries-rates.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A contract with the price type that it pays by: breaks of both apply, those of a derived type being its base's. */
export type BreakOwner = { contractId: number; priceTypeId: number }

/** Whether any break applies under a contract; two look-ups in partial indexes, which most often are empty. */
export function hasBreaks({ contractId, priceTypeId }: { contractId: SQL; priceTypeId: SQL }): SQL<boolean> {
  return sql`(exists (select from price_breaks where price_type_id = ${priceTypeId} and ended_at is null)
    or exists (select from price_breaks where contract_id = ${contractId} and ended_at is null))`
}

/** The same for one contract; `priceTypeId` as in `hasBreaks`: that of 1C. */
export async function findHasBreaks(db: Db, { contractId, priceTypeId }: BreakOwner): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`
    select ${hasBreaks({ contractId: sql`${contractId}::int`, priceTypeId: sql`${priceTypeId}::int` })} as any`)
  return rows[0]?.any ?? false
}

/** A break of a good as stored. */
export type BreakRow = {
  productId: number
  leastQuantityMilli: number | null
  leastSumKopecks: number | null
  priceKopecks: number | null
  percentHundredths: number | null
}

/**
 * The breaks of goods under a contract; of a variant also those of its product, of a category also those above it.
 * Those of single goods are read by good, as a price type may have one for each.
 */
export async function listBreaks(
  db: Db,
  { contractId, priceTypeId, productIds }: BreakOwner & { productIds: readonly number[] },
): Promise<BreakRow[]> {
  const owned = sql`(b.price_type_id = ${baseTypeId(priceTypeId)} or b.contract_id = ${contractId})
    and b.ended_at is null`
  const { rows } = await db.execute<BreakRow>(sql`
    with recursive good as (
        select p.id, p.parent_id, coalesce(p.brand_id, parent.brand_id) as brand_id
        from products p left join products parent on parent.id = p.parent_id
        where p.id = any(${sql.param([...new Set(productIds)])}::int[])),
      wide as materialized (
        select b.id, b.category_id, b.brand_id from price_breaks b where b.product_id is null and ${owned}),
      covered (break_id, category_id) as (
        select id, category_id from wide where category_id is not null
        union
        select covered.break_id, c.id from covered join categories c on c.parent_id = covered.category_id),
      fitting as (
        select good.id as product_id, b.id as break_id
        from good join price_breaks b on b.product_id in (good.id, good.parent_id) and ${owned}
        union
        select good.id, covered.break_id from good
          join product_categories assigned on assigned.product_id in (good.id, good.parent_id)
          join covered on covered.category_id = assigned.category_id
        union
        select good.id, wide.id from good
          join wide on wide.category_id is null and (wide.brand_id is null or wide.brand_id = good.brand_id))
    select fitting.product_id as "productId", b.least_quantity_milli as "leastQuantityMilli",
      b.least_sum_kopecks as "leastSumKopecks", b.price_kopecks as "priceKopecks",
      b.percent_hundredths as "percentHundredths"
    from fitting join price_breaks b on b.id = fitting.break_id
    order by fitting.product_id, b.least_quantity_milli, b.least_sum_kopecks, b.id`)
  return rows
}
