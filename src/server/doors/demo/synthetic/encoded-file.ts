import { type FileHandle, open } from 'node:fs/promises'
import type { Encoding } from './dialects.ts'

const bufferBytes = 1 << 20

/** A file written through a 1 MB buffer, so that memory does not depend on its size. */
export interface EncodedFile {
  readonly bytes: number
  write(text: string): Promise<void>
  close(): Promise<void>
}

export async function openEncoded(path: string, encoding: Encoding): Promise<EncodedFile> {
  const handle = await open(path, 'w')
  const encodeInto =
    encoding === 'windows-1251'
      ? writeWindows1251
      : (buffer: Buffer, text: string, at: number) => buffer.write(text, at, 'utf8')
  const buffer = Buffer.alloc(bufferBytes)
  let filled = encoding === 'utf-8-bom' ? buffer.write('\ufeff', 0, 'utf8') : 0
  let bytes = 0
  const flush = async () => {
    await writeAll(handle, buffer.subarray(0, filled))
    bytes += filled
    filled = 0
  }
  return {
    get bytes() {
      return bytes + filled
    },
    async write(text) {
      // A UTF-16 unit takes at most three bytes.
      for (let from = 0; from < text.length; from += bufferBytes / 4) {
        const piece = text.slice(from, from + bufferBytes / 4)
        if (filled + piece.length * 3 > bufferBytes) await flush()
        filled += encodeInto(buffer, piece, filled)
      }
    },
    async close() {
      await flush()
      await handle.close()
    },
  }
}

async function writeAll(handle: FileHandle, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten
}

const toWindows1251 = new Map(
  Array.from(new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))).map(
    (character, byte) => [character.charCodeAt(0), byte],
  ),
)

/** Characters missing in the encoding become question marks, as in 1C. */
function writeWindows1251(buffer: Buffer, text: string, at: number): number {
  for (let i = 0; i < text.length; i += 1) buffer[at + i] = toWindows1251.get(text.charCodeAt(i)) ?? 63
  return text.length
}
