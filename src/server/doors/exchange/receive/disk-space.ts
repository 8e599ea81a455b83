import type { FileStore } from '#server/platform/files/store.ts'
import { BrokenFile } from '../parse/broken-file.ts'

/** Reserve for the database and other growing files on the disk. */
const reservedBytes = 64 * 1024 * 1024

/** The disk is full; the file itself is fine. */
export class DiskFull extends BrokenFile {
  override name = 'DiskFull'
}

/** Throws DiskFull if this many bytes would fill the disk. */
export async function checkFreeSpace(
  { files }: { files: Pick<FileStore, 'freeBytes'> },
  neededBytes: number,
): Promise<void> {
  const freeBytes = await files.freeBytes()
  if (neededBytes + reservedBytes <= freeBytes) return
  throw new DiskFull(
    `На диске портала не хватает места: нужно ${megabytes(neededBytes + reservedBytes)} МБ, ` +
      `свободно ${megabytes(freeBytes)} МБ. Освободите место и повторите обмен`,
  )
}

/** Converts a disk-full error to DiskFull; returns others unchanged. */
export function asDiskFull(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new DiskFull('На диске портала кончилось место. Освободите место и повторите обмен')
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1024 / 1024).toLocaleString('ru')
}
