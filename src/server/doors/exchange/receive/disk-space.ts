import type { FileStore } from '#server/platform/files/store.ts'
import { BrokenFile } from '../parse/broken-file.ts'

/** Left for the database and for what else grows on the same disk. */
const reservedBytes = 64 * 1024 * 1024

/** There is no room on the disk; nothing is wrong with the file itself. */
export class DiskFull extends BrokenFile {
  override name = 'DiskFull'
}

/** Throws DiskFull where so many bytes would fill the disk. */
export async function checkFreeSpace(
  { files }: { files: Pick<FileStore, 'freeBytes'> },
  neededBytes: number,
): Promise<void> {
  const freeBytes = await files.freeBytes()
  if (neededBytes + reservedBytes <= freeBytes) return
  throw new DiskFull(
    `На диске портала не хватает места: нужно ${megabytes(neededBytes + reservedBytes)} МБ, свободно ${megabytes(freeBytes)} МБ. Освободите место и повторите обмен`,
  )
}

/** An error of a full disk as DiskFull, any other as it is. */
export function asDiskFull(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new DiskFull('На диске портала кончилось место. Освободите место и повторите обмен')
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1024 / 1024).toLocaleString('ru')
}
