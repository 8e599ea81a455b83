import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { folderOf, readStored, storeChunk, storedSize } from './files.ts'
import { isArchive, isXml, normaliseFilename } from './filename.ts'
import { dropUnfinishedNamed, insertFile } from './queries.ts'
import { checkRoom, orNoRoom } from './room.ts'
import { readEntries, storeArchive, type UnzipLimits, type ZipEntry } from './unzip.ts'

type Deps = { db: Db; files: FileStore }
type Stored = { sessionId: number; fileId: number }

export const archiveLimits: UnzipLimits = { entries: 200_000, bytes: 8 * 1024 ** 3, ratio: 100 }

/**
 * Puts a received archive on disk, below the data folder, for as long as `work` reads it. Throws NoRoom where it does not fit.
 */
export async function withArchive<Result>({ db, files }: Deps, { sessionId, fileId }: Stored, work: (path: string) => Promise<Result>): Promise<Result> {
  await checkRoom({ files }, await storedSize({ db }, { fileId }))
  // Of its own for each attempt; what a killed one leaves goes with the file's bytes.
  const key = `${folderOf(sessionId)}${fileId}/${randomUUID()}/`
  try {
    return await work(await storeArchive(readStored({ db, files }, fileId), await files.workFolder(key)))
  } catch (error) {
    throw orNoRoom(error)
  } finally {
    await files.delete(key)
  }
}

/**
 * Unpacks the XML files of a received archive: each stands then as if 1C had sent it by itself. Unpacked again after a
 * crash, what the first attempt had made is dropped. Answers how many pictures and documents are left inside, for
 * `readAttachments`: those may be very many, and prices shall not wait for them.
 */
export async function unpackXml({ db, files }: Deps, { sessionId, fileId }: Stored): Promise<{ attachments: number }> {
  return withArchive({ db, files }, { sessionId, fileId }, async (path) => {
    let attachments = 0
    let xmlBytes = 0
    for await (const { name, sizeBytes } of wanted(path)) {
      if (isXml(name)) xmlBytes += sizeBytes
      else attachments += 1
    }
    await checkRoom({ files }, xmlBytes)
    for await (const { name, content } of wanted(path)) {
      if (!isXml(name)) continue
      const body = await content()
      await dropUnfinishedNamed(db, { sessionId, name })
      const id = await insertFile(db, { sessionId, name })
      try {
        await storeChunk({ db, files }, { fileId: id, sessionId, body, leftBytes: Number.POSITIVE_INFINITY })
      } catch (error) {
        // Half a file must not be taken for the whole one.
        await dropUnfinishedNamed(db, { sessionId, name })
        throw error
      }
    }
    return { attachments }
  })
}

/** Pictures and documents in an archive on disk, always in the same order. */
export async function* readAttachments(path: string): AsyncGenerator<ZipEntry> {
  for await (const entry of wanted(path)) if (!isXml(entry.name)) yield entry
}

/** Names that climb or that no exchange needs are left out; of two of one name the first counts. */
async function* wanted(path: string): AsyncGenerator<ZipEntry> {
  const seen = new Set<string>()
  for await (const entry of readEntries(path, archiveLimits)) {
    const name = normaliseFilename(entry.name)
    if (name === undefined || isArchive(name) || seen.has(name)) continue
    seen.add(name)
    yield { ...entry, name }
  }
}
