import type { ProductRow } from '#shared/api/catalogue.ts'
import type { Actor } from '#server/features/access/actor.ts'
import type { FacetView } from './facets/query.ts'
import { similarGoods } from './facets/similar.ts'
import { rowsOf } from './goods.ts'
import type { Catalogue } from './open.ts'
import type { LinkedIds } from './queries-card.ts'

type Deps = { catalogue: Catalogue }

type Asked = { contract: number | undefined; view: FacetView; productId: number; categoryId: number | null; linked: LinkedIds }

/**
 * Rows of a product's analogues and related goods that are sold under the contract. Bound ones rule; where nobody has
 * bound any, analogues are similar goods of the category and related goods those that are often ordered together.
 */
export async function linkedGoods({ catalogue }: Deps, actor: Actor, { contract, view, productId, categoryId, linked }: Asked): Promise<{ analogues: ProductRow[]; related: ProductRow[] }> {
  const { analogueIds, relatedIds, togetherIds } = linked
  const analogues = analogueIds.length > 0 ? analogueIds : similarGoods(catalogue.shelf().snapshot, view, { productId, categoryId })
  const related = relatedIds.length > 0 ? relatedIds : togetherIds
  const rows = await rowsOf({ catalogue }, actor, { contract, ids: [...new Set([...analogues, ...related])] })
  const sold = (ids: readonly number[]) => ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { analogues: sold(analogues), related: sold(related) }
}
