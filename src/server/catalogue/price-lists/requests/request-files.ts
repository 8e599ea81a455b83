import { randomBytes } from 'node:crypto'
import { maxPriceFileBytes } from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { isPriceFile, priceFileExtension } from '#server/platform/files/price-file-types.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { attachedName, priceListName } from '../file-name.ts'
import { listCategoryNames, type FileRow } from '../queries-files.ts'
import {
  countRequestFiles,
  deleteRequestFile,
  findFileOfCustomer,
  hasRequest,
  insertAttached,
  saveAttachedFile,
  lockRequest,
  queueRequestedFile,
} from './queries-request-files.ts'
import { visibleRequests } from './queries-requests.ts'
import { priceListFolder } from '../write-file.ts'

type Deps = { db: Db; files: FileStore }
const maxFiles = 10

/**
 * Queues the price list that a request describes, exactly as its buyer would get it. While one is being written, that
 * one is returned.
 */
export async function generateRequestedFile(
  { db }: { db: Db },
  actor: StaffActor,
  { requestId, origin }: { requestId: number; origin: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, { id: requestId, scope: visibleRequests(actor) })
    if (!request) throw new AppError('notFound')
    const { count, inProgressId } = await countRequestFiles(tx, { requestId })
    if (inProgressId !== null) return inProgressId
    if (count >= maxFiles) throw new AppError('tooManyFiles')
    const categories = await listCategoryNames(tx, { ids: request.categoryIds })
    if (request.categoryIds.length > 0 && categories.length === 0) throw new AppError('categoriesGone')
    const name = priceListName({
      categories: categories.map((category) => category.name),
      contract: request.contractNumber,
      day: dayOf(new Date()),
    })
    return queueRequestedFile(tx, {
      ...request,
      categoryIds: categories.map(({ id }) => id),
      requestId,
      token: newToken(),
      name,
      origin,
    })
  })
}

/** Throws `notFound` for a request of another person's customer, before the file is read. */
export async function assertRequest(
  { db }: { db: Db },
  actor: StaffActor,
  { requestId }: { requestId: number },
): Promise<void> {
  if (!(await hasRequest(db, { id: requestId, scope: visibleRequests(actor) }))) throw new AppError('notFound')
}

/** Stores a file uploaded by staff for a request. The content must match a price file type. */
export async function attachFile(
  { db, files }: Deps,
  actor: StaffActor,
  { requestId, name, bytes }: { requestId: number; name: string; bytes: Buffer },
): Promise<number> {
  const extension = priceFileExtension(name)
  if (extension === undefined) throw new AppError('wrongPriceFile')
  if (bytes.length > maxPriceFileBytes) throw new AppError('tooLarge')
  if (!isPriceFile(extension, bytes))
    throw new AppError('wrongPriceFile', { message: `Это не ${extension.toUpperCase()}: содержимое файла другое` })
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, { id: requestId, scope: visibleRequests(actor) })
    if (!request) throw new AppError('notFound')
    if ((await countRequestFiles(tx, { requestId })).count >= maxFiles) throw new AppError('tooManyFiles')
    const token = newToken()
    const id = await insertAttached(tx, { ...request, requestId, token, name: attachedName(name), origin: '' })
    const key = `${priceListFolder({ id, token })}attached.${extension}`
    await files.put(key, bytes)
    await saveAttachedFile(tx, { id, key, sizeBytes: bytes.length })
    return id
  })
}

/** Removes a file from a request. Idempotent. */
export async function deleteRequestedFile(
  { db, files }: Deps,
  actor: StaffActor,
  { requestId, fileId }: { requestId: number; fileId: number },
): Promise<void> {
  const deleted = await db.transaction(async (tx) => {
    if (!(await lockRequest(tx, { id: requestId, scope: visibleRequests(actor) }))) throw new AppError('notFound')
    return deleteRequestFile(tx, { requestId, id: fileId })
  })
  if (deleted) await files.delete(priceListFolder(deleted))
}

/** A file of a request, for staff to check before answering. */
export async function getRequestedFile(
  { db }: { db: Db },
  actor: StaffActor,
  { token }: { token: string },
): Promise<FileRow> {
  const file = await findFileOfCustomer(db, { scope: visibleRequests(actor), token })
  if (!file) throw new AppError('notFound')
  if (file.state === 'failed') throw new AppError('priceListFailed')
  return file
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}
