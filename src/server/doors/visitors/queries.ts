import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { VisitorShop } from './shop.ts'

export type PastGood = {
  productId: number
  name: string
  articul: string
  unit: string
  stepMilli: number
  priceKopecks: number
}

/** Neither so cheap nor so dear that a line of it would look odd. */
const [cheapestKopecks, dearestKopecks] = [2000, 900_000]

/** Goods of all parts of the catalogue that visitors may buy; the same for each of them. */
export async function listPastGoods(
  db: Db,
  { priceTypeId, warehouseId }: VisitorShop,
  { limit }: { limit: number },
): Promise<PastGood[]> {
  const { rows } = await db.execute<PastGood>(sql`
    select p.id as "productId", p.name, p.articul, p.unit, p.step_milli as "stepMilli", s.price_kopecks as "priceKopecks"
    from products p
    join prices s on s.product_id = p.id and s.price_type_id = ${priceTypeId}
      and s.price_kopecks between ${cheapestKopecks} and ${dearestKopecks}
    join stocks on stocks.product_id = p.id and stocks.warehouse_id = ${warehouseId}
      and stocks.on_hand_milli >= p.step_milli
    where p.active and p.parent_id is null and p.decimals = 0
      and not exists (select from products v where v.parent_id = p.id and v.active)
    order by p.id % 53, p.id limit ${limit}`)
  return rows
}
