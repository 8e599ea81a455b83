import { sql } from 'drizzle-orm'
import { isSold, payableKopecks } from '#server/catalogue/prices/shared-queries.ts'
import type { OpenBasket } from './shared-queries.ts'
import type { Db } from '#server/platform/db/client.ts'

export type Totals = { lines: number; quantityMilli: number; overCount: number; sumKopecks: number }

/**
 * Totals of the basket; lines no longer sold count as lines and as above stock, but not in the sum. `limit 1`: prices
 * are looked up per line, as PostgreSQL would rather read all prices up to the basket's last good. `offset 0`: `sold`
 * is computed once per line.
 */
export async function sumBasket(db: Db, { basket }: { basket: OpenBasket }): Promise<Totals> {
  const warehouseIds = sql`${sql.param(basket.warehouses.map(({ id }) => id))}::int[]`
  const { rows } = await db.execute<Totals>(sql`
    select count(*) as lines, coalesce(sum(line.quantity_milli), 0)::bigint as "quantityMilli",
      count(*) filter (where not line.sold or line.quantity_milli > line.available_milli) as "overCount",
      coalesce(sum(round(line.price_kopecks::numeric * line.quantity_milli / 1000)) filter (where line.sold),
        0)::bigint as "sumKopecks"
    from (
      select line.quantity_milli, ${payableKopecks} as price_kopecks,
        ${isSold} and line.warehouse_id = any(${warehouseIds}) as sold,
        coalesce(stock.on_hand_milli - stock.reserved_milli - stock.safety_milli, 0) as available_milli
      from basket_lines line
      join products p on p.id = line.product_id
      left join products parent on parent.id = p.parent_id
      left join stocks stock on stock.product_id = line.product_id and stock.warehouse_id = line.warehouse_id
      left join lateral (
        select price_kopecks, sale_kopecks from prices
        where product_id = line.product_id and price_type_id = ${basket.priceTypeId} limit 1) price on true
      where line.basket_id = ${basket.basketId} offset 0) line`)
  return rows[0] ?? { lines: 0, quantityMilli: 0, overCount: 0, sumKopecks: 0 }
}
