import { Transform, type Duplex, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#server/platform/files/store.ts'

/**
 * Stores the output of a stream pipeline and returns its size in bytes. On any error all streams are closed and nothing
 * is stored.
 */
export async function storeStream(files: FileStore, key: string, ...streams: [Readable, ...Duplex[]]): Promise<number> {
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  // The store receives errors from the last stream.
  pipeline([...streams, counter]).catch(() => undefined)
  try {
    await files.put(key, counter)
    return bytes
  } finally {
    counter.destroy()
    for (const stream of streams) stream.destroy()
  }
}
