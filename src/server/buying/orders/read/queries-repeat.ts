import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { RepeatedProduct } from '#server/buying/basket/repeat-goods.ts'

/** Contract and goods of an order within the scope, or undefined. */
export async function findOrdered(
  db: Db,
  { orderId, scope }: { orderId: number; scope: SQL },
): Promise<{ contractId: number; goods: RepeatedProduct[] } | undefined> {
  const { rows } = await db.execute<{ contractId: number; goods: RepeatedProduct[] }>(sql`
    select o.contract_id as "contractId", (
      select coalesce(jsonb_agg(to_jsonb(ordered) - 'position' order by ordered.position), '[]') from (
        select min(l.position) as position, l.product_id as "productId", min(l.name) as header, min(l.articul)
          as articul,
          sum(l.quantity_milli)::bigint as "quantityMilli", max(l.price_kopecks) as "priceKopecks",
          array_agg(l.warehouse_id order by l.position) as "warehouseIds"
        from order_lines l where l.order_id = o.id and l.quantity_milli > 0 and not l.cancelled
          group by l.product_id) ordered) as goods
    from orders o where o.id = ${orderId} and ${scope}`)
  return rows[0]
}
