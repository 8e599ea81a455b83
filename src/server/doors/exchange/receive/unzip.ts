import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry } from 'yauzl'
import { BrokenFile } from '../parse/broken-file.ts'

export type UnzipLimits = {
  entries: number
  bytes: number
  /** Maximum compression ratio beyond the first 64 MB. */ ratio: number
}

const freeBytes = 64 * 1024 * 1024

export type ZipEntry = {
  name: string
  /** Size declared by the archive; `content` counts the real one. */ sizeBytes: number
  content: () => Promise<Readable>
}

/** Copies an archive into a folder, where its entries can be read in any order; returns its path. */
export async function storeArchive(archive: AsyncIterable<Uint8Array>, folder: string): Promise<string> {
  const path = join(folder, 'archive.zip')
  await pipeline(Readable.from(archive), createWriteStream(path, { mode: 0o600 }))
  return path
}

/** Unpacks an archive on disk entry by entry to `take`. Throws like `readEntries`. */
export async function unzipFile(
  path: string,
  limits: UnzipLimits,
  take: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  for await (const { name, content } of readEntries(path, limits)) await take(name, await content())
}

/**
 * The files of an archive on disk, in its order. Each content must be read before the next entry is requested, or not
 * at all, which costs nothing. Sizes are counted, not trusted. Throws BrokenFile if the archive is damaged, truncated,
 * encrypted, or a zip bomb.
 */
export async function* readEntries(path: string, limits: UnzipLimits): AsyncGenerator<ZipEntry> {
  const zip = await yauzl
    .openPromise(path, { decodeStrings: false })
    .catch((error: Error) => brokenArchive(error.message))
  const maxBytes = Math.min(limits.bytes, Math.max(freeBytes, zip.fileSize * limits.ratio))
  let bytes = 0
  let entries = 0
  const contentOf = async (entry: Entry): Promise<Readable> => {
    if (bytes + entry.uncompressedSize > maxBytes) throw archiveTooLarge()
    const counter = new Transform({
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length
        done(bytes > maxBytes ? archiveTooLarge() : null, piece)
      },
    })
    const packed = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw toBrokenFile(error)
    })
    packed.on('error', (error) => counter.destroy(toBrokenFile(error)))
    counter.on('close', () => packed.destroy())
    return packed.pipe(counter)
  }
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.entries) throw new BrokenFile('В архиве слишком много файлов')
      const name = decodeName(entry)
      if (!/[\\/]$/.test(name)) yield { name, sizeBytes: entry.uncompressedSize, content: () => contentOf(entry) }
    }
  } catch (error) {
    throw toBrokenFile(error)
  } finally {
    zip.close()
  }
}

function archiveTooLarge(): BrokenFile {
  return new BrokenFile('Архив распаковывается в слишком большой объём')
}

const utf8Flag = 0x800

/** Names are UTF-8 if flagged or valid as such, otherwise in the OEM code page of 1C's Windows. */
function decodeName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if ((generalPurposeBitFlag & utf8Flag) !== 0) return fileNameRaw.toString()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    const unicode = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    return extraFields.some(({ id }) => id === unicodePath) ? unicode : new TextDecoder('ibm866').decode(fileNameRaw)
  }
}

/** Extra field with a UTF-8 name. */
const unicodePath = 0x7075

function brokenArchive(reason: string): never {
  throw new BrokenFile(`Архив повреждён или получен не полностью: ${reason}`)
}

/** Errors of yauzl and inflate have no system code, or one of zlib; other errors do not concern the archive. */
function toBrokenFile(error: unknown): Error {
  const { code } = error as { code?: unknown }
  const ofArchive = code === undefined || (typeof code === 'string' && code.startsWith('Z_'))
  return error instanceof BrokenFile || !ofArchive
    ? (error as Error)
    : new BrokenFile('Архив повреждён или получен не полностью', { cause: error })
}
