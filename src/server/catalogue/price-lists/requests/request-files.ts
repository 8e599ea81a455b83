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
import { requestsOf } from './queries-requests.ts'
import { folderOf } from '../write-file.ts'

type Deps = { db: Db; files: FileStore }
const maxFiles = 10

/**
 * Queues the very price list that a request asks for, as its buyer would get it; the same one while it is being
 * written.
 */
export async function makeRequestedFile(
  { db }: { db: Db },
  actor: StaffActor,
  { requestId, origin }: { requestId: number; origin: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const request = await lockRequest(tx, { id: requestId, scope: requestsOf(actor) })
    if (!request) throw new AppError('notFound')
    const { count, makingId } = await countRequestFiles(tx, { requestId })
    if (makingId !== null) return makingId
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

/** Refuses a file for a foreign request before its bytes are read. */
export async function expectRequest(
  { db }: { db: Db },
  actor: StaffActor,
  { requestId }: { requestId: number },
): Promise<void> {
  if (!(await hasRequest(db, { id: requestId, scope: requestsOf(actor) }))) throw new AppError('notFound')
}

/** Stores a file uploaded by staff for a request. Files that are no price list are refused by content. */
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
    const request = await lockRequest(tx, { id: requestId, scope: requestsOf(actor) })
    if (!request) throw new AppError('notFound')
    if ((await countRequestFiles(tx, { requestId })).count >= maxFiles) throw new AppError('tooManyFiles')
    const token = newToken()
    const id = await insertAttached(tx, { ...request, requestId, token, name: attachedName(name), origin: '' })
    const key = `${folderOf({ id, token })}attached.${extension}`
    await files.put(key, bytes)
    await saveAttachedFile(tx, { id, key, sizeBytes: bytes.length })
    return id
  })
}

/** Removes a file from an answer, if it is there. */
export async function dropRequestedFile(
  { db, files }: Deps,
  actor: StaffActor,
  { requestId, fileId }: { requestId: number; fileId: number },
): Promise<void> {
  const dropped = await db.transaction(async (tx) => {
    if (!(await lockRequest(tx, { id: requestId, scope: requestsOf(actor) }))) throw new AppError('notFound')
    return deleteRequestFile(tx, { requestId, id: fileId })
  })
  if (dropped) await files.delete(folderOf(dropped))
}

/** A file of an answer, for the staff of that customer: to be looked at before it is given. */
export async function getRequestedFile(
  { db }: { db: Db },
  actor: StaffActor,
  { token }: { token: string },
): Promise<FileRow> {
  const file = await findFileOfCustomer(db, { scope: requestsOf(actor), token })
  if (!file) throw new AppError('notFound')
  if (file.state === 'failed') throw new AppError('priceListFailed')
  return file
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}
