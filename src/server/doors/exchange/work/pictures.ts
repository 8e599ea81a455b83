import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { NoPicture, toWebp } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { findPictureByDigest, insertPicture, recordPictureFile } from '../apply/pictures.ts'
import { UnusableAttachment } from './attachments.ts'

/**
 * Takes a picture file: what it is is told by its content, it is made WEBP of at most 1200 pixels and stored under the
 * digest of what came, so the same bytes are worked once. Throws Unfit where it is no picture.
 */
export async function takePicture(
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
  const known = await findPictureByDigest(client, digest)
  if (known !== undefined && (await files.has(key))) return known
  const { data, width, height } = await toWebp(bytes).catch(refuse)
  await files.put(key, data)
  return insertPicture(client, { digest, key, type: 'webp', width, height })
}

function refuse(error: unknown): never {
  throw error instanceof NoPicture ? new UnusableAttachment(error.message) : error
}
