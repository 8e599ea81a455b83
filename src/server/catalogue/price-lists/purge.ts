import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { feedFolder } from './feeds/feeds.ts'
import { deleteFile, listOldFiles } from './queries-files.ts'
import { deleteOldFeeds } from './feeds/queries-feeds.ts'
import { priceListFolder } from './write-file.ts'

const retentionDays = 3
/** Files prepared by staff wait longer for their buyer. */
const answerDays = 90
const batchSize = 200

type Deps = { db: Db; files: FileStore; log: Pick<Logger, 'warn'> }

/**
 * Deletes old price lists, and YML that nobody requested lately. The file is deleted before its row; a failed deletion
 * is retried by the next run and does not stop the others.
 */
export async function purgePriceLists({ db, files, log }: Deps): Promise<{ files: number; feeds: number }> {
  const deleteFolder = async (folder: string): Promise<boolean> => {
    try {
      await files.delete(folder)
      return true
    } catch (err) {
      log.warn({ err, folder }, 'price list not deleted')
      return false
    }
  }
  let purged = 0
  const listNext = (afterId: number) => listOldFiles(db, { retentionDays, answerDays, afterId, limit: batchSize })
  for (let batch = await listNext(0); batch.length > 0; batch = await listNext(batch.at(-1)?.id ?? 0)) {
    for (const file of batch) {
      if (!(await deleteFolder(priceListFolder(file)))) continue
      await deleteFile(db, file)
      purged += 1
    }
  }
  const unrequested = await deleteOldFeeds(db, { retentionDays })
  for (const feed of unrequested) await deleteFolder(feedFolder(feed))
  return { files: purged, feeds: unrequested.length }
}
