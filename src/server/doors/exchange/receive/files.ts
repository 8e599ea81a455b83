import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { checkFreeSpace, asDiskFull } from './disk-space.ts'
import {
  completeChunk,
  deleteChunk,
  deleteChunks,
  insertChunk,
  listChunks,
  receivingFile,
  storedBytes,
} from '../queries.ts'

export type FilesDeps = { db: Db; files: FileStore }

/** More than a session may store. */
export class SessionTooLarge extends Error {
  override name = 'SessionTooLarge'
}

/**
 * Appends a request's body to the file of that name. Every chunk is a stored file of its own, whose number PostgreSQL
 * gives, so chunks may reach different processes; one whose request breaks off leaves nothing. Answers the file's id.
 * Throws SessionTooLarge, and DiskFull where the disk is full.
 */
export async function receiveChunk(
  { db, files }: FilesDeps,
  {
    sessionId,
    name,
    body,
    maxBytes,
    lengthBytes = 0,
  }: { sessionId: number; name: string; body: Readable; maxBytes: number; lengthBytes?: number },
): Promise<number> {
  await checkFreeSpace({ files }, lengthBytes)
  const leftBytes = maxBytes - (await storedBytes(db, { sessionId }))
  const fileId = await receivingFile(db, { sessionId, name })
  await storeChunk({ db, files }, { fileId, sessionId, body, leftBytes })
  return fileId
}

export async function storeChunk(
  { db, files }: FilesDeps,
  { fileId, sessionId, body, leftBytes }: { fileId: number; sessionId: number; body: Readable; leftBytes: number },
): Promise<number> {
  const { number, key } = await insertChunk(db, { fileId, keyOf: (n) => `${folderOf(sessionId)}${fileId}/${n}` })
  let sizeBytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sizeBytes += piece.length
      if (sizeBytes > leftBytes) done(new SessionTooLarge('Превышен предельный объём обмена'))
      else done(null, piece)
    },
  })
  // The store listens only when it has made room: until then an error must not bring the process down.
  counted.on('error', () => undefined)
  const breakOff = () => counted.destroy(body.errored ?? new Error('the request broke off'))
  body.on('error', breakOff)
  body.on('close', () => {
    if (!body.readableEnded) breakOff()
  })
  // It may have happened while nobody listened.
  if (body.destroyed && !body.readableEnded) breakOff()
  try {
    await files.put(key, body.pipe(counted))
    await completeChunk(db, { fileId, number, sizeBytes })
    return sizeBytes
  } catch (error) {
    await deleteChunk(db, { fileId, number }).catch(() => undefined)
    throw body.errored ?? asDiskFull(error)
  }
}

export async function storedSize({ db }: Pick<FilesDeps, 'db'>, { fileId }: { fileId: number }): Promise<number> {
  return (await listChunks(db, { fileId })).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

/** A file's bytes, chunk after chunk. */
export async function* readStored({ db, files }: FilesDeps, fileId: number): AsyncGenerator<Uint8Array> {
  for (const { key } of await listChunks(db, { fileId })) yield* files.get(key) as AsyncIterable<Uint8Array>
}

/**
 * Forgets the bytes of a file that is worked off or given up; its row stays for the log. The bytes go first, so that
 * where any are left a row still tells of them.
 */
export async function dropStored(
  { db, files }: FilesDeps,
  { sessionId, fileId }: { sessionId: number; fileId: number },
): Promise<void> {
  await files.delete(`${folderOf(sessionId)}${fileId}/`)
  await deleteChunks(db, { fileId })
}

/** Forgets all bytes that a session has ever stored. */
export async function dropFolder(
  { files }: Pick<FilesDeps, 'files'>,
  { sessionId }: { sessionId: number },
): Promise<void> {
  await files.delete(folderOf(sessionId))
}

/** Key of the folder that holds all bytes of a session. */
export function folderOf(sessionId: number): string {
  return `exchange/${sessionId}/`
}
