import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { InvalidImageError, toWebp, type ImageOptions } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { insertPicture } from './queries.ts'

/**
 * Re-encodes and stores an uploaded picture and returns its id; equal bytes of one largest side are one picture. Throws
 * with the reason for other content.
 */
export async function storePicture(
  { db, files }: { db: Db; files: FileStore },
  bytes: Buffer,
  options: ImageOptions = {},
): Promise<number> {
  const digest = digestOf(bytes, options)
  const { data, width, height } = await toWebp(bytes, options).catch(rejectPicture)
  const key = `pictures/${digest.slice(0, 2)}/${digest}.webp`
  await files.put(key, data)
  const id = await insertPicture(db, { digest, key, type: 'webp', width, height })
  // A purge of the same picture may have deleted the file in between.
  if (!(await files.has(key))) await files.put(key, data)
  return id
}

/** A logo is smaller than a good's picture of the same bytes, so it is a picture of its own. */
function digestOf(bytes: Buffer, { maxSide }: ImageOptions): string {
  const hash = createHash('sha256')
  if (maxSide !== undefined) hash.update(`side ${maxSide}:`)
  return hash.update(bytes).digest('hex')
}

function rejectPicture(error: unknown): never {
  if (error instanceof InvalidImageError) throw new AppError('noPicture', { message: error.message })
  throw error
}
