import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#server/platform/app-error.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Feed, FeedRequest, Feeds } from './feeds.ts'

export type OpenFeed = { feed: Feed; zipped: Readable }
type Deps = { files: FileStore; feeds: Feeds }

/**
 * The gzipped bytes of a feed as an open file, readable to the end during concurrent writes. If another process has
 * just replaced the file, those of the next one. Destroy it unless read to the end.
 */
export async function openFeed({ files, feeds }: Deps, request: FeedRequest, feed: Feed): Promise<OpenFeed> {
  const zipped = await opened(files, feed.key)
  if (zipped) return { feed, zipped }
  const next = await feeds.current(request)
  const bytes = await opened(files, next.key)
  if (!bytes) throw new AppError('unavailable')
  return { feed: next, zipped: bytes }
}

/** Its XML. An error of either stream, or a reader that stops, ends both. */
export function unzipped({ zipped }: OpenFeed): Readable {
  // The reader gets the error through the last stream.
  return pipeline(zipped, createGunzip(), () => undefined)
}

/** Undefined where nothing lies under the key. */
async function opened(files: FileStore, key: string): Promise<Readable | undefined> {
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
