import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isStoreKey } from './keys.ts'

/** No part of a key begins with a dot, so no stored file has this name. */
const retentionName = '.backup'
/** Not listed, as its name begins with a dot. */
const ownerName = '.owner'
const endedPrefix = '.backup-ended-'
const heartbeatMs = 30_000
const abandonedAfterMs = 10 * 60_000

export type Retention = { release: () => Promise<void> }
export type StoredFile = { key: string; path: string }

export class AlreadyRetained extends Error {
  override name = 'AlreadyRetained'
}

/**
 * Keeps files that any process deletes from the store at `root` readable for `listFiles` until released. Ends when its
 * process dies.
 */
export async function retainDeletedFiles(root: string): Promise<Retention> {
  const folder = join(root, retentionName)
  await mkdir(root, { recursive: true, mode: 0o700 })
  if (await isRetaining(root)) throw alreadyRetained(folder)
  for (const name of await readdir(root))
    if (name.startsWith(endedPrefix)) await rm(join(root, name), { recursive: true, force: true })
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another backup has begun since the check.
    throw error.code === 'EEXIST' ? alreadyRetained(folder) : error
  })
  const owner = randomUUID()
  await writeFile(join(folder, ownerName), owner)
  // A process that missed its heartbeats may have been taken for dead: the folder is another's then.
  const isOwn = async () => (await readFile(join(folder, ownerName), 'utf8').catch(() => '')) === owner
  const beat = async () => {
    if (await isOwn()) await utimes(folder, new Date(), new Date()).catch(() => undefined)
  }
  const timer = setInterval(() => void beat(), heartbeatMs)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      if (await isOwn()) await endRetention(root)
    },
  }
}

function alreadyRetained(folder: string): AlreadyRetained {
  return new AlreadyRetained(`${folder} is in use`)
}

/** Deletes a file or everything below a folder; during a retention files are moved into its folder instead. */
export async function deletePath(root: string, path: string): Promise<void> {
  if (await isRetaining(root)) {
    for await (const file of walk(path)) await moveAside(root, file)
  }
  await rm(path, { recursive: true, force: true })
}

/**
 * Lists all files, then those deleted since the retention began; a file deleted in between may appear twice. Includes
 * foreign files, whose keys are not valid (`isStoreKey`).
 */
export async function* listFiles(root: string): AsyncGenerator<StoredFile> {
  for await (const path of walk(root)) yield { key: relative(root, path).split(sep).join('/'), path }
  for await (const path of walk(join(root, retentionName)))
    yield { key: relative(join(root, retentionName), path).replaceAll('%', '/'), path }
}

/** Whether a retention is active. Clears an abandoned one. */
async function isRetaining(root: string): Promise<boolean> {
  const folder = join(root, retentionName)
  const found = await stat(folder).catch(() => undefined)
  if (!found) return false
  if (Date.now() - found.mtimeMs < abandonedAfterMs) return true
  await endRetention(root)
  return false
}

/** Renames first, so that a concurrent deletion finds no retention rather than a half-removed one. */
async function endRetention(root: string): Promise<void> {
  const ended = join(root, endedPrefix + randomUUID())
  await rename(join(root, retentionName), ended).catch(ignoreAbsent)
  await rm(ended, { recursive: true, force: true })
}

/** Moves a file into the retention folder, named by its key with % for /; no key contains %. */
async function moveAside(root: string, path: string): Promise<void> {
  const key = relative(root, path).split(sep).join('/')
  if (isStoreKey(key)) await rename(path, join(root, retentionName, key.replaceAll('/', '%'))).catch(ignoreAbsent)
}

/** Another process has deleted the file, or the retention has ended. */
function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Complete files at or below a path; one folder open per level. */
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
