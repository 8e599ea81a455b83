import { Transform, type Duplex, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#server/platform/files/store.ts'

/**
 * Stores the output of a stream pipeline and returns its size in bytes. On any error all streams are closed and nothing
 * is stored.
 */
export async function storeStream(files: FileStore, key: string, ...streams: [Readable, ...Duplex[]]): Promise<number> {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  // The store receives errors from the last stream.
  pipeline([...streams, counted]).catch(() => undefined)
  try {
    await files.put(key, counted)
    return bytes
  } finally {
    counted.destroy()
    for (const stream of streams) stream.destroy()
  }
}
