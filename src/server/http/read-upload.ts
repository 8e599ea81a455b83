import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'

/** How much beyond its limit a body is still read to its end, so that its sender hears the answer. */
const mostDrainedBytes = 100 * 1024 * 1024

/** A body's bytes; throws tooLarge with this message once they are more than `most`. */
export async function readUpload(body: Readable, { most, message }: { most: number; message: string }): Promise<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > mostDrainedBytes) break
    if (size > most) parts = []
    else parts.push(bytes)
  }
  if (size > most) throw new AppError('tooLarge', { message })
  return Buffer.concat(parts)
}
