import type { Db } from '#server/platform/db/client.ts'
import { priceLines } from '#server/catalogue/price-breaks/price-lines.ts'
import type { Goods } from './fit-lines.ts'
import type { OpenBasket } from './shared-queries.ts'

/** Goods at the prices they would have in these quantities, by good, if they were a whole basket. */
export async function priceGoods(
  db: Db,
  basket: OpenBasket,
  { goods, quantities }: { goods: readonly Goods[]; quantities: ReadonlyMap<number, number> },
): Promise<Goods[]> {
  if (!basket.hasBreaks || goods.length === 0) return [...goods]
  const lines = goods.map((each) => ({ ...each, quantityMilli: quantities.get(each.productId) ?? 0 }))
  const priced = await priceLines(db, basket, lines)
  return goods.map((each, index) => ({ ...each, priceKopecks: priced[index]?.priceKopecks ?? each.priceKopecks }))
}
