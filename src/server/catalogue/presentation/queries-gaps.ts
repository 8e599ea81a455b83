import { sql, type SQL } from 'drizzle-orm'
import { goodsGaps, type GoodsGap } from '#shared/rules/goods/goods-flags.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staffDescriptionOf } from './descriptions/shared-queries-descriptions.ts'

/** A contract buys at the price type; without any contract each price type counts. */
const isBoughtAt = (priceTypeId: SQL) =>
  sql`(${priceTypeId} in (select price_type_id from contracts) or not exists (select from contracts))`

/** Conditions over `p` = a product that is no variant, each of which PostgreSQL can run as anti-joins. */
export const lacks: Record<GoodsGap, SQL> = {
  picture: sql`not exists (select from product_pictures shown where shown.product_id = p.id)`,
  price: sql`(
    not exists (select from prices own where own.product_id = p.id and ${isBoughtAt(sql`own.price_type_id`)})
    and not exists (
      select from products variant join prices its on its.product_id = variant.id
      where variant.parent_id = p.id and variant.active and ${isBoughtAt(sql`its.price_type_id`)}))`,
  parameters: sql`(
    not exists (select from product_parameters own where own.product_id = p.id)
    and not exists (
      select from products variant join product_parameters its on its.product_id = variant.id
      where variant.parent_id = p.id and variant.active))`,
  description: sql`coalesce(${staffDescriptionOf(sql`p.id`)}, p.description) = ''`,
}

/** How many goods of the catalogue lack what. */
export async function countGaps(db: Db): Promise<Record<GoodsGap, number>> {
  const counts = goodsGaps.map(
    (gap) => sql`(
      select count(*) from products p where p.parent_id is null and p.active and ${lacks[gap]})::int
      as ${sql.identifier(gap)}`,
  )
  const { rows } = await db.execute<Record<GoodsGap, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  const [found] = rows
  if (!found) throw new Error('a statement without from returns one row')
  return found
}
