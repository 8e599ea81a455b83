import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

/**
 * A backup is a tar file, written and read as a stream. Its last entry, `checksum.json`, holds the SHA-256 of names,
 * sizes and contents of all entries before it, to detect a truncated or damaged file.
 */
export type ArchiveWriter = {
  /** Adds an entry whose size is known. */
  add: (name: string, content: Uint8Array | { size: number; stream: Readable }) => Promise<void>
  /** Adds a stream of any length as entries `name/000001`, `name/000002`, … */
  addParts: (name: string, stream: AsyncIterable<Uint8Array>) => Promise<void>
  /** Gives the file its name, once it is complete and flushed to disk. */
  finish: () => Promise<{ sizeBytes: number }>
  abandon: () => Promise<void>
}

export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

const checksumName = 'checksum.json'
const partBytes = 4 << 20

/** Readable only by its owner: a backup holds password hashes and all orders. */
export function writeArchive(path: string): ArchiveWriter {
  // Unique to this run: concurrent or killed runs have their own.
  const unfinished = `${path}.${randomUUID()}.part`
  const tar = pack()
  const digest = createHash('sha256')
  const written = pipeline(tar, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }))
  // Reported by the current `add`, or by `finish`.
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

/** The entries in order; the content of each must be read before the next one. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const reading = pipeline(createReadStream(path), tar)
  reading.catch(() => undefined)
  for await (const entry of tar) {
    yield { name: entry.header.name, size: entry.header.size ?? 0, content: entry }
  }
  await reading
}

/** Reads a backup completely; throws `DamagedBackup` if it is damaged, and the system's error if it cannot be read. */
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

/** A read error; the file itself may be intact. */
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
