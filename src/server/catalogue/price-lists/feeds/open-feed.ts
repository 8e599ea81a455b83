import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#server/platform/app-error.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Feed, FeedRequest, Feeds } from './feeds.ts'

export type OpenFeed = { feed: Feed; zipped: Readable }
type Deps = { files: FileStore; feeds: Feeds }

/**
 * Opens the gzipped bytes of a feed. An open file stays readable while it is replaced; if it has just been replaced,
 * the next version is opened. The caller must read to the end or destroy the stream.
 */
export async function openFeed({ files, feeds }: Deps, request: FeedRequest, feed: Feed): Promise<OpenFeed> {
  const zipped = await openFile(files, feed.key)
  if (zipped) return { feed, zipped }
  const next = await feeds.current(request)
  const bytes = await openFile(files, next.key)
  if (!bytes) throw new AppError('unavailable')
  return { feed: next, zipped: bytes }
}

/** The XML of a feed. An error in either stream, or an aborted reader, closes both. */
export function unzip({ zipped }: OpenFeed): Readable {
  // The reader receives errors from the last stream.
  return pipeline(zipped, createGunzip(), () => undefined)
}

/** Undefined if the file does not exist. */
async function openFile(files: FileStore, key: string): Promise<Readable | undefined> {
  const bytes = files.get(key)
  try {
    await once(bytes, 'readable')
    return bytes
  } catch (error) {
    bytes.destroy()
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
