import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { linkedGoods } from './linked-goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { findLinkedIds, listDocuments, type ProductDocument } from './queries-card.ts'

type Deps = { db: Db; catalogue: Catalogue }
type BindsRequest = ProductRequest & { bindIds: readonly number[] }

/** The requested goods that are linked to the product and sold under the contract, in the requested order. */
export async function getBoundGoods(
  { db, catalogue }: Deps,
  actor: Actor,
  { bindIds, ...query }: BindsRequest,
): Promise<RenderedRow[]> {
  const { searchContext, productId, view } = await openProduct({ catalogue }, actor, query)
  const linked = await findLinkedIds(db, { productId, organisationId: searchContext.contract.organisationId })
  if (!linked) return []
  const { analogues, related } = await linkedGoods({ catalogue }, actor, {
    contractId: query.contractId,
    view,
    productId,
    categoryId: linked.categoryId,
    linked,
  })
  const byId = new Map([...analogues, ...related].map((row) => [row.id, row]))
  return [...new Set(bindIds)].flatMap((id) => byId.get(id) ?? [])
}

/** The requested documents of the product, with the contract under which they can be downloaded. */
export async function getBoundDocuments(
  { db, catalogue }: Deps,
  actor: Actor,
  { bindIds, ...query }: BindsRequest,
): Promise<{ documents: ProductDocument[]; contractId: number }> {
  const { searchContext, productId } = await openProduct({ catalogue }, actor, query)
  const documents = await listDocuments(db, { productId, ids: bindIds })
  return { documents, contractId: searchContext.contract.contractId }
}
