import { buffer } from 'node:stream/consumers'
import { pictureWidths } from '#shared/constants.ts'
import { resized, servedFormats, type ServedFormat } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import type { StoredPicture } from './queries.ts'

/** Encoders at once: a page of new pictures must leave a core to everybody else. */
const maxAtOnce = 2
const maxWaiting = 400

export type Size = { width: number; format: ServedFormat }

/**
 * Pictures at the widths of the screens, created on first request and kept in the file store. Concurrent requests share
 * the work; undefined: the queue is full, or it failed, and the original is used.
 */
export function createSizes({ files }: { files: FileStore }) {
  const making = new Map<string, Promise<boolean>>()
  const turns = createConcurrencyLimit({ atOnce: maxAtOnce, maxWaiting })

  async function make(key: string, picture: StoredPicture, size: Size): Promise<boolean> {
    try {
      await turns.take(async () => files.put(key, await resized(await buffer(files.get(picture.key)), size)))
      return true
    } catch {
      return false
    } finally {
      making.delete(key)
    }
  }

  return {
    async keyOf(picture: StoredPicture, size: Size): Promise<string | undefined> {
      const key = sizedKey(picture.digest, size)
      if (await files.has(key)) return key
      const known = making.get(key)
      if (!known && turns.isFull()) return undefined
      const made = known ?? make(key, picture, size)
      making.set(key, made)
      return (await made) ? key : undefined
    },
  }
}

/** Where all that may have been made of a picture lies. */
export function sizedKeys(digest: string): string[] {
  return pictureWidths.flatMap((width) => servedFormats.map((format) => sizedKey(digest, { width, format })))
}

const sizedKey = (digest: string, { width, format }: Size) => `sized/${digest.slice(0, 2)}/${digest}-${width}.${format}`
