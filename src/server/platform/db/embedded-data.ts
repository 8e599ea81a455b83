import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'

const run = promisify(execFile)

/** PostgreSQL refuses root: as root it runs under this user. */
export type Owner = { uid: number; gid: number }

/** For root alone: what its unprivileged user cannot reach in root's own folders. */
export const fallbackDataRoot = '/var/lib/opt-portal'
/** In DATA_DIR: names the folder of a database that cannot live there. */
const locationName = 'postgres.location'
/** Beside such a database: the DATA_DIR that it belongs to. */
const ownerName = 'data-dir'

/** PostgreSQL's own folder of a data folder, be it there yet or not. */
export async function locateData(dataDir: string): Promise<string> {
  return (await readLocation(dataDir)) ?? ownFolder(dataDir)
}

const ownFolder = (dataDir: string) => join(dataDir, 'postgres')
const locationFile = (dataDir: string) => join(dataDir, locationName)

/**
 * The folder of the database that is there, or of one to be made; throws StartRefused where a database was made and
 * cannot be used: an empty one never takes its place. Where the server runs as another user (`owner`), a new database
 * lies under the data folder if that user can pass through the folders above it, else elsewhere. The data folder lets
 * this one user through (0710, of its group) where it has to, and is closed to all others.
 */
export async function chooseData(dataDir: string, owner: Owner | undefined): Promise<string> {
  const data = await findData(dataDir, owner)
  if (owner && data === ownFolder(dataDir)) await letThrough(dataDir, owner)
  // A share may know no modes.
  else await chmod(dataDir, 0o700).catch(() => undefined)
  return data
}

/** Whether a start has made a database for this data folder, be it whole, reachable or not. */
export async function isDatabaseMade(dataDir: string): Promise<boolean> {
  if ((await readLocation(dataDir)) !== undefined || (await look(ownFolder(dataDir))) !== 'nothing') return true
  return process.getuid?.() === 0 && (await findUnnamed(dataDir)) !== undefined
}

async function findData(dataDir: string, owner: Owner | undefined): Promise<string> {
  const own = ownFolder(dataDir)
  const named = await readLocation(dataDir)
  if (named !== undefined) {
    if ((await look(named)) !== 'database') throw noDatabaseWhereNamed(dataDir, named)
    if (owner) await noteOwner(named, dataDir)
    return named
  }
  const found = await look(own)
  if (found === 'remains') throw remainsOnly(own)
  if (owner === undefined) return own

  const closed = await findClosedFolder(owner, dataDir)
  if (found === 'database' && closed !== undefined) throw await cannotReach(own, closed)
  if (found === 'database') return own
  return (await findUnnamed(dataDir)) ?? (closed === undefined ? own : await makeElsewhere(dataDir, owner))
}

async function makeElsewhere(dataDir: string, owner: Owner): Promise<string> {
  const folder = join(fallbackDataRoot, randomBytes(8).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(fallbackDataRoot, 0o755)
  await letThrough(folder, owner)
  await noteOwner(join(folder, 'postgres'), dataDir)
  return join(folder, 'postgres')
}

/**
 * Names a database that lives elsewhere in its data folder, once it is made: whoever removes that folder has removed
 * the only way to its database, and starts with a new one.
 */
export async function writeLocationFile(dataDir: string, data: string): Promise<void> {
  if (data === (await locateData(dataDir))) return
  const unfinished = `${locationFile(dataDir)}.part`
  await writeFile(unfinished, `${data}\n`, { mode: 0o600 })
  await rename(unfinished, locationFile(dataDir))
}

async function letThrough(folder: string, owner: Owner): Promise<void> {
  await chown(folder, process.getuid?.() ?? 0, owner.gid)
  await chmod(folder, 0o710)
}

/** A data folder may have been moved since: its database must not look abandoned. */
async function noteOwner(data: string, dataDir: string): Promise<void> {
  if (dirname(dirname(data)) === fallbackDataRoot)
    await writeFile(join(dirname(data), ownerName), `${dataDir}\n`, { mode: 0o600 })
}

/** A database that lives elsewhere since before data folders named theirs; not of a folder that was removed since. */
async function findUnnamed(dataDir: string): Promise<string | undefined> {
  const data = join(fallbackDataRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres')
  const files = await stat(join(dataDir, 'files')).catch(() => undefined)
  return files && (await look(data)) === 'database' ? data : undefined
}

/** Databases that a removed data folder of the same path has left elsewhere. */
export async function listAbandoned(dataDir: string): Promise<string[]> {
  const located = await locateData(dataDir)
  const abandoned = []
  for (const name of await readdir(fallbackDataRoot).catch(() => [])) {
    const belongsTo = await readFile(join(fallbackDataRoot, name, ownerName), 'utf8').catch(() => '')
    if (belongsTo.trim() === dataDir && join(fallbackDataRoot, name, 'postgres') !== located)
      abandoned.push(join(fallbackDataRoot, name))
  }
  return abandoned
}

/** A database in the data folder that is not used because the folder names another one. */
export async function findUnused(dataDir: string): Promise<string | undefined> {
  const own = ownFolder(dataDir)
  return (await locateData(dataDir)) !== own && (await look(own)) === 'database' ? own : undefined
}

/** Whether a user can pass through all folders down to this one, and through this one. */
export async function canTraverse({ uid, gid }: Owner, folder: string): Promise<boolean> {
  return run('ls', ['-d', `${folder}/.`], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** The uppermost folder above the data folder that a user cannot pass through. */
async function findClosedFolder(owner: Owner, dataDir: string): Promise<string | undefined> {
  // The data folder may be a link: both ways have to be open.
  for (const path of new Set([dataDir, await realpath(dataDir)])) {
    if (await canTraverse(owner, dirname(path))) continue
    for (const folder of foldersAbove(path)) if (!(await canTraverse(owner, folder))) return folder
  }
  return undefined
}

/** From the root down. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

/** What lies where a database is expected. */
async function look(data: string): Promise<'database' | 'remains' | 'nothing'> {
  const names: string[] = await readdir(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw noAccess(data)
    if (error.code !== 'ENOENT') throw error
    return []
  })
  if (names.includes('PG_VERSION')) return 'database'
  return names.length === 0 ? 'nothing' : 'remains'
}

async function readLocation(dataDir: string): Promise<string | undefined> {
  const named = await readFile(locationFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw noAccess(dataDir)
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  return named.trim() || undefined
}

function noDatabaseWhereNamed(dataDir: string, named: string): StartRefused {
  return new StartRefused(
    `База данных этого портала лежала в ${named} (так записано в ${locationFile(dataDir)}), но сейчас её там нет. ` +
      'Верните эту папку вместе с владельцем и правами или восстановите резервную копию в новую папку: DATA_DIR=… npm run restore -- ФАЙЛ. ' +
      `Чтобы начать с пустой базы, удалите файл ${locationFile(dataDir)}.`,
  )
}

async function cannotReach(data: string, closed: string): Promise<StartRefused> {
  const mode = ((await stat(closed)).mode & 0o777).toString(8)
  return new StartRefused(
    `База данных портала лежит в ${data}, но пользователь nobody, от имени которого работает PostgreSQL, ` +
      `не может войти в папку ${closed} (права ${mode}). Данные целы. Откройте проход командой chmod o+x ${closed} ` +
      'или перенесите папку DATA_DIR туда, где проход открыт, и запустите портал снова.',
  )
}

function remainsOnly(data: string): StartRefused {
  return new StartRefused(
    `Папка ${data} не пуста, но целой базы данных в ней нет: нет файла PG_VERSION. Портал ничего в ней не менял. ` +
      'Верните недостающие файлы или восстановите резервную копию в новую папку: DATA_DIR=… npm run restore -- ФАЙЛ. ' +
      'Чтобы начать с пустой базы, удалите эту папку.',
  )
}

function noAccess(folder: string): StartRefused {
  return new StartRefused(
    `Нет доступа к ${folder}: запустите портал от того же пользователя, что и раньше, или передайте папку с данными новому.`,
  )
}
