import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { folderOf, readStored, storeChunk, storedSize } from './files.ts'
import { isArchive, isOfSystem, isXml, normaliseFilename, refusalReason, duplicateName } from '../filename.ts'
import { dropUnfinishedNamed, insertFile } from '../queries.ts'
import { checkFreeSpace, asDiskFull } from './disk-space.ts'
import { readEntries, storeArchive, type UnzipLimits, type ZipEntry } from './unzip.ts'

type Deps = { db: Db; files: FileStore }
type Stored = { sessionId: number; fileId: number }

/** A skipped file of an archive, and why. */
export type SkippedFile = { name: string; reason: string }

export const archiveLimits: UnzipLimits = { entries: 200_000, bytes: 8 * 1024 ** 3, ratio: 100 }

/** Copies a received archive to disk, below the data folder, while `work` reads it. Throws DiskFull. */
export async function withArchive<Result>(
  { db, files }: Deps,
  { sessionId, fileId }: Stored,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  await checkFreeSpace({ files }, await storedSize({ db }, { fileId }))
  // Of its own for each attempt; what a killed one leaves goes with the file's bytes.
  const key = `${folderOf(sessionId)}${fileId}/${randomUUID()}/`
  try {
    return await work(await storeArchive(readStored({ db, files }, fileId), await files.workFolder(key)))
  } catch (error) {
    throw asDiskFull(error)
  } finally {
    await files.delete(key)
  }
}

/**
 * Unpacks the XML files of a received archive, as if 1C had sent each. Repeated after a crash, it drops the first
 * attempt's results. Returns the number of pictures and documents left for `readAttachments`, which may be many and
 * must not delay prices, and the skipped files.
 */
export async function unpackXml(
  { db, files }: Deps,
  { sessionId, fileId }: Stored,
): Promise<{ attachments: number; leftOut: SkippedFile[] }> {
  return withArchive({ db, files }, { sessionId, fileId }, async (path) => {
    let attachments = 0
    let xmlBytes = 0
    const leftOut: SkippedFile[] = []
    for await (const { name, sizeBytes } of acceptedEntries(path, (entry) => leftOut.push(entry))) {
      if (isXml(name)) xmlBytes += sizeBytes
      else attachments += 1
    }
    await checkFreeSpace({ files }, xmlBytes)
    for await (const { name, content } of acceptedEntries(path)) {
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
    return { attachments, leftOut }
  })
}

/** Pictures and documents in an archive on disk, always in the same order. */
export async function* readAttachments(path: string): AsyncGenerator<ZipEntry> {
  for await (const entry of acceptedEntries(path)) if (!isXml(entry.name)) yield entry
}

/** Skips names that climb, unknown types, and archives in an archive; of two equal names the first counts. */
async function* acceptedEntries(path: string, onLeftOut?: (entry: SkippedFile) => void): AsyncGenerator<ZipEntry> {
  const seen = new Set<string>()
  for await (const entry of readEntries(path, archiveLimits)) {
    const name = normaliseFilename(entry.name)
    const reason = refusal(entry.name, name !== undefined && seen.has(name))
    if (name === undefined || reason !== undefined) {
      if (!isOfSystem(entry.name)) onLeftOut?.({ name: entry.name, reason: reason ?? '' })
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
