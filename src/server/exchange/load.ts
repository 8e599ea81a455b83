import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { readSetting } from '#server/settings.ts'
import { forgetSeen } from './apply/catalogues.ts'
import { deactivateUnseen, type Deactivation } from './apply/close-session.ts'
import type { Counts } from './apply/tally.ts'
import { archiveLimits } from './archives.ts'
import { fromImportFiles, isArchive, isDocument, isExchangeFile, isPicture, isXml, normaliseFilename } from './filename.ts'
import { dropFolder, folderOf } from './files.ts'
import { importFile } from './import-file.ts'
import { readImportSettings } from './import-settings.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { askToClose, endSession, insertFile, insertSession, setFileState } from './queries.ts'
import { countWaitingOffers } from './queries-waiting.ts'
import { checkRoom, orNoRoom } from './room.ts'
import { takeAttachments } from './take-attachments.ts'
import { readEntries, unzipFile } from './unzip.ts'
import { tellOfWaiting } from './waiting-offers.ts'

export type LoadDeps = { db: Db; pool: Pool; files: FileStore }
/** `itemCount` 0: nothing in it is for the catalogue. */
export type LoadedFile = { name: string; runId: number; counts: Counts; itemCount: number; error: string | undefined }
export type Loaded = { files: LoadedFile[]; deactivations: Deactivation[]; waiting: { offers: number; goods: number } }

/** Files that the command line named and nobody can load; nothing was loaded. The message is Russian. */
export class UnknownFiles extends Error {
  override name = 'UnknownFiles'
}

export type LoadWatch = { onProgress?: (file: { name: string; done: number; total: number }) => void }

/**
 * Loads an export from this machine's disk the way 1C's own is loaded, as one session: files, archives and folders.
 * Given files keep their order; a folder's are taken in the order 1C sends them. Pictures and documents come last.
 * Throws UnknownFiles, with nothing loaded, where a path is none of an export: what a full export seems to leave out is
 * switched off, so no part of it may be missing unnoticed.
 */
export async function loadExport(deps: LoadDeps, paths: string[], watch: LoadWatch = {}): Promise<Loaded> {
  const sessionId = await insertSession(deps.db, { accountId: null, type: 'load', tokenHash: null })
  const client = await deps.pool.connect()
  let healthy = false
  try {
    const files = await findFiles(deps, { sessionId, paths })
    const loaded = await loadFiles(deps, client, { sessionId, paths: files, ...watch })
    healthy = true
    return loaded
  } catch (error) {
    await end(deps, sessionId).catch(() => undefined)
    throw error
  } finally {
    client.release(!healthy)
    await dropFolder(deps, { sessionId })
  }
}

async function loadFiles(deps: LoadDeps, client: PoolClient, { sessionId, paths, onProgress }: { sessionId: number; paths: string[] } & LoadWatch): Promise<Loaded> {
  const settings = await readImportSettings(deps.db)
  const attach = async (found: string[], name: string) => {
    if (found.length === 0) return
    await takeAttachments({ client, files: deps.files }, {
      sessionId,
      fileId: null,
      name: `${found.length} файлов`,
      attachments: found.map((path) => ({ fileId: null, name: sourceName(path), open: () => createReadStream(path) })),
      onDone: async (_attachment, done) => onProgress?.({ name, done, total: found.length }),
    })
  }
  const files: LoadedFile[] = []
  for (const path of paths.filter(isXml)) {
    const name = basename(path)
    const fileId = await insertFile(deps.db, { sessionId, name })
    const source = { sessionId, fileId, name, receivedAt: new Date(), open: () => createReadStream(path) }
    const result = await importFile(client, settings, source, { onProgress: (progress) => onProgress?.({ name, ...progress }) })
    await setFileState(deps.db, { id: fileId, state: result.error === undefined ? 'done' : 'failed', error: result.error })
    files.push({ name, ...result })
  }
  await attach(paths.filter(isPicture), 'картинки')
  await attach(paths.filter(isDocument), 'документы')
  const succeeded = files.every(({ error }) => error === undefined)
  const mostPercent = await readSetting(deps.db, 'exchange.deactivation.mostPercent')
  const deactivations = succeeded ? await deactivateUnseen(client, { sessionId, mostPercent }) : []
  await end(deps, sessionId)
  await tellOfWaiting(deps, { sessionId })
  await forgetSeen(client)
  return { files, deactivations, waiting: await countWaitingOffers(deps.db) }
}

async function end({ db }: LoadDeps, sessionId: number): Promise<void> {
  await askToClose(db, { id: sessionId })
  await endSession(db, { id: sessionId })
}

async function findFiles(deps: LoadDeps, { sessionId, paths }: { sessionId: number; paths: string[] }): Promise<string[]> {
  const found: string[] = []
  const unknown: string[] = []
  for (const [at, path] of paths.entries()) {
    const files = await filesAt(deps, path, `${folderOf(sessionId)}${at}/`)
    if (typeof files === 'string') unknown.push(`${path}: ${files}`)
    else found.push(...files)
  }
  if (unknown.length > 0) throw new UnknownFiles(`не загружено ничего.\n${unknown.map((each) => `  ${each}`).join('\n')}`)
  return found
}

/** The files of an export that a path means; a string says why there are none. */
async function filesAt({ files }: LoadDeps, path: string, unpackKey: string): Promise<string[] | string> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'такого файла нет'
  if (found.isDirectory()) return orNone(await filesBelow(path), 'в папке нет файлов выгрузки')
  if (!isExchangeFile(path)) return 'это не файл выгрузки CommerceML. Загружаются XML, ZIP, картинки и документы'
  if (!isArchive(path)) return [path]
  try {
    return orNone(await unpackTo(files, unpackKey, path), 'в архиве нет файлов выгрузки')
  } catch (error) {
    if (error instanceof BrokenFile) return error.message
    throw orNoRoom(error)
  }
}

function orNone(files: string[], none: string): string[] | string {
  return files.length === 0 ? none : files
}

/** Below the data folder, where the portal may expect room. */
async function unpackTo(files: FileStore, key: string, archive: string): Promise<string[]> {
  let bytes = 0
  for await (const { sizeBytes } of readEntries(archive, archiveLimits)) bytes += sizeBytes
  await checkRoom({ files }, bytes)
  const folder = await files.workFolder(key)
  await unzipFile(archive, archiveLimits, async (entry, content) => {
    const name = normaliseFilename(entry)
    if (name === undefined) {
      content.resume()
      return
    }
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(path))
  })
  return filesBelow(folder)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && !isArchive(entry.name)).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => isXml(path) || normaliseFilename(path) !== undefined).toSorted(inOrderOf1c)
}

const order = ['groups', 'properties', 'units', 'pricelists', 'storages', 'import', 'goods', 'offers', 'prices', 'rests']

/** Classifier before goods, goods before offers, those before prices and stock; import0_2 before import0_10. */
function inOrderOf1c(one: string, other: string): number {
  return rank(one) - rank(other) || one.localeCompare(other, 'en', { numeric: true })
}

function rank(path: string): number {
  const file = basename(path).toLowerCase()
  const own = order.findIndex((word) => file.startsWith(word))
  // In the split form import.xml of goods/ holds goods, the one above the classifier.
  const inGoods = /[\\/]goods[\\/]/.test(path.toLowerCase()) && file.startsWith('import')
  return own < 0 ? order.length : inGoods ? order.indexOf('goods') : /[\\/]properties[\\/]/.test(path.toLowerCase()) ? 1 : own
}

/** Goods name their pictures from import_files/ on. */
function sourceName(path: string): string {
  const plain = path.replaceAll('\\', '/')
  const named = fromImportFiles(plain)
  return named === plain ? basename(plain) : named
}
