import { createHash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { findPictureByDigest, insertImportedPicture } from '#server/catalogue/pictures/shared-queries-imported.ts'
import { InvalidImageError, toWebp } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { recordPictureFile } from '../apply/pictures.ts'
import { UnusableAttachment } from './attachments.ts'

/**
 * Imports a picture file, its format detected from content: converts it to WEBP of at most 1200 pixels, stored under
 * the digest of the received bytes, so that equal bytes are converted once. Throws UnusableAttachment if it is not a
 * picture.
 */
export async function importPicture(
  { client, files }: { client: PoolClient; files: FileStore },
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  return recordPictureFile(client, { name, pictureId: await storePicture({ client, files }, bytes) })
}

async function storePicture(
  { client, files }: { client: PoolClient; files: FileStore },
  bytes: Buffer,
): Promise<number> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `pictures/${digest.slice(0, 2)}/${digest}.webp`
  const db = drizzle(client)
  const known = await findPictureByDigest(db, digest)
  if (known !== undefined && (await files.has(key))) return known
  const { data, width, height } = await toWebp(bytes).catch(rejectPicture)
  await files.put(key, data)
  return insertImportedPicture(db, { digest, key, type: 'webp', width, height })
}

function rejectPicture(error: unknown): never {
  throw error instanceof InvalidImageError ? new UnusableAttachment(error.message) : error
}
