import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isStoreKey } from './keys.ts'

/** Keys have no part that begins with a dot: no stored file is called so. */
const holdName = '.backup'
const endedPrefix = '.backup-ended-'
const heartbeatMs = 30_000
const abandonedAfterMs = 10 * 60_000

export type Hold = { release: () => Promise<void> }
export type StoredFile = { key: string; path: string }

export class AlreadyHeld extends Error {
  override name = 'AlreadyHeld'
}

/**
 * From now on files that are deleted from the store at `root`, by whichever process, stay readable for `listFiles`
 * until the hold is released. A hold whose process has died ends by itself.
 */
export async function holdDeletions(root: string): Promise<Hold> {
  const folder = join(root, holdName)
  await mkdir(root, { recursive: true, mode: 0o700 })
  if (await isHeld(root)) throw new AlreadyHeld(`${folder} is in use`)
  for (const name of await readdir(root))
    if (name.startsWith(endedPrefix)) await rm(join(root, name), { recursive: true, force: true })
  await mkdir(folder)
  const timer = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => undefined), heartbeatMs)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      await endHold(root)
    },
  }
}

/** Deletes a file, or everything below a folder; where deletions are held, each file stays in the hold. */
export async function deletePath(root: string, path: string): Promise<void> {
  if (await isHeld(root)) {
    for await (const file of walk(path)) await keep(root, file)
  }
  await rm(path, { recursive: true, force: true })
}

/**
 * Every file, then those deleted since the hold began; one deleted meanwhile may come twice. Files that somebody else
 * has put there are among them: their keys are none of the store's (`isStoreKey`).
 */
export async function* listFiles(root: string): AsyncGenerator<StoredFile> {
  for await (const path of walk(root)) yield { key: relative(root, path).split(sep).join('/'), path }
  for await (const path of walk(join(root, holdName)))
    yield { key: relative(join(root, holdName), path).replaceAll('%', '/'), path }
}

/** Whether a hold is in force; one that was abandoned is cleared away. */
async function isHeld(root: string): Promise<boolean> {
  const folder = join(root, holdName)
  const found = await stat(folder).catch(() => undefined)
  if (!found) return false
  if (Date.now() - found.mtimeMs < abandonedAfterMs) return true
  await endHold(root)
  return false
}

/** Renamed first: a deletion that is on its way finds no hold then, instead of one that is half gone. */
async function endHold(root: string): Promise<void> {
  const ended = join(root, endedPrefix + randomUUID())
  await rename(join(root, holdName), ended).catch(ignoreAbsent)
  await rm(ended, { recursive: true, force: true })
}

/** In one folder, under its key: no key has a percent sign. A file that is not the store's is not held. */
async function keep(root: string, path: string): Promise<void> {
  const key = relative(root, path).split(sep).join('/')
  if (isStoreKey(key)) await rename(path, join(root, holdName, key.replaceAll('/', '%'))).catch(ignoreAbsent)
}

/** Somebody else has deleted the file just now, or the hold has ended. */
function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** The finished files at or below a path, one folder open at a time on each level. */
async function* walk(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) yield path
  const folder = found?.isDirectory() ? await opendir(path).catch(() => undefined) : undefined
  if (!folder) return
  for await (const entry of folder) {
    if (entry.name.startsWith('.') || entry.name.endsWith('.part')) continue
    if (entry.isDirectory()) yield* walk(join(path, entry.name))
    else if (entry.isFile()) yield join(path, entry.name)
  }
}
