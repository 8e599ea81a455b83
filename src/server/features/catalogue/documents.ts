import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Catalogue } from './open.ts'
import { openProduct } from './open-product.ts'
import { findDocument, type ProductDocument } from './queries-card.ts'

type Deps = { db: Db; catalogue: Catalogue; files: FileStore }

/** Where a document lies for a buyer of the contract. */
export const documentLink = ({ id, contractId }: { id: number; contractId: number }) => `/documents/${id}?contract=${contractId}`

/** A document of a product that is sold to the caller under the contract, to staff of any; anything else is refused as missing. */
export async function getDocument({ db, catalogue, files }: Deps, actor: Actor | undefined, { id, contract }: { id: number; contract: number | undefined }): Promise<ProductDocument> {
  if (!actor) throw new AppError('notSignedIn')
  const isStaff = may(actor.role, 'staff.catalogue')
  if (!isStaff && !may(actor.role, 'catalogue.view')) throw new AppError('forbidden')
  const document = await findDocument(db, { id })
  if (!document) throw new AppError('notFound')
  if (!isStaff) await openProduct({ catalogue }, actor, { id: document.productId, contract })
  if (!(await files.has(document.key))) throw new AppError('notFound')
  return document
}
