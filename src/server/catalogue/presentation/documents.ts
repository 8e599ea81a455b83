import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { documentTypeOf } from '#server/platform/files/document-content.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { insertUploaded, type StoredFile } from './queries-documents.ts'

/** Stores an uploaded document unchanged; equal bytes are one file. Throws with the reason for other content. */
export async function storeDocument(
  { db, files }: { db: Db; files: FileStore },
  bytes: Buffer,
): Promise<StoredFile & { id: number }> {
  const type = await documentTypeOf(bytes)
  if (type === undefined) throw new AppError('noDocument')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const file = { key: `documents/${digest.slice(0, 2)}/${digest}.${type}`, type, sizeBytes: bytes.length }
  await files.put(file.key, bytes)
  const id = await insertUploaded(db, file)
  // A purge may have deleted the same bytes in between.
  if (!(await files.has(file.key))) await files.put(file.key, bytes)
  return { ...file, id }
}
