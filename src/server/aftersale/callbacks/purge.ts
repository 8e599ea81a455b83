import type { Db } from '#server/platform/db/client.ts'
import { deleteNoticesOf } from '#server/platform/notifications/service.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteGuestCallbacks } from './queries.ts'

const dayMs = 86_400_000

/**
 * Deletes requests of guests after their retention period, with the notices and letters that repeat name and phone; run
 * by a job. A buyer's requests are deleted with the buyer.
 */
export async function purgeGuestCallbacks(
  { db }: { db: Db },
  { now = new Date() }: { now?: Date } = {},
): Promise<number> {
  const before = new Date(now.getTime() - (await readSetting(db, 'personal.keep.callbackDays')) * dayMs)
  return db.transaction(async (tx) => {
    const ids = await deleteGuestCallbacks(tx, { before })
    await deleteNoticesOf(tx, { events: ids.map((id) => `callback:${id}`) })
    return ids.length
  })
}
