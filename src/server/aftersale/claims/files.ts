import { randomUUID } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDocument } from '#server/platform/files/document-types.ts'
import { InvalidImageError, toWebp } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { StoredFile } from './queries.ts'
import { deleteUnattachedFiles, insertFile } from './queries-write.ts'

type Deps = { db: Db; files: FileStore }

/** Numbers on labels must stay readable. */
const photoSide = 2000
const photoFormats = ['jpeg', 'png', 'webp', 'heif'] as const

/**
 * Stores a file for a claim: a PDF unchanged, a photo re-encoded without metadata. The type is detected from content.
 */
export async function storeFile(
  { db, files }: Deps,
  { accountId }: Actor,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<StoredFile> {
  const isPdf = isDocument('pdf', bytes)
  const type = isPdf ? 'pdf' : 'webp'
  const content = isPdf ? bytes : await encoded(bytes, accountId)
  const id = randomUUID()
  const file = {
    key: `claims/${id.slice(0, 2)}/${id}.${type}`,
    name: name.trim() || (isPdf ? 'Документ.pdf' : 'Фото'),
    type,
    sizeBytes: content.length,
  } as const
  await files.put(file.key, content)
  return { id: await insertFile(db, { accountId, ...file }), ...file }
}

async function encoded(bytes: Buffer, accountId: number): Promise<Buffer> {
  try {
    return (await toWebp(bytes, { maxSide: photoSide, allowedFormats: photoFormats, accountId })).data
  } catch (error) {
    if (error instanceof InvalidImageError) throw new AppError('noClaimFile', {}, { cause: error })
    throw error
  }
}

/** Deletes uploads that were never used. */
export async function purgeClaimFiles({ db, files }: Deps): Promise<number> {
  const keys = await deleteUnattachedFiles(db)
  for (const key of keys) await files.delete(key)
  return keys.length
}
