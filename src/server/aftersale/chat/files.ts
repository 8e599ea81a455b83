import { randomUUID } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documentTypeOf } from '#server/platform/files/document-content.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { deleteUnattachedFiles, forgetDeletedFiles, insertFile, listDeletedFiles } from './queries-files.ts'
import { lockChat, type StoredFile } from './queries.ts'

type Upload = {
  accountId: number
  organisationId: number
  uploadedById: number
  name: string | undefined
  bytes: Buffer
}

/** Stores a file for a later message; its type is detected from content. */
export async function storeChatFile(
  { db, files }: { db: Db; files: FileStore },
  { bytes, name, ...upload }: Upload,
): Promise<StoredFile> {
  const type = await documentTypeOf(bytes)
  if (type === undefined) throw new AppError('noDocument')
  const id = randomUUID()
  const storeKey = `chat/${id.slice(0, 2)}/${id}.${type}`
  await files.put(storeKey, bytes)
  try {
    return await db.transaction(async (tx) => {
      await lockChat(tx, upload)
      return insertFile(tx, { ...upload, storeKey, name: nameOf(name, type), type, sizeBytes: bytes.length })
    })
  } catch (error) {
    await files.delete(storeKey)
    throw error
  }
}

const unattachedForMs = 86_400_000
const batchSize = 200

/** Deletes files not sent within a day, and files whose chat, account or organisation was deleted. */
export async function purgeChatFiles(
  { db, files }: { db: Db; files: FileStore },
  { now = new Date() }: { now?: Date } = {},
): Promise<number> {
  await deleteUnattachedFiles(db, { before: new Date(now.getTime() - unattachedForMs) })
  let deleted = 0
  for (;;) {
    const keys = await listDeletedFiles(db, { limit: batchSize })
    for (const key of keys) await files.delete(key)
    // Last, so that a failed deletion is retried.
    await forgetDeletedFiles(db, { keys })
    deleted += keys.length
    if (keys.length < batchSize) return deleted
  }
}

/** The uploaded name with the extension of the detected type. */
function nameOf(name: string | undefined, type: string): string {
  const bare = (name ?? '').replace(/[/\\]/g, ' ').trim()
  if (bare === '') return `Файл.${type}`
  const same = type === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${type}$`, 'i')
  return same.test(bare) ? bare : `${bare}.${type}`
}
