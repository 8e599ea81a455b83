import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import { endUnlessComplete } from './slow-requests.ts'

/** How many bytes beyond the limit are still read, so that the client receives the answer. */
const maxBeyondBytes = 8 * 1024 * 1024
/** 256 kbit/s over a whole file: what is slower occupies its slot for too long. */
const minBytesPerMs = 32
const minMs = 60_000

type Limit = { max: number; message: string }

/** Before a file is read: refuses one that says it is much too large, and gives it the time that its size takes. */
export function limitUpload(request: FastifyRequest, reply: FastifyReply, { max, message }: Limit): void {
  const announcedBytes = Number(request.headers['content-length'] ?? max)
  if (announcedBytes > max + maxBeyondBytes) throw new AppError('tooLarge', { message })
  endUnlessComplete(request, reply, { maxMs: minMs + announcedBytes / minBytesPerMs })
}

/** A body's bytes; throws tooLarge with this message once they are more than `most`. */
export async function readUpload(body: Readable, { max, message }: Limit): Promise<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  // A destroyed body would take the connection with it, and the answer.
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > max + maxBeyondBytes) break
    if (size > max) parts = []
    else parts.push(bytes)
  }
  if (size > max) throw new AppError('tooLarge', { message })
  return Buffer.concat(parts)
}
