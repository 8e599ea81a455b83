import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry } from 'yauzl'
import { BrokenFile } from '../parse/broken-file.ts'

export type UnzipLimits = {
  entries: number
  bytes: number
  /** Unpacked bytes per packed one, beyond the first 64 MB. */ ratio: number
}

const freeBytes = 64 * 1024 * 1024

export type ZipEntry = {
  name: string
  /** As the archive says; `content` counts. */ sizeBytes: number
  content: () => Promise<Readable>
}

/** Copies the bytes of an archive into a folder, where its entries can be read in any order; answers its path. */
export async function storeArchive(archive: AsyncIterable<Uint8Array>, folder: string): Promise<string> {
  const path = join(folder, 'archive.zip')
  await pipeline(Readable.from(archive), createWriteStream(path, { mode: 0o600 }))
  return path
}

/** Unpacks an archive that lies on disk entry by entry, one at a time, to `take`. Throws as `readEntries` does. */
export async function unzipFile(
  path: string,
  limits: UnzipLimits,
  take: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  for await (const { name, content } of readEntries(path, limits)) await take(name, await content())
}

/**
 * The files in an archive that lies on disk, in its order; their content is to be read before the next one is asked
 * for, or not at all, which costs nothing. Sizes are counted as bytes come, not believed. Throws BrokenFile when the
 * archive is damaged, cut off, encrypted, or a bomb.
 */
export async function* readEntries(path: string, limits: UnzipLimits): AsyncGenerator<ZipEntry> {
  const zip = await yauzl.openPromise(path, { decodeStrings: false }).catch((error: Error) => broken(error.message))
  const maxBytes = Math.min(limits.bytes, Math.max(freeBytes, zip.fileSize * limits.ratio))
  let bytes = 0
  let entries = 0
  const contentOf = async (entry: Entry): Promise<Readable> => {
    if (bytes + entry.uncompressedSize > maxBytes) throw tooMuch()
    const counted = new Transform({
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length
        done(bytes > maxBytes ? tooMuch() : null, piece)
      },
    })
    const packed = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw asBroken(error)
    })
    packed.on('error', (error) => counted.destroy(asBroken(error)))
    counted.on('close', () => packed.destroy())
    return packed.pipe(counted)
  }
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.entries) throw new BrokenFile('В архиве слишком много файлов')
      const name = nameOf(entry)
      if (!/[\\/]$/.test(name)) yield { name, sizeBytes: entry.uncompressedSize, content: () => contentOf(entry) }
    }
  } catch (error) {
    throw asBroken(error)
  } finally {
    zip.close()
  }
}

function tooMuch(): BrokenFile {
  return new BrokenFile('Архив распаковывается в слишком большой объём')
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

/** Errors of yauzl and of inflation carry no code of the system, or zlib's; others are none of the archive's. */
function asBroken(error: unknown): Error {
  const { code } = error as { code?: unknown }
  const ofArchive = code === undefined || (typeof code === 'string' && code.startsWith('Z_'))
  return error instanceof BrokenFile || !ofArchive
    ? (error as Error)
    : new BrokenFile('Архив повреждён или получен не полностью', { cause: error })
}
