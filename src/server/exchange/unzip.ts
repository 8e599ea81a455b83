import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry } from 'yauzl'
import { BrokenFile } from './parse/broken-file.ts'

export type UnzipLimits = { entries: number; bytes: number; /** Unpacked bytes per packed one, beyond the first 64 MB. */ ratio: number }

const freeBytes = 64 * 1024 * 1024

/**
 * Unpacks an archive entry by entry, one at a time, to `take`. Sizes are counted as they come, not believed.
 * Throws BrokenFile when the archive is damaged, cut off, encrypted, or a bomb.
 */
export async function unzip(
  archive: AsyncIterable<Uint8Array>,
  limits: UnzipLimits,
  take: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-zip-'))
  try {
    const path = join(folder, 'archive.zip')
    await pipeline(Readable.from(archive), createWriteStream(path))
    await unzipFile(path, limits, take)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same of an archive that lies on disk. */
export async function unzipFile(path: string, limits: UnzipLimits, take: (name: string, content: Readable) => Promise<void>): Promise<void> {
  const zip = await yauzl.openPromise(path, { decodeStrings: false }).catch((error: Error) => broken(error.message))
  const mostBytes = Math.min(limits.bytes, Math.max(freeBytes, zip.fileSize * limits.ratio))
  let bytes = 0
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.entries) throw new BrokenFile('В архиве слишком много файлов')
      const name = nameOf(entry)
      if (/[\\/]$/.test(name)) continue
      if (bytes + entry.uncompressedSize > mostBytes) throw new BrokenFile('Архив распаковывается в слишком большой объём')
      const counted = new Transform({
        transform(piece: Buffer, _encoding, done) {
          bytes += piece.length
          done(bytes > mostBytes ? new BrokenFile('Архив распаковывается в слишком большой объём') : null, piece)
        },
      })
      await Promise.all([pipeline(await zip.openReadStreamPromise(entry), counted), take(name, counted)])
    }
  } catch (error) {
    if (error instanceof BrokenFile || !isZipError(error)) throw error
    broken((error as Error).message)
  } finally {
    zip.close()
  }
}

const utf8Flag = 0x800

/** Names are UTF-8 where the archive says so or where they can be, else of the OEM code page that 1C's Windows has. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if ((generalPurposeBitFlag & utf8Flag) !== 0) return fileNameRaw.toString()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    const unicode = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    return extraFields.some(({ id }) => id === unicodePath) ? unicode : new TextDecoder('ibm866').decode(fileNameRaw)
  }
}

/** Extra field with a name in UTF-8 beside the one of the code page. */
const unicodePath = 0x7075

function broken(reason: string): never {
  throw new BrokenFile(`Архив повреждён или получен не полностью: ${reason}`)
}

/** Errors of yauzl and of inflation carry no code of the system, or zlib's. */
function isZipError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === undefined || (typeof code === 'string' && code.startsWith('Z_'))
}
