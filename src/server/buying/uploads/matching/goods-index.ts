import { type SoldGood } from '../shared-queries.ts'

export type GoodsIndex = { byId: ReadonlyMap<number, SoldGood>; byCard: ReadonlyMap<number, SoldGood[]> }

export function indexGoods(goods: readonly SoldGood[]): GoodsIndex {
  return { byId: new Map(goods.map((good) => [good.id, good])), byCard: Map.groupBy(goods, ({ cardId }) => cardId) }
}

/** Goods by ids of products or variants: a product gives its variants, a variant itself. */
export function goodsOfIds({ byId, byCard }: GoodsIndex, ids: readonly number[]): SoldGood[] {
  return [...new Set(ids.flatMap((id) => byCard.get(id) ?? byId.get(id) ?? []))]
}
