import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { sessionFolder, readStored, storeChunk, storedSize } from './files.ts'
import { isArchive, isOfSystem, isXml, normaliseFilename, refusalReason, duplicateName } from '../filename.ts'
import { deleteUnfinishedByName, insertFile } from '../queries.ts'
import { checkFreeSpace, asDiskFull } from './disk-space.ts'
import { readEntries, storeArchive, type UnzipLimits, type ZipEntry } from './unzip.ts'

type Deps = { db: Db; files: FileStore }
type Stored = { sessionId: number; fileId: number }

/** A skipped file of an archive, with the reason. */
export type SkippedFile = { name: string; reason: string }

export const archiveLimits: UnzipLimits = { entries: 200_000, bytes: 8 * 1024 ** 3, ratio: 100 }

/** Copies a received archive to disk, inside the data folder, for `work`. Throws DiskFull. */
export async function withArchive<Result>(
  { db, files }: Deps,
  { sessionId, fileId }: Stored,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  await checkFreeSpace({ files }, await storedSize({ db }, { fileId }))
  // A unique folder per attempt; what a killed attempt leaves is deleted with the file.
  const key = `${sessionFolder(sessionId)}${fileId}/${randomUUID()}/`
  try {
    return await work(await storeArchive(readStored({ db, files }, fileId), await files.workFolder(key)))
  } catch (error) {
    throw asDiskFull(error)
  } finally {
    await files.delete(key)
  }
}

/**
 * Unpacks the XML files of a received archive as if 1C had sent each. Repeated after a crash, it discards the first
 * attempt's results. Returns the skipped files and the number of pictures and documents left for `readAttachments`,
 * which may be many and must not delay prices.
 */
export async function unpackXml(
  { db, files }: Deps,
  { sessionId, fileId }: Stored,
): Promise<{ attachments: number; skipped: SkippedFile[] }> {
  return withArchive({ db, files }, { sessionId, fileId }, async (path) => {
    let attachments = 0
    let xmlBytes = 0
    const skipped: SkippedFile[] = []
    for await (const { name, sizeBytes } of acceptedEntries(path, (entry) => skipped.push(entry))) {
      if (isXml(name)) xmlBytes += sizeBytes
      else attachments += 1
    }
    await checkFreeSpace({ files }, xmlBytes)
    for await (const { name, content } of acceptedEntries(path)) {
      if (!isXml(name)) continue
      const body = await content()
      await deleteUnfinishedByName(db, { sessionId, name })
      const id = await insertFile(db, { sessionId, name })
      try {
        await storeChunk({ db, files }, { fileId: id, sessionId, body, leftBytes: Number.POSITIVE_INFINITY })
      } catch (error) {
        // A partial file must not be taken for a complete one.
        await deleteUnfinishedByName(db, { sessionId, name })
        throw error
      }
    }
    return { attachments, skipped }
  })
}

/** Pictures and documents of an archive on disk, always in the same order. */
export async function* readAttachments(path: string): AsyncGenerator<ZipEntry> {
  for await (const entry of acceptedEntries(path)) if (!isXml(entry.name)) yield entry
}

/** Skips paths with '..', unknown types, and nested archives; of two equal names the first counts. */
async function* acceptedEntries(path: string, onSkipped?: (entry: SkippedFile) => void): AsyncGenerator<ZipEntry> {
  const seen = new Set<string>()
  for await (const entry of readEntries(path, archiveLimits)) {
    const name = normaliseFilename(entry.name)
    const reason = refusal(entry.name, name !== undefined && seen.has(name))
    if (name === undefined || reason !== undefined) {
      if (!isOfSystem(entry.name)) onSkipped?.({ name: entry.name, reason: reason ?? '' })
      continue
    }
    seen.add(name)
    yield { ...entry, name }
  }
}

function refusal(entry: string, isSecond: boolean): string | undefined {
  if (isSecond) return duplicateName
  return refusalReason(entry) ?? (isArchive(entry) ? 'архив внутри архива портал не распаковывает' : undefined)
}
