import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { deleteUnshown, listUnshown } from './queries-documents.ts'

type Deps = { db: Db; files: FileStore }

const keptHours = 24
const atOnce = 200

/** Deletes documents uploaded by staff more than a day ago that no product shows, file and row. */
export async function purgeDocuments({ db, files }: Deps): Promise<{ documents: number }> {
  let purged = 0
  for (;;) {
    const ids = await listUnshown(db, { hours: keptHours, max: atOnce })
    for (const id of ids) if (await purgeDocument({ db, files }, id)) purged += 1
    if (ids.length < atOnce) return { documents: purged }
  }
}

/** Deletes the file under the lock of its row: a concurrent upload of the same bytes waits, and stores it again. */
async function purgeDocument({ db, files }: Deps, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const key = await deleteUnshown(tx, { id, hours: keptHours })
    if (key === undefined) return false
    await files.delete(key)
    return true
  })
}
