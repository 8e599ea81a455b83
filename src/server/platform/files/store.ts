import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { deletePath } from './retain-deleted.ts'
import { isStoreKey } from './keys.ts'

/** Files by key. A key is ASCII: 'pictures/ab/abcd.webp'. */
export type FileStore = {
  /** Stores a complete file; readers never see a part of it. Throws the source's error and then stores nothing. */
  put: (key: string, source: Readable | Uint8Array) => Promise<void>
  /** Streams a file; a missing one emits an error with code ENOENT. */
  get: (key: string) => Readable
  has: (key: string) => Promise<boolean>
  /** Deletes a file, or everything below 'folder/'. Missing files are ignored. */
  delete: (key: string) => Promise<void>
  /** Creates a local folder beside the stored files, for data that needs a path; remove it with `delete`. */
  workFolder: (key: string) => Promise<string>
  /** Free bytes. */
  freeBytes: () => Promise<number>
}

/** Private to the process's user: it contains price lists and documents of buyers. */
const privateFolder = { recursive: true, mode: 0o700 }
const privateFile = { mode: 0o600 }

/** Files in a local folder, accessible only to its user. */
export function openLocalStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, ...checked(key).split('/'))
  return {
    async put(key, source) {
      const path = pathOf(key)
      const unfinished = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), privateFolder)
      try {
        await pipeline(
          source instanceof Uint8Array ? Readable.from([source]) : source,
          createWriteStream(unfinished, privateFile),
        )
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    get: (key) => createReadStream(pathOf(key)),
    has: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    delete: (key) => deletePath(root, pathOf(key)),
    async workFolder(key) {
      const path = pathOf(key)
      await mkdir(path, privateFolder)
      return path
    },
    async freeBytes() {
      await mkdir(root, privateFolder)
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

function checked(key: string): string {
  if (!isStoreKey(key.replace(/\/$/, ''))) throw new Error(`"${key}" is no key of a stored file`)
  return key
}
