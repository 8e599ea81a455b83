import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { deleteUnused, listUnused } from './queries-documents.ts'

type Deps = { db: Db; files: FileStore }

const retentionHours = 24
const batchSize = 200

/** Deletes documents uploaded more than a day ago that no product uses: file and row. */
export async function purgeDocuments({ db, files }: Deps): Promise<{ documents: number }> {
  let purged = 0
  for (;;) {
    const ids = await listUnused(db, { hours: retentionHours, max: batchSize })
    for (const id of ids) if (await purgeDocument({ db, files }, id)) purged += 1
    if (ids.length < batchSize) return { documents: purged }
  }
}

/**
 * Deletes the file under the lock of its row, so that a concurrent upload of the same bytes waits and stores it again.
 */
async function purgeDocument({ db, files }: Deps, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const key = await deleteUnused(tx, { id, hours: retentionHours })
    if (key === undefined) return false
    await files.delete(key)
    return true
  })
}
