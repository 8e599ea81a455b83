import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import { endUnlessComplete } from './slow-requests.ts'

/** Bytes still read beyond the limit, so that the client receives the reply. */
const maxBeyondBytes = 8 * 1024 * 1024
/** 256 kbit/s; slower uploads would occupy a slot for too long. */
const minBytesPerMs = 32
const minMs = 60_000

type Limit = { max: number; message: string }

/** Before reading a file: refuses one with a much too large Content-Length, and sets the time limit by size. */
export function limitUpload(request: FastifyRequest, reply: FastifyReply, { max, message }: Limit): void {
  const announcedBytes = Number(request.headers['content-length'] ?? max)
  if (announcedBytes > max + maxBeyondBytes) throw new AppError('tooLarge', { message })
  endUnlessComplete(request, reply, { maxMs: minMs + announcedBytes / minBytesPerMs })
}

/** Reads a body; throws tooLarge with this message beyond `max` bytes. */
export async function readUpload(body: Readable, { max, message }: Limit): Promise<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  // Destroying the body would close the connection before the reply.
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
