import type { BoundItem, ProductRow } from '#shared/api/catalogue.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { documentLink } from './documents.ts'
import { linkedGoods } from './linked-goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { findLinkedIds, listDocuments } from './queries-card.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type Bound = { id: number; data: BoundItem }

/**
 * Those of the asked ids that are analogues of the product or related to it and sold under the contract, in the order
 * asked.
 */
export async function getBoundGoods(
  { db, catalogue }: Deps,
  actor: Actor,
  { bindIds, ...query }: ProductRequest & { bindIds: readonly number[] },
): Promise<Bound[]> {
  const { searchContext, productId, view } = await openProduct({ catalogue }, actor, query)
  const linked = await findLinkedIds(db, { productId, organisationId: searchContext.contract.organisationId })
  if (!linked) return []
  const { analogues, related } = await linkedGoods({ catalogue }, actor, {
    contract: query.contract,
    view,
    productId,
    categoryId: linked.categoryId,
    linked,
  })
  const byId = new Map([...analogues, ...related].map((row): [number, ProductRow] => [row.id, row]))
  return [...new Set(bindIds)].flatMap((id) => {
    const product = byId.get(id)
    return product ? [{ id, data: { type: 'product', product } }] : []
  })
}

/** Those of the asked ids that are documents of the product. */
export async function getBoundDocuments(
  { db, catalogue }: Deps,
  actor: Actor,
  { bindIds, ...query }: ProductRequest & { bindIds: readonly number[] },
): Promise<Bound[]> {
  const { searchContext, productId } = await openProduct({ catalogue }, actor, query)
  const documents = await listDocuments(db, { productId, ids: bindIds })
  return documents.map(({ id, name, type, sizeBytes }) => ({
    id,
    data: {
      type: 'document',
      header: name,
      link: documentLink({ id, contractId: searchContext.contract.contractId }),
      extension: type,
      size: sizeBytes,
    },
  }))
}
