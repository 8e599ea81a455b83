import { randomUUID } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documentTypeOf } from '#server/platform/files/document-content.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { insertFile, lockChat, type StoredFile } from './queries.ts'

type Upload = {
  accountId: number
  organisationId: number
  uploadedById: number
  name: string | undefined
  bytes: Buffer
}

/** Stores a file for a message to come; its type is what its bytes say. */
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

/** The name that a person gave it, with the extension of what it is. */
function nameOf(name: string | undefined, type: string): string {
  const bare = (name ?? '').replace(/[/\\]/g, ' ').trim()
  if (bare === '') return `Файл.${type}`
  const same = type === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${type}$`, 'i')
  return same.test(bare) ? bare : `${bare}.${type}`
}
