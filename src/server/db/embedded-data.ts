import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL refuses root: as root it runs under this user. */
export type Owner = { uid: number; gid: number }

/** For root alone: what its unprivileged user cannot reach in root's own folders. */
export const elsewhere = '/var/lib/opt-portal'
/** In DATA_DIR: names the folder of a database that cannot live there. */
const locationName = 'postgres.location'
/** Beside such a database: the DATA_DIR that it belongs to. */
const ownerName = 'data-dir'

/** PostgreSQL's own folder of a data folder, be it there yet or not. */
export async function locateData(dataDir: string): Promise<string> {
  const told = await readFile(join(dataDir, locationName), 'utf8').catch(() => '')
  return told.trim() || join(dataDir, 'postgres')
}

/** Whether a database was made there already. */
export async function isInitialised(dataDir: string): Promise<boolean> {
  const file = join(await locateData(dataDir), 'PG_VERSION')
  return stat(file).then(() => true, () => false)
}

/**
 * The same, where the server runs as another user: under the data folder if that user can pass through the folders above
 * it. The data folder itself lets this one user through (0710, of its group) and stays closed to all others. Where the
 * way is closed the database lives elsewhere, and a file in the data folder says where: who removes that folder has
 * removed the only way to its database, and starts with a new one.
 */
export async function chooseData(dataDir: string, owner: Owner): Promise<string> {
  const located = await locateData(dataDir)
  const own = join(dataDir, 'postgres')
  if (located !== own) return located
  if (await canPass(owner, dirname(dataDir))) {
    await chown(dataDir, process.getuid?.() ?? 0, owner.gid)
    await chmod(dataDir, 0o710)
    return own
  }
  const data = (await findUnnamed(dataDir)) ?? join(elsewhere, randomBytes(8).toString('hex'), 'postgres')
  await mkdir(dirname(data), { recursive: true, mode: 0o755 })
  await writeFile(join(dirname(data), ownerName), `${dataDir}\n`)
  await writeFile(join(dataDir, locationName), `${data}\n`, { mode: 0o600 })
  return data
}

/** A database that lives elsewhere since before data folders named theirs; not of a folder that was removed since. */
async function findUnnamed(dataDir: string): Promise<string | undefined> {
  const data = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres')
  const [database, files] = await Promise.all([stat(data), stat(join(dataDir, 'files'))].map((found) => found.catch(() => undefined)))
  return database && files ? data : undefined
}

/** Databases that a removed data folder of the same path has left elsewhere. */
export async function listAbandoned(dataDir: string): Promise<string[]> {
  const located = await locateData(dataDir)
  const abandoned = []
  for (const name of await readdir(elsewhere).catch(() => [])) {
    const belongsTo = await readFile(join(elsewhere, name, ownerName), 'utf8').catch(() => '')
    if (belongsTo.trim() === dataDir && join(elsewhere, name, 'postgres') !== located) abandoned.push(join(elsewhere, name))
  }
  return abandoned
}

/** Whether a user can pass through all folders down to this one, and through this one. */
export async function canPass({ uid, gid }: Owner, folder: string): Promise<boolean> {
  return run('ls', ['-d', `${folder}/.`], { uid, gid, cwd: '/' }).then(() => true, () => false)
}
