import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoShop } from './shop.ts'

export type SampleGood = {
  productId: number
  name: string
  articul: string
  unit: string
  stepMilli: number
  priceKopecks: number
}

/** Prices outside this range would make odd order lines. */
const [minKopecks, maxKopecks] = [2000, 900_000]

/** Goods that visitors may buy, from all categories; the same for each visitor. */
export async function listSampleGoods(
  db: Db,
  { priceTypeId, warehouseId }: DemoShop,
  { limit }: { limit: number },
): Promise<SampleGood[]> {
  const { rows } = await db.execute<SampleGood>(sql`
    select p.id as "productId", p.name, p.articul, p.unit, p.step_milli as "stepMilli",
      s.price_kopecks as "priceKopecks"
    from products p
    join prices s on s.product_id = p.id and s.price_type_id = ${priceTypeId}
      and s.price_kopecks between ${minKopecks} and ${maxKopecks}
    join stocks on stocks.product_id = p.id and stocks.warehouse_id = ${warehouseId}
      and stocks.on_hand_milli >= p.step_milli
    where p.active and p.parent_id is null and p.decimals = 0
      and not exists (select from products v where v.parent_id = p.id and v.active)
    order by p.id % 53, p.id limit ${limit}`)
  return rows
}
