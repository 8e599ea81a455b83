import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { deleteUnused, listUnused } from './queries.ts'
import { sizedKeys } from './sizes.ts'

type Deps = { db: Db; files: FileStore }

const retentionHours = 24
const batchSize = 200

/** Deletes uploaded pictures unused for a day: row, file and renditions. */
export async function purgePictures({ db, files }: Deps): Promise<{ pictures: number }> {
  let purged = 0
  for (;;) {
    const ids = await listUnused(db, { hours: retentionHours, max: batchSize })
    for (const id of ids) if (await purgePicture({ db, files }, id)) purged += 1
    if (ids.length < batchSize) return { pictures: purged }
  }
}

/**
 * Deletes the file under the lock of its row, so that a concurrent upload of the same picture waits and stores it
 * again.
 */
async function purgePicture({ db, files }: Deps, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await deleteUnused(tx, { id, hours: retentionHours })
    if (deleted === undefined) return false
    for (const key of [deleted.key, ...sizedKeys(deleted.digest)]) await files.delete(key)
    return true
  })
}
