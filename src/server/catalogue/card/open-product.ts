import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { facetView } from '#server/catalogue/search/filter-input.ts'
import { underPolitics } from '#server/catalogue/facets/under-politics.ts'
import { rowOf } from '#server/catalogue/facets/snapshot.ts'
import { rowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'

/** `id` of a product or a variant; without a contract under the chosen one. */
export type ProductRequest = { id: number; contractId: number | undefined }

/**
 * A product, or the parent of a variant, that is sold under the contract, as the caller may see it; else refused as
 * missing.
 */
export async function openProduct(
  { catalogue }: { catalogue: Catalogue },
  actor: Actor,
  { id, contractId }: ProductRequest,
) {
  const { snapshot } = catalogue.currentSnapshot()
  const searchContext = await catalogue.searchContexts.find(actor.accountId, contractId)
  const row = rowOf(snapshot, id)
  const productId = row < 0 ? undefined : snapshot.rowIds[row]
  if (productId === undefined) throw new AppError('notFound')
  const [listed] = await rowsOfProducts({ catalogue }, actor, { contract: contractId, ids: [productId] })
  if (!listed) throw new AppError('notFound')
  const view = facetView(searchContext.contract, actor)
  return {
    snapshot: underPolitics(catalogue.currentSnapshot(), view).snapshot,
    searchContext,
    row,
    productId,
    listed,
    view,
  }
}
