import { buffer } from 'node:stream/consumers'
import { pictureWidths } from '#shared/constants.ts'
import { resizeImage, servedFormats, type ServedFormat } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { StoredPicture } from './queries.ts'

/** Concurrent encoders: other work must keep a core. */
const maxRunning = 2
const maxWaiting = 400

export type Size = { width: number; format: ServedFormat }

/**
 * Renditions at the screen widths, created on first request and kept in the file store. Concurrent requests share the
 * work. Undefined if the queue is full or resizing failed: the caller serves the original.
 */
export function createSizes({ files }: { files: FileStore }) {
  const inProgress = new Map<string, Promise<boolean>>()
  const queue = createConcurrencyLimit({ maxRunning, maxWaiting })

  async function createSize(key: string, picture: StoredPicture, size: Size): Promise<boolean> {
    try {
      await queue.run(async () => files.put(key, await resizeImage(await buffer(files.get(picture.key)), size)))
      return true
    } catch {
      return false
    } finally {
      inProgress.delete(key)
    }
  }

  return {
    async keyOf(picture: StoredPicture, size: Size): Promise<string | undefined> {
      const key = sizedKey(picture.digest, size)
      if (await files.has(key)) return key
      const known = inProgress.get(key)
      if (!known && queue.isFull()) return undefined
      const created = known ?? createSize(key, picture, size)
      inProgress.set(key, created)
      return (await created) ? key : undefined
    },
  }
}

/** Keys of all possible renditions of a picture. */
export function sizedKeys(digest: string): string[] {
  return pictureWidths.flatMap((width) => servedFormats.map((format) => sizedKey(digest, { width, format })))
}

const sizedKey = (digest: string, { width, format }: Size) => `sized/${digest.slice(0, 2)}/${digest}-${width}.${format}`
