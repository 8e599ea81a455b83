import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct } from './open-product.ts'
import { findDocument, type ProductDocument } from './queries-card.ts'

type Deps = { db: Db; catalogue: Catalogue; files: FileStore }

/** A document of a product sold to the caller under the contract; staff may open any. Otherwise throws `notFound`. */
export async function getDocument(
  { db, catalogue, files }: Deps,
  actor: Actor,
  { id, contractId }: { id: number; contractId: number | undefined },
): Promise<ProductDocument> {
  const isStaff = may(actor, 'staff.catalogue')
  const document = await findDocument(db, { id })
  if (!document) throw new AppError('notFound')
  if (!isStaff) await openProduct({ catalogue }, actor, { id: document.productId, contractId })
  if (!(await files.has(document.key))) throw new AppError('notFound')
  return document
}
