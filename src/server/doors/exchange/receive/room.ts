import type { FileStore } from '#server/platform/files/store.ts'
import { BrokenFile } from '../parse/broken-file.ts'

/** Left for the database and for what else grows on the same disk. */
const reservedBytes = 64 * 1024 * 1024

/** There is no room on the disk; nothing is wrong with the file itself. */
export class NoRoom extends BrokenFile {
  override name = 'NoRoom'
}

/** Throws NoRoom where so many bytes would fill the disk. */
export async function checkRoom(
  { files }: { files: Pick<FileStore, 'freeBytes'> },
  neededBytes: number,
): Promise<void> {
  const freeBytes = await files.freeBytes()
  if (neededBytes + reservedBytes <= freeBytes) return
  throw new NoRoom(
    `На диске портала не хватает места: нужно ${megabytes(neededBytes + reservedBytes)} МБ, свободно ${megabytes(freeBytes)} МБ. Освободите место и повторите обмен`,
  )
}

/** An error of a full disk as NoRoom, any other as it is. */
export function orNoRoom(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new NoRoom('На диске портала кончилось место. Освободите место и повторите обмен')
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1024 / 1024).toLocaleString('ru')
}
