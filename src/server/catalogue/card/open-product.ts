import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { toFacetView } from '#server/catalogue/search/filter-input.ts'
import { withPolitics } from '#server/catalogue/facets/under-politics.ts'
import { rowOf } from '#server/catalogue/facets/snapshot.ts'
import { listRowsOfProducts } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'

/** `id` is a product or a variant; the default contract is the chosen one. */
export type ProductRequest = { id: number; contractId: number | undefined }

/** Finds a product (or the product of a variant) sold under the contract. Throws `notFound` otherwise. */
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
  const [listed] = await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids: [productId] })
  if (!listed) throw new AppError('notFound')
  const view = toFacetView(searchContext.contract, actor)
  return {
    snapshot: withPolitics(catalogue.currentSnapshot(), view).snapshot,
    searchContext,
    row,
    productId,
    listed,
    view,
  }
}
