import { type SoldGood } from '../shared-queries.ts'

export type GoodsIndex = { byId: ReadonlyMap<number, SoldGood>; byRow: ReadonlyMap<number, SoldGood[]> }

export function indexGoods(goods: readonly SoldGood[]): GoodsIndex {
  return { byId: new Map(goods.map((good) => [good.id, good])), byRow: Map.groupBy(goods, ({ row }) => row) }
}

/** Goods by ids of products or variants: a product gives its variants, a variant itself. */
export function goodsOfIds({ byId, byRow }: GoodsIndex, ids: readonly number[]): SoldGood[] {
  return [...new Set(ids.flatMap((id) => byRow.get(id) ?? byId.get(id) ?? []))]
}
