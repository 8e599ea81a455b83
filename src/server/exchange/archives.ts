import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { readStored, storeChunk } from './files.ts'
import { isArchive, normaliseFilename } from './filename.ts'
import { dropUnfinishedNamed, insertFile } from './queries.ts'
import { unzip, type UnzipLimits } from './unzip.ts'

export const archiveLimits: UnzipLimits = { entries: 200_000, bytes: 8 * 1024 ** 3, ratio: 100 }

/**
 * Unpacks a received archive: each of its files stands then as if 1C had sent it by itself. Names that climb or that no
 * exchange needs are left out. Unpacked again after a crash, what the first attempt had made is dropped.
 */
export async function unpack({ db, files }: { db: Db; files: FileStore }, { sessionId, fileId }: { sessionId: number; fileId: number }): Promise<void> {
  const seen = new Set<string>()
  await unzip(readStored({ db, files }, fileId), archiveLimits, async (entryName, content) => {
    const name = normaliseFilename(entryName)
    if (name === undefined || isArchive(name) || seen.has(name)) {
      content.resume()
      return
    }
    seen.add(name)
    await dropUnfinishedNamed(db, { sessionId, name })
    const id = await insertFile(db, { sessionId, name })
    await storeChunk({ db, files }, { fileId: id, sessionId, body: content, leftBytes: Number.POSITIVE_INFINITY })
  })
}
