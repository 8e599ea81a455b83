import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingError, toOutgoingError } from './refusals.ts'

const unpackers: Record<string, (() => Transform) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The unpacked body: fails with OutgoingError, at the latest after `maxBytes`. */
export function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Readable {
  const body = new LimitedBytes(maxBytes, signal)
  // A body that its caller has dropped must not end the process when it fails.
  body.on('error', () => undefined)
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const settled = () => undefined
  if (encoding === '' || encoding === 'identity' || hasNoBody(response)) {
    pipeline(response, body, settled)
    return body
  }
  const unpack = unpackers[encoding]?.()
  if (unpack === undefined) {
    response.destroy()
    return unreadable()
  }
  pipeline(response, new LimitedBytes(maxBytes, signal), unpack, body, settled)
  return body
}

/** Fails when it is read: the status of such a reply is still good. */
function unreadable(): Readable {
  return new Readable({
    read() {
      this.destroy(new OutgoingError('broken'))
    },
  }).on('error', () => undefined)
}

/** Such a reply names the packing that the body would have. */
function hasNoBody({ statusCode }: IncomingMessage): boolean {
  return statusCode === 204 || statusCode === 304
}

/** Passes bytes on and fails beyond the limit; turns errors of the whole chain into OutgoingError. */
class LimitedBytes extends Transform {
  #left: number
  readonly #signal: AbortSignal

  constructor(maxBytes: number, signal: AbortSignal) {
    super()
    this.#left = maxBytes
    this.#signal = signal
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length
    if (this.#left < 0) done(new OutgoingError('tooLarge'))
    else done(null, chunk)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (error === null) return done(null)
    done(failureOf(error, this.#signal))
  }
}

/** An aborted transfer failed for the reason of its abort. */
export function failureOf(error: unknown, { aborted, reason }: AbortSignal): Error {
  if (error instanceof OutgoingError) return error
  if (!aborted || !(reason instanceof Error)) return toOutgoingError(error)
  return reason.name === 'TimeoutError' ? new OutgoingError('tooSlow', { cause: reason }) : reason
}
