import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { holdDeletions, listFiles } from '#server/files/hold-deletions.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { connectForCopy } from './connection.ts'
import { contentsName, filePrefix, tableFolder } from './contents.ts'
import { beginSnapshot, readTable } from './copy-out.ts'

export type BackedUp = { tables: number; files: number; sizeBytes: number }
type Source = {
  url: string
  /** The file store's folder; without it the backup holds the database alone. */
  filesRoot: string | undefined
  path: string
  /** For deletions that had begun before they were held: the snapshot waits for them. */
  settleMs?: number
}

/**
 * Writes database and files as of one moment into one file, while the portal serves. The moment is that of the database's
 * snapshot: files are stored before rows name them, and those deleted from shortly before it on are held until they are copied.
 */
export async function createBackup({ url, filesRoot, path, settleMs = 2000 }: Source): Promise<BackedUp> {
  const archive = writeArchive(path)
  try {
    const hold = filesRoot === undefined ? undefined : await holdDeletions(filesRoot)
    try {
      if (hold) await pause(settleMs)
      const tables = await addDatabase(archive, url)
      const files = filesRoot === undefined ? 0 : await addFiles(archive, filesRoot)
      return { tables, files, ...(await archive.finish()) }
    } finally {
      await hold?.release()
    }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function addDatabase(archive: ArchiveWriter, url: string): Promise<number> {
  const client = await connectForCopy(url)
  try {
    const snapshot = await beginSnapshot(client)
    await archive.add(contentsName, Buffer.from(JSON.stringify({ format: 1, ...snapshot })))
    for (const [index, table] of snapshot.tables.entries()) await archive.addParts(tableFolder(index), readTable(client, table))
    await client.query('commit')
    return snapshot.tables.length
  } finally {
    await client.end()
  }
}

async function addFiles(archive: ArchiveWriter, root: string): Promise<number> {
  let count = 0
  for await (const { key, path } of listFiles(root)) {
    if (await addFile(archive, key, path)) count += 1
  }
  return count
}

/** One that was deleted since it was listed comes again, from where deleted files are held. */
async function addFile(archive: ArchiveWriter, key: string, path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return false
  try {
    const { size } = await file.stat()
    await archive.add(filePrefix + key, { size, stream: createReadStream('', { fd: file, autoClose: false, start: 0 }) })
    return true
  } finally {
    await file.close()
  }
}
