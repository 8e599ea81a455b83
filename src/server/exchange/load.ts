import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
import type { Attachments } from './attachments.ts'
import { importDocuments } from './documents.ts'
import { importFile } from './import-file.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { importPictures } from './pictures.ts'
import { askToClose, endSession, insertFile, insertSession, setFileState } from './queries.ts'
import { countWaitingOffers } from './queries-waiting.ts'
import { unzipFile } from './unzip.ts'
import { tellOfWaiting } from './waiting-offers.ts'
import { readImportSettings } from './worker.ts'

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
  const scratch = await mkdtemp(join(tmpdir(), 'exchange-load-'))
  const sql = await deps.pool.connect()
  let healthy = false
  try {
    const files = await findFiles(paths, scratch)
    const loaded = await loadFiles(deps, sql, files, watch)
    healthy = true
    return loaded
  } finally {
    sql.release(!healthy)
    await rm(scratch, { recursive: true, force: true })
  }
}

async function loadFiles(deps: LoadDeps, sql: PoolClient, paths: string[], { onProgress }: LoadWatch): Promise<Loaded> {
  const settings = await readImportSettings(deps.db)
  const sessionId = await insertSession(deps.db, { accountId: null, type: 'load', tokenHash: null })
  const attached = (found: string[], name: string): Attachments => ({
    sessionId,
    attachments: found.map((path) => ({ fileId: null, name: sourceName(path), open: () => createReadStream(path) })),
    onDone: async (_attachment, done) => onProgress?.({ name, done, total: found.length }),
  })
  const files: LoadedFile[] = []
  for (const path of paths.filter(isXml)) {
    const name = basename(path)
    const fileId = await insertFile(deps.db, { sessionId, name })
    const source = { sessionId, fileId, name, receivedAt: new Date(), open: () => createReadStream(path) }
    const result = await importFile(sql, settings, source, { onProgress: (progress) => onProgress?.({ name, ...progress }) })
    await setFileState(deps.db, { id: fileId, state: result.error === undefined ? 'done' : 'failed', error: result.error })
    files.push({ name, ...result })
  }
  await importPictures({ sql, files: deps.files }, attached(paths.filter(isPicture), 'картинки'))
  await importDocuments({ sql, files: deps.files }, attached(paths.filter(isDocument), 'документы'))
  const succeeded = files.every(({ error }) => error === undefined)
  const mostPercent = await readSetting(deps.db, 'exchange.deactivation.mostPercent')
  const deactivations = succeeded ? await deactivateUnseen(sql, { sessionId, mostPercent }) : []
  await askToClose(deps.db, { id: sessionId })
  await endSession(deps.db, { id: sessionId })
  await tellOfWaiting(deps, { sessionId })
  await forgetSeen(sql)
  return { files, deactivations, waiting: await countWaitingOffers(deps.db) }
}

async function findFiles(paths: string[], scratch: string): Promise<string[]> {
  const found: string[] = []
  const unknown: string[] = []
  for (const [at, path] of paths.entries()) {
    const files = await filesAt(path, join(scratch, String(at)))
    if (typeof files === 'string') unknown.push(`${path}: ${files}`)
    else found.push(...files)
  }
  if (unknown.length > 0) throw new UnknownFiles(`не загружено ничего.\n${unknown.map((each) => `  ${each}`).join('\n')}`)
  return found
}

/** The files of an export that a path means; a string says why there are none. */
async function filesAt(path: string, scratch: string): Promise<string[] | string> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 'такого файла нет'
  if (found.isDirectory()) return orNone(await filesBelow(path), 'в папке нет файлов выгрузки')
  if (!isExchangeFile(path)) return 'это не файл выгрузки CommerceML. Загружаются XML, ZIP, картинки и документы'
  if (!isArchive(path)) return [path]
  try {
    return orNone(await unpackTo(scratch, path), 'в архиве нет файлов выгрузки')
  } catch (error) {
    if (error instanceof BrokenFile) return error.message
    throw error
  }
}

function orNone(files: string[], none: string): string[] | string {
  return files.length === 0 ? none : files
}

async function unpackTo(folder: string, archive: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
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
