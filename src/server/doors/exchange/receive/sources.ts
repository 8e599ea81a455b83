import { PassThrough, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { readSetting } from '#server/platform/settings.ts'
import { checkFreeSpace } from './disk-space.ts'
import { deleteStored, readStored } from './files.ts'
import { completeSource, deleteSource, insertSource } from './queries-sources.ts'

type Deps = { db: Db; files: FileStore }
type Content = AsyncIterable<Uint8Array>
type SourceToKeep = { runId: number; receivedAt: Date; full?: boolean; content: Content }

/** Level 1 takes a second for 100 MB of XML and leaves a twelfth of it. */
const compression = { level: 1 }

/** Sources must not take the room of the next exchanges. */
const leftForExchange = 512 * 1024 * 1024

/** Keeps the file of a run for staff, compressed; returns false if the setting says no. */
export async function keepSource(
  { db, files }: Deps,
  { runId, receivedAt, full = false, content }: SourceToKeep,
): Promise<boolean> {
  if ((await readSetting(db, 'exchange.keep.sourceDays')) === 0) return false
  await checkFreeSpace({ files }, leftForExchange)
  const key = `exchange-sources/${runId}.gz`
  await insertSource(db, { runId, key, receivedAt, full })
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      sizeBytes += piece.length
      yield piece
    }
  }
  const compressed = createGzip(compression)
  const raw = Readable.from(counted(), { objectMode: false })
  // The store attaches its listener only after it has made room.
  compressed.on('error', () => undefined)
  raw.on('error', (error) => compressed.destroy(error))
  compressed.on('close', () => raw.destroy())
  await files.put(key, raw.pipe(compressed))
  await completeSource(db, { runId, sizeBytes })
  return true
}

/** Until more fits in, or nobody reads it any more. */
function drained(copy: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      copy.off('drain', done)
      copy.off('close', done)
      resolve()
    }
    copy.on('drain', done)
    copy.on('close', done)
  })
}

/** The bytes as they came. A file deleted meanwhile ends the stream with an error. */
export function readSource({ files }: Pick<Deps, 'files'>, { key }: { key: string }): Readable {
  const compressed = files.get(key)
  const raw = createGunzip()
  compressed.on('error', (error) => raw.destroy(error))
  // It may come before the reader begins, who still gets it.
  raw.on('error', () => undefined)
  raw.on('close', () => compressed.destroy())
  return compressed.pipe(raw)
}

/** Keeps a processed file for staff instead of its chunks. No import fails because its file could not be kept. */
export async function moveToSources(
  { db, files, log }: Deps & { log: Logger },
  {
    runId,
    sessionId,
    file,
  }: { runId: number; sessionId: number; file: { id: number; name: string; receivedAt: Date } },
): Promise<void> {
  try {
    await keepSource({ db, files }, { runId, receivedAt: file.receivedAt, content: readStored({ db, files }, file.id) })
  } catch (error) {
    log.warn({ err: error, file: file.name }, 'exchange file not kept')
  }
  await deleteStored({ db, files }, { sessionId, fileId: file.id })
}

/** A feed with PDFs may be huge; beyond this it is not kept. */
const maxFeedBytes = 256 * 1024 * 1024

/** Passes a stream on while it is being kept. `kept` never fails: what cannot be kept is only missing in the log. */
export function passAndKeep(
  deps: Deps,
  { content, ...source }: SourceToKeep,
): { content: AsyncGenerator<Uint8Array>; kept: () => Promise<boolean> } {
  let kept = Promise.resolve(false)

  async function* passing(): AsyncGenerator<Uint8Array> {
    const copy = new PassThrough()
    copy.on('error', () => undefined)
    kept = keepSource(deps, { ...source, content: copy })
      .catch(() => false)
      // A copy that nobody reads must not hold the stream.
      .finally(() => copy.destroy())
    let sizeBytes = 0
    let complete = false
    try {
      for await (const piece of content) {
        sizeBytes += piece.length
        if (sizeBytes > maxFeedBytes) copy.destroy(new Error('too large to be kept'))
        else if (!copy.destroyed && !copy.write(piece)) await drained(copy)
        yield piece
      }
      complete = true
    } finally {
      if (complete) copy.end()
      else copy.destroy(new Error('the stream was not read to its end'))
    }
  }

  return { content: passing(), kept: () => kept }
}

/** The bytes first, so that leftovers always have a row. */
export async function removeSource({ db, files }: Deps, { runId, key }: { runId: number; key: string }): Promise<void> {
  await files.delete(key)
  await deleteSource(db, { runId })
}
