import { type FileHandle, open } from 'node:fs/promises'
import type { Encoding } from './dialects.ts'

const flushBytes = 1 << 20

/** A file written in pieces of about a megabyte, so that its size never matters to memory. */
export interface EncodedFile {
  readonly bytes: number
  write(text: string): Promise<void>
  close(): Promise<void>
}

export async function openEncoded(path: string, encoding: Encoding): Promise<EncodedFile> {
  const handle = await open(path, 'w')
  const encode = encoding === 'windows-1251' ? windows1251 : (text: string) => Buffer.from(text, 'utf8')
  let waiting: Buffer[] = encoding === 'utf-8-bom' ? [Buffer.from('\ufeff', 'utf8')] : []
  let waitingBytes = waiting.length * 3
  let bytes = 0
  const flush = async () => {
    const piece = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    bytes += piece.length
    await writeAll(handle, piece)
  }
  return {
    get bytes() {
      return bytes + waitingBytes
    },
    async write(text) {
      const piece = encode(text)
      waiting.push(piece)
      waitingBytes += piece.length
      if (waitingBytes >= flushBytes) await flush()
    },
    async close() {
      await flush()
      await handle.close()
    },
  }
}

async function writeAll(handle: FileHandle, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length; ) done += (await handle.write(piece, done)).bytesWritten
}

const toWindows1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map((character, byte) => [character.charCodeAt(0), byte]),
)

/** Letters that the encoding lacks become a question mark, as in 1C. */
function windows1251(text: string): Buffer {
  const piece = Buffer.allocUnsafe(text.length)
  for (let i = 0; i < text.length; i += 1) piece[i] = toWindows1251.get(text.charCodeAt(i)) ?? 63
  return piece
}
