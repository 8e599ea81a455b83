import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { NoPicture, toWebp } from '#server/files/images.ts'
import type { FileStore } from '#server/files/store.ts'
import { ImportContext } from './apply/context.ts'
import { findPictureByDigest, insertPicture, nameSource } from './apply/pictures.ts'
import { checkpoint, finishRun, openRun } from './apply/runs.ts'

const mostBytes = 40 * 1024 * 1024

export type PictureFile = { fileId: number | null; name: string; open: () => AsyncIterable<Uint8Array> }

/**
 * Takes picture files: what they are is told by their content, they are made WEBP of at most 1200 pixels and stored under
 * the digest of what came, so the same bytes are worked once. One that is no picture is rejected in the log.
 */
export async function importPictures(
  { sql, files }: { sql: PoolClient; files: FileStore },
  { sessionId, pictures, onDone, stop }: { sessionId: number; pictures: PictureFile[]; onDone: (picture: PictureFile, done: number) => Promise<void>; stop?: AbortSignal },
): Promise<void> {
  if (pictures.length === 0) return
  const run = await openRun(sql, { sessionId, fileId: pictures[0]?.fileId ?? null, type: 'pictures', name: `${pictures.length} файлов` })
  const context = new ImportContext(sql, { sessionId, receivedAt: new Date(), settings: { stockMeaning: 'free', rrcTypeCode: null } })
  context.tally.resume(run.counts, run.told)
  let done = run.itemsDone
  for (const picture of pictures) {
    stop?.throwIfAborted()
    context.tally.add('pictures', 'seen')
    try {
      const pictureId = await storePicture({ sql, files }, picture)
      const changed = await nameSource(sql, { name: picture.name, pictureId })
      context.tally.add('pictures', changed ? 'changed' : 'unchanged')
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error
      context.tally.reject('pictures', { code: picture.name, name: picture.name, reason: error.message })
    }
    done += 1
    await checkpoint(context, run.id, done)
    await onDone(picture, done)
  }
  await finishRun(sql, run.id, { status: 'done' })
}

async function storePicture({ sql, files }: { sql: PoolClient; files: FileStore }, picture: PictureFile): Promise<number> {
  const bytes = await readAll(picture)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const key = `pictures/${digest.slice(0, 2)}/${digest}.webp`
  const known = await findPictureByDigest(sql, digest)
  if (known !== undefined && (await files.has(key))) return known
  const { data, width, height } = await toWebp(bytes)
  await files.put(key, data)
  return insertPicture(sql, { digest, key, type: 'webp', width, height })
}

async function readAll({ open }: PictureFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of open()) {
    length += piece.length
    if (length > mostBytes) throw new NoPicture('Картинка больше 40 МБ')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
