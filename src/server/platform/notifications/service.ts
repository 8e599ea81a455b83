import type { Db } from '#server/platform/db/client.ts'
import { paginationOf } from '#server/platform/pagination.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { deleteOld, insertNotifications, listNotifications, markRead, type NotificationInput } from './queries.ts'

/** Notifies accounts of an event, in its transaction; idempotent per event. */
export async function notify(
  tx: Db,
  { accountIds, ...notification }: NotificationInput & { accountIds: readonly number[] },
): Promise<void> {
  if (accountIds.length > 0) await insertNotifications(tx, { accountIds, notification })
}

export async function readNotifications(
  { db }: { db: Db },
  { accountId }: Actor,
  asked: { page: number; perPage: number },
) {
  const { items, total, unread } = await listNotifications(db, { accountId, ...asked })
  return { items, unread, pagination: paginationOf(asked, total) }
}

export async function markNotificationsRead(
  { db }: { db: Db },
  { accountId }: Actor,
  { upTo }: { upTo: number },
): Promise<{ unread: number }> {
  return { unread: await markRead(db, { accountId, upTo }) }
}

/** Old ones go, so that the bell stays quick. */
export async function purgeOldNotifications({ db }: { db: Db }): Promise<number> {
  return deleteOld(db, { days: await readSetting(db, 'personal.keep.noticeDays') })
}
