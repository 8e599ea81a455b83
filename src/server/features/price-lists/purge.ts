import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { feedFolder } from './feeds.ts'
import { deleteFile, listOldFiles } from './queries-files.ts'
import { forgetOldFeeds } from './queries-feeds.ts'
import { folderOf } from './write-file.ts'

const keptDays = 3
/** What staff have prepared waits longer for its buyer. */
const answerDays = 90
const atOnce = 200

/** Price lists of some days ago go, and YML that nobody has asked for since: each file before the row that names it. */
export async function purgePriceLists({ db, files }: { db: Db; files: FileStore }): Promise<{ files: number; feeds: number }> {
  let purged = 0
  const next = () => listOldFiles(db, { keptDays, answerDays, limit: atOnce })
  for (let old = await next(); old.length > 0; old = await next()) {
    for (const file of old) {
      await files.delete(folderOf(file))
      await deleteFile(db, file)
    }
    purged += old.length
  }
  const forgotten = await forgetOldFeeds(db, { keptDays })
  for (const contractId of forgotten) await files.delete(feedFolder(contractId))
  return { files: purged, feeds: forgotten.length }
}
