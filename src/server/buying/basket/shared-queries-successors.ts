import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { goodsHeader, isSold } from '#server/catalogue/prices/shared-queries.ts'

/** The replacement of a good. */
export type Successor = { productId: number; successorId: number; header: string }

/**
 * For goods no longer sold: the only good sold at the price type with the same article, brand and unit (1C exports a
 * recreated card as a new good). None if there are several.
 */
export async function listSuccessors(
  db: Db,
  { priceTypeId, productIds }: { priceTypeId: number; productIds: readonly number[] },
): Promise<Successor[]> {
  const { rows } = await db.execute<Successor>(sql`
    select old.id as "productId", min(p.id) as "successorId", min(${goodsHeader}) as header
    from products old
    left join products old_parent on old_parent.id = old.parent_id
    join products p on p.articul = old.articul and p.id <> old.id and p.unit = old.unit
    left join products parent on parent.id = p.parent_id
    join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where old.id = any(${sql.param([...productIds])}::int[]) and old.articul <> ''
      and coalesce(p.brand_id, parent.brand_id) = coalesce(old.brand_id, old_parent.brand_id) and ${isSold}
    group by old.id having count(*) = 1`)
  return rows
}
