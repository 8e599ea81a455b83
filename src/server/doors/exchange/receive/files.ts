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
  findOrCreateReceivingFile,
  storedBytes,
} from '../queries.ts'

export type FilesDeps = { db: Db; files: FileStore }

/** Thrown when a session stores more than allowed. */
export class SessionTooLarge extends Error {
  override name = 'SessionTooLarge'
}

/**
 * Appends a request body to the file of that name. Each chunk is a stored file numbered by PostgreSQL, so chunks may
 * arrive at different processes; an aborted request leaves no chunk. Returns the file's id. Throws SessionTooLarge and
 * DiskFull.
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
  const fileId = await findOrCreateReceivingFile(db, { sessionId, name })
  await storeChunk({ db, files }, { fileId, sessionId, body, leftBytes })
  return fileId
}

export async function storeChunk(
  { db, files }: FilesDeps,
  { fileId, sessionId, body, leftBytes }: { fileId: number; sessionId: number; body: Readable; leftBytes: number },
): Promise<number> {
  const { number, key } = await insertChunk(db, { fileId, keyOf: (n) => `${sessionFolder(sessionId)}${fileId}/${n}` })
  let sizeBytes = 0
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sizeBytes += piece.length
      if (sizeBytes > leftBytes) done(new SessionTooLarge('Превышен предельный объём обмена'))
      else done(null, piece)
    },
  })
  // The store attaches its listener only after it has made room; until then an error must not crash the process.
  counter.on('error', () => undefined)
  const abort = () => counter.destroy(body.errored ?? new Error('the request broke off'))
  body.on('error', abort)
  body.on('close', () => {
    if (!body.readableEnded) abort()
  })
  // The abort may have happened before the listener was attached.
  if (body.destroyed && !body.readableEnded) abort()
  try {
    await files.put(key, body.pipe(counter))
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

/** A file's bytes, all chunks in order. */
export async function* readStored({ db, files }: FilesDeps, fileId: number): AsyncGenerator<Uint8Array> {
  for (const { key } of await listChunks(db, { fileId })) yield* files.get(key) as AsyncIterable<Uint8Array>
}

/**
 * Deletes the bytes of a processed or abandoned file; its row stays for the log. The bytes are deleted first, so that
 * leftovers always have a row.
 */
export async function deleteStored(
  { db, files }: FilesDeps,
  { sessionId, fileId }: { sessionId: number; fileId: number },
): Promise<void> {
  await files.delete(`${sessionFolder(sessionId)}${fileId}/`)
  await deleteChunks(db, { fileId })
}

/** Deletes all bytes stored by a session. */
export async function deleteSessionFolder(
  { files }: Pick<FilesDeps, 'files'>,
  { sessionId }: { sessionId: number },
): Promise<void> {
  await files.delete(sessionFolder(sessionId))
}

/** Key of the folder with all bytes of a session. */
export function sessionFolder(sessionId: number): string {
  return `exchange/${sessionId}/`
}
