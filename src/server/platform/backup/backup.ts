import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { retainDeletedFiles, listFiles } from '#server/platform/files/retain-deleted.ts'
import { isStoreKey } from '#server/platform/files/keys.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { connectForCopy } from './connection.ts'
import { contentsName, filePrefix, rebuiltFolder, tableFolder } from './contents.ts'
import { beginSnapshot, listReferencedFiles, readTable } from './copy-out.ts'
import { BackupRefused } from './restore-target.ts'

export type BackupSummary = {
  tables: number
  files: number
  sizeBytes: number
  /** Keys of files referenced by rows but missing in the store. */
  missing: string[]
  /** Paths of foreign files in the store's folder; they are skipped. */
  foreign: string[]
}
type Source = {
  url: string
  /** Folder of the file store; without it the backup holds only the database. */
  filesRoot: string | undefined
  path: string
  /** Delay before the snapshot, for deletions in progress. */
  settleMs?: number
}

/**
 * Writes database and files of one moment into a file while the portal runs: the moment of the database's snapshot.
 * Files are stored before rows refer to them, and deleted files are retained until copied.
 */
export async function createBackup({ url, filesRoot, path, settleMs = 2000 }: Source): Promise<BackupSummary> {
  const archive = writeArchive(path)
  try {
    // No file was stored yet, or the folder is wrong: nothing must be created there.
    const retention =
      filesRoot !== undefined && (await isFolder(filesRoot)) ? await retainDeletedFiles(filesRoot) : undefined
    try {
      if (retention) await pause(settleMs)
      const { tables, named } = await addDatabase(archive, url)
      const { copied, foreign } = filesRoot === undefined ? noFiles() : await addFiles(archive, filesRoot)
      const missing = filesRoot === undefined ? [] : named.filter((key) => !copied.has(key))
      if (missing.length > 0 && missing.length === named.length)
        throw new BackupRefused(
          `В ${filesRoot} нет ни одного файла из тех, что называет база (${named.length}): проверьте DATA_DIR`,
        )
      return { tables, files: copied.size, missing, foreign, ...(await archive.finish()) }
    } finally {
      await retention?.release()
    }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function addDatabase(archive: ArchiveWriter, url: string): Promise<{ tables: number; named: string[] }> {
  const client = await connectForCopy(url)
  try {
    const snapshot = await beginSnapshot(client)
    await archive.add(contentsName, Buffer.from(JSON.stringify({ format: 1, ...snapshot })))
    for (const [index, table] of snapshot.tables.entries())
      await archive.addParts(tableFolder(index), readTable(client, table))
    const named = await listReferencedFiles(client)
    await client.query('commit')
    return { tables: snapshot.tables.length, named }
  } finally {
    await client.end()
  }
}

type Files = { copied: Set<string>; foreign: string[] }
const noFiles = (): Files => ({ copied: new Set(), foreign: [] })

async function addFiles(archive: ArchiveWriter, root: string): Promise<Files> {
  const files = noFiles()
  for await (const { key, path } of listFiles(root)) {
    if (!isStoreKey(key)) files.foreign.push(path)
    else if (!key.startsWith(rebuiltFolder) && (await addFile(archive, key, path))) files.copied.add(key)
  }
  return files
}

/** A file deleted since it was listed is read from the retained ones. */
async function addFile(archive: ArchiveWriter, key: string, path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return false
  try {
    const { size } = await file.stat()
    await archive.add(filePrefix + key, {
      size,
      stream: createReadStream('', { fd: file, autoClose: false, start: 0 }),
    })
    return true
  } finally {
    await file.close()
  }
}
