import type { Actor } from '#server/platform/sessions/actor.ts'
import type { FacetView } from '#server/catalogue/facets/query.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { similarGoods } from '#server/catalogue/facets/similar.ts'
import { listRowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { LinkedIds } from './queries-card.ts'

type Deps = { catalogue: Catalogue }

export type LinkedGoods = { analogues: RenderedRow[]; related: RenderedRow[] }

type LinkedGoodsQuery = {
  contractId: number | undefined
  view: FacetView
  productId: number
  categoryId: number | null
  linked: LinkedIds
}

/**
 * Analogues and related goods sold under the contract. Without manual links, analogues are similar goods of the
 * category and related goods are those often ordered together.
 */
export async function linkedGoods(
  { catalogue }: Deps,
  actor: Actor,
  { contractId, view, productId, categoryId, linked }: LinkedGoodsQuery,
): Promise<LinkedGoods> {
  const { analogueIds, relatedIds, togetherIds } = linked
  const analogues =
    analogueIds.length > 0
      ? analogueIds
      : similarGoods(catalogue.currentSnapshot().snapshot, view, { productId, categoryId })
  const related = relatedIds.length > 0 ? relatedIds : togetherIds
  const ids = [...new Set([...analogues, ...related])]
  const rows = await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids })
  const sold = (linkedIds: readonly number[]) => linkedIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { analogues: sold(analogues), related: sold(related) }
}
