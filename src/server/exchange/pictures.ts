import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { NoPicture, toWebp } from '#server/files/images.ts'
import type { FileStore } from '#server/files/store.ts'
import { findPictureByDigest, insertPicture, nameSource } from './apply/pictures.ts'
import { importAttachments, Unfit, type Attachments } from './attachments.ts'

/**
 * Takes picture files: what they are is told by their content, they are made WEBP of at most 1200 pixels and stored under
 * the digest of what came, so the same bytes are worked once. One that is no picture is rejected in the log.
 */
export function importPictures({ sql, files }: { sql: PoolClient; files: FileStore }, pictures: Attachments): Promise<void> {
  return importAttachments(sql, 'pictures', pictures, async (name, bytes) => nameSource(sql, { name, pictureId: await storePicture({ sql, files }, bytes) }))
}

async function storePicture({ sql, files }: { sql: PoolClient; files: FileStore }, bytes: Buffer): Promise<number> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `pictures/${digest.slice(0, 2)}/${digest}.webp`
  const known = await findPictureByDigest(sql, digest)
  if (known !== undefined && (await files.has(key))) return known
  const { data, width, height } = await toWebp(bytes).catch(refuse)
  await files.put(key, data)
  return insertPicture(sql, { digest, key, type: 'webp', width, height })
}

function refuse(error: unknown): never {
  throw error instanceof NoPicture ? new Unfit(error.message) : error
}
