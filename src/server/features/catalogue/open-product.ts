import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { facetView } from './ask.ts'
import { rowOf } from './facets/snapshot.ts'
import { rowsOf } from './goods.ts'
import type { Catalogue } from './open.ts'

export type ProductAsked = { id: number; contract?: number | undefined }

/** A product, or the parent of a variant, that is sold under the contract, as the caller may see it; else refused as missing. */
export async function openProduct({ catalogue }: { catalogue: Catalogue }, actor: Actor, { id, contract }: ProductAsked) {
  const { snapshot } = catalogue.shelf()
  const shopper = await catalogue.shoppers.find(actor.accountId, contract)
  const row = rowOf(snapshot, id)
  const productId = row < 0 ? undefined : snapshot.rowIds[row]
  if (productId === undefined) throw new AppError('notFound')
  const [listed] = await rowsOf({ catalogue }, actor, { contract, ids: [productId] })
  if (!listed) throw new AppError('notFound')
  return { snapshot, shopper, row, productId, listed, view: facetView(shopper.contract, { hidden: !may(actor.role, 'price.view') }) }
}
