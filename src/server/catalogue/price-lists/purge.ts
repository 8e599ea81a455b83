import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { feedFolder } from './feeds/feeds.ts'
import { deleteFile, listOldFiles } from './queries-files.ts'
import { deleteOldFeeds } from './feeds/queries-feeds.ts'
import { folderOf } from './write-file.ts'

const keptDays = 3
/** What staff have prepared waits longer for its buyer. */
const answerDays = 90
const atOnce = 200

type Deps = { db: Db; files: FileStore; log: Pick<Logger, 'warn'> }

/**
 * Deletes old price lists and YML not requested since: each file before its row. A file that cannot be deleted is
 * retried next time, without stopping others.
 */
export async function purgePriceLists({ db, files, log }: Deps): Promise<{ files: number; feeds: number }> {
  const drop = async (folder: string): Promise<boolean> => {
    try {
      await files.delete(folder)
      return true
    } catch (err) {
      log.warn({ err, folder }, 'price list not deleted')
      return false
    }
  }
  let purged = 0
  const next = (afterId: number) => listOldFiles(db, { keptDays, answerDays, afterId, limit: atOnce })
  for (let old = await next(0); old.length > 0; old = await next(old.at(-1)?.id ?? 0)) {
    for (const file of old) {
      if (!(await drop(folderOf(file)))) continue
      await deleteFile(db, file)
      purged += 1
    }
  }
  const forgotten = await deleteOldFeeds(db, { keptDays })
  for (const contractId of forgotten) await drop(feedFolder(contractId))
  return { files: purged, feeds: forgotten.length }
}
