import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '#server/platform/startup/start-refused.ts'

/** Sentences of several commands. */
export const noDatabaseIn = (dataDir: string): string => `В папке ${dataDir} нет базы данных портала`
export const removeUnneeded = 'Если она больше не нужна, удалите эту папку.'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root: a root process runs it as this user. */
export type Owner = { uid: number; gid: number }

/** Only for root: used when the unprivileged user cannot reach root's own folders. */
export const fallbackDataRoot = '/var/lib/opt-portal'
/** File in DATA_DIR: the path of a database that cannot be inside it, or that an upgrade made beside the first one. */
const locationName = 'postgres.location'
/** File beside such a database: holds its DATA_DIR. */
const ownerName = 'data-dir'

/** Path of PostgreSQL's folder for a data folder; it need not exist. */
export async function locateData(dataDir: string): Promise<string> {
  return (await readLocation(dataDir)) ?? ownFolder(dataDir)
}

const ownFolder = (dataDir: string) => join(dataDir, 'postgres')
const locationFile = (dataDir: string) => join(dataDir, locationName)

/**
 * The folder of the existing database, or of a new one. Throws StartRefused if a database exists and cannot be used, so
 * that an empty one never replaces it. If the server runs as another user (`owner`), a new database is placed below the
 * data folder when that user can traverse the folders above it, otherwise in the fallback. The data folder then gets
 * mode 0710 with that user's group, and is closed to all others.
 */
export async function chooseData(dataDir: string, owner: Owner | undefined): Promise<string> {
  const data = await findData(dataDir, owner)
  if (owner && isWithin(dataDir, data)) await allowTraversal(dataDir, owner)
  // A network share may not support modes.
  else await chmod(dataDir, 0o700).catch(() => undefined)
  return data
}

/**
 * Closes the data folder of a process with a database elsewhere. An embedded one may be in it, in use by another portal
 * process: its user must go on passing through.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  const data = await locateData(dataDir).catch(() => ownFolder(dataDir))
  const owner: Owner | undefined = isWithin(dataDir, data) ? await stat(data).catch(() => undefined) : undefined
  const isOurs = owner === undefined || owner.uid === process.getuid?.()
  // A network share may not support modes.
  await (isOurs ? chmod(dataDir, 0o700) : allowTraversal(dataDir, owner)).catch(() => undefined)
}

/** Whether a start has created a database for this data folder, whether or not it is complete and reachable. */
export async function isDatabaseMade(dataDir: string): Promise<boolean> {
  if ((await readLocation(dataDir)) !== undefined || (await inspectFolder(ownFolder(dataDir))) !== 'nothing')
    return true
  return process.getuid?.() === 0 && (await findUnnamed(dataDir)) !== undefined
}

async function findData(dataDir: string, owner: Owner | undefined): Promise<string> {
  const own = ownFolder(dataDir)
  const named = await readLocation(dataDir)
  if (named !== undefined) {
    if ((await inspectFolder(named)) !== 'database') throw noDatabaseWhereNamed(dataDir, named)
    const closed = owner && isWithin(dataDir, named) ? await findClosedFolder(owner, dataDir) : undefined
    if (closed !== undefined) throw await cannotReach(named, closed)
    if (owner) await writeOwnerFile(named, dataDir)
    return named
  }
  const found = await inspectFolder(own)
  if (found === 'remains') throw remainsOnly(own)
  if (owner === undefined) return own

  const closed = await findClosedFolder(owner, dataDir)
  if (found === 'database' && closed !== undefined) throw await cannotReach(own, closed)
  if (found === 'database') return own
  return (await findUnnamed(dataDir)) ?? (closed === undefined ? own : await createOutside(dataDir, owner))
}

async function createOutside(dataDir: string, owner: Owner): Promise<string> {
  const folder = join(fallbackDataRoot, randomBytes(8).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(fallbackDataRoot, 0o755)
  await allowTraversal(folder, owner)
  await writeOwnerFile(join(folder, 'postgres'), dataDir)
  return join(folder, 'postgres')
}

/**
 * Writes the path of a database that is not at its usual place into a file of the data folder: without the file the
 * portal starts with a new database. A path inside the data folder is relative, so that the folder can be moved.
 */
export async function writeLocationFile(dataDir: string, data: string): Promise<void> {
  if (data === (await locateData(dataDir))) return
  const unfinished = `${locationFile(dataDir)}.part`
  await writeFile(unfinished, `${isWithin(dataDir, data) ? relative(dataDir, data) : data}\n`, { mode: 0o600 })
  await rename(unfinished, locationFile(dataDir))
}

/** Whether a path lies below a folder. */
export function isWithin(folder: string, path: string): boolean {
  const rest = relative(folder, path)
  return rest !== '' && !rest.startsWith('..') && !isAbsolute(rest)
}

async function allowTraversal(folder: string, owner: Owner): Promise<void> {
  await chown(folder, process.getuid?.() ?? 0, owner.gid)
  await chmod(folder, 0o710)
}

/** Updates the owner if the data folder was moved, so that the database does not look abandoned. */
async function writeOwnerFile(data: string, dataDir: string): Promise<void> {
  if (dirname(dirname(data)) === fallbackDataRoot)
    await writeFile(join(dirname(data), ownerName), `${dataDir}\n`, { mode: 0o600 })
}

/** Finds a database created before the location file existed, unless its data folder was removed since. */
async function findUnnamed(dataDir: string): Promise<string | undefined> {
  const data = join(fallbackDataRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres')
  const files = await stat(join(dataDir, 'files')).catch(() => undefined)
  return files && (await inspectFolder(data)) === 'database' ? data : undefined
}

/** Databases in the fallback whose data folder of the same path was removed. */
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

/** An unused database in the data folder, because the location file points to another one. */
export async function findUnused(dataDir: string): Promise<string | undefined> {
  const own = ownFolder(dataDir)
  return (await locateData(dataDir)) !== own && (await inspectFolder(own)) === 'database' ? own : undefined
}

/** Whether a user can traverse this folder and all above it. */
export async function canTraverse({ uid, gid }: Owner, folder: string): Promise<boolean> {
  return run('ls', ['-d', `${folder}/.`], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** The uppermost folder above the data folder that a user cannot traverse. */
async function findClosedFolder(owner: Owner, dataDir: string): Promise<string | undefined> {
  // The data folder may be a link: both paths must be accessible.
  for (const path of new Set([dataDir, await realpath(dataDir)])) {
    if (await canTraverse(owner, dirname(path))) continue
    for (const folder of foldersAbove(path)) if (!(await canTraverse(owner, folder))) return folder
  }
  return undefined
}

/** From the root downwards. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

/** What exists at the expected path of a database. */
async function inspectFolder(data: string): Promise<'database' | 'remains' | 'nothing'> {
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
  return named.trim() === '' ? undefined : resolve(dataDir, named.trim())
}

function noDatabaseWhereNamed(dataDir: string, named: string): StartRefused {
  return new StartRefused(
    `База данных этого портала лежала в ${named} (так записано в ${locationFile(dataDir)}), но сейчас её там нет. ` +
      'Верните эту папку вместе с владельцем и правами или восстановите резервную копию в новую папку: ' +
      'DATA_DIR=… npm run restore -- ФАЙЛ. ' +
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
    `Нет доступа к ${folder}: запустите портал от того же пользователя, что и раньше, или передайте папку с ` +
      'данными новому.',
  )
}
