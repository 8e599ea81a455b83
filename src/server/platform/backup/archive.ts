import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

/**
 * A backup is a tar file that is written and read as a stream. Its last entry, `checksum.json`, holds the SHA-256 of
 * the names, sizes and contents of all entries before it: a file that was cut short or damaged is told from a whole
 * one.
 */
export type ArchiveWriter = {
  /** Adds an entry whose size is known. */
  add: (name: string, content: Uint8Array | { size: number; stream: Readable }) => Promise<void>
  /** Adds a stream of any length as entries `name/000001`, `name/000002`, … */
  addParts: (name: string, stream: AsyncIterable<Uint8Array>) => Promise<void>
  /** The file stands under its name only now, whole and on the disk. */
  finish: () => Promise<{ sizeBytes: number }>
  abandon: () => Promise<void>
}

export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

const checksumName = 'checksum.json'
const partBytes = 4 << 20

/** Readable for its owner only: a backup holds password hashes and everybody's orders. */
export function writeArchive(path: string): ArchiveWriter {
  // Of this run alone: another one for the same path, or one that was killed, has its own.
  const unfinished = `${path}.${randomUUID()}.part`
  const tar = pack()
  const digest = createHash('sha256')
  const written = pipeline(tar, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }))
  // Told by whatever is being added at that moment, or by `finish`.
  written.catch(() => undefined)

  async function add(name: string, content: Uint8Array | { size: number; stream: Readable }): Promise<void> {
    const { size, stream } =
      content instanceof Uint8Array ? { size: content.length, stream: Readable.from([content]) } : content
    digest.update(`${name}\0${size}\0`)
    const entry = tar.entry({ name, size, mode: 0o600 })
    const hashed = async function* () {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        digest.update(piece)
        yield piece
      }
    }
    await Promise.race([
      pipeline(hashed, entry),
      written.then(() => {
        throw new Error('the archive is closed')
      }),
    ])
  }

  return {
    add,
    async addParts(name, stream) {
      let part = 0
      for await (const content of inParts(stream)) await add(`${name}/${String((part += 1)).padStart(6, '0')}`, content)
    },
    async finish() {
      const checksum = Buffer.from(JSON.stringify({ sha256: digest.copy().digest('hex') }))
      await add(checksumName, checksum)
      tar.finalize()
      await written
      await flushToDisk(unfinished)
      await rename(unfinished, path)
      return { sizeBytes: (await stat(path)).size }
    },
    async abandon() {
      tar.destroy()
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

async function* inParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of stream) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}

export type ArchiveEntry = { name: string; size: number; content: AsyncIterable<Uint8Array> }

/** The entries in their order; the content of each is read before the next is asked for. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const reading = pipeline(createReadStream(path), tar)
  reading.catch(() => undefined)
  for await (const entry of tar) {
    yield { name: entry.header.name, size: entry.header.size ?? 0, content: entry }
  }
  await reading
}

/**
 * Reads a backup from end to end; throws `DamagedBackup` unless it is whole, and the system's error where it cannot be
 * read.
 */
export async function verifyArchive(path: string): Promise<void> {
  const digest = createHash('sha256')
  let storedChecksum: string | undefined
  try {
    for await (const { name, size, content } of readArchive(path)) {
      if (storedChecksum !== undefined) throw new DamagedBackup('entries follow the checksum')
      if (name === checksumName) {
        storedChecksum = readChecksum(await readText(content))
        continue
      }
      digest.update(`${name}\0${size}\0`)
      for await (const piece of content) digest.update(piece)
    }
  } catch (error) {
    throw error instanceof DamagedBackup || isOfSystem(error)
      ? error
      : new DamagedBackup(String(error), { cause: error })
  }
  if (storedChecksum === undefined) throw new DamagedBackup('the checksum at the end is missing')
  if (storedChecksum !== digest.digest('hex')) throw new DamagedBackup('the checksum is another')
}

/** The file may be whole: it could not be read. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function readChecksum(text: string): string | undefined {
  const { sha256 } = JSON.parse(text) as { sha256?: unknown }
  return typeof sha256 === 'string' ? sha256 : undefined
}
