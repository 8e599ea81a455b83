import { gatheredUntil, isUrgent, type NoticeKind } from '#shared/rules/talk/notices.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteMailsOf, hideSumsOfWaitingMails, writeNoticeMails } from '#server/platform/mail/service.ts'
import type { NoticeLetter } from '#server/platform/mail/letter.ts'
import { paginationOf } from '#server/platform/pagination.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deletePushesOf, hideSumsOfWaitingPushes, writeWebPushes } from '#server/platform/web-push/service.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  deleteOfEvents,
  deleteOld,
  hideSums,
  insertNotices,
  listNotifications,
  markRead,
  type Notice,
  type NotificationInput,
  type DeliveredNotice,
} from './queries.ts'

type NotificationRequest = NotificationInput & {
  accountIds: readonly number[]
  /** This account caused the event and gets only a mail. */
  quietFor?: number | null
  /** False: no mail, whatever the settings. */
  mailed?: boolean
}

/**
 * Notifies accounts of an event, in its transaction; idempotent per event. All notices use this function, because it
 * applies each person's settings.
 */
export async function notify(
  tx: Db,
  { accountIds, kind, quietFor = null, mailed = true, ...notice }: NotificationRequest,
): Promise<void> {
  const notices = accountIds.map((accountId) => ({ ...notice, accountId, quiet: accountId === quietFor }))
  await notifyEach(tx, { kind, notices, mailed })
}

/** The same for several notices of one kind with individual texts. */
export async function notifyEach(
  tx: Db,
  { kind, notices, mailed = true }: { kind: NoticeKind; notices: readonly Notice[]; mailed?: boolean },
): Promise<void> {
  if (notices.length === 0) return
  const delivered = await insertNotices(tx, { kind, notices })
  const toMail = delivered.filter((notice) => mailed && notice.mailed)
  await writeNoticeMails(
    tx,
    toMail.map((notice) => mailOf(kind, notice, new Date())),
  )
  const toPush = delivered.filter(({ pushed }) => pushed)
  await writeWebPushes(
    tx,
    toPush.map((notice) => ({ ...notice, kind, urgent: isUrgent(kind) })),
  )
}

function mailOf(
  kind: NoticeKind,
  { accountId, login, pace, title, text, link, eventKey, contractIds }: DeliveredNotice,
  now: Date,
): NoticeLetter {
  return {
    accountId,
    text,
    link,
    eventKey,
    kind,
    contractIds,
    recipient: login,
    subject: title,
    gatherUntil: isUrgent(kind) ? undefined : gatheredUntil(pace, now),
  }
}

export async function readNotifications(
  { db }: { db: Db },
  { accountId }: Actor,
  paging: { page: number; perPage: number },
) {
  const { items, total, unread } = await listNotifications(db, { accountId, ...paging })
  return { items, unread, pagination: paginationOf(paging, total) }
}

/** What staff read for a buyer stays unread. */
export async function markNotificationsRead(
  { db }: { db: Db },
  { accountId, actedBy }: Actor,
  { upTo }: { upTo: number },
): Promise<{ unread: number }> {
  return { unread: await markRead(db, { accountId, upTo: actedBy ? 0 : upTo }) }
}

/** Hides the sums in an account's notifications, unsent mails and unsent browser notices. */
export async function hideSumsOfNotices(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await hideSums(tx, { accountId })
  await hideSumsOfWaitingMails(tx, { accountId })
  await hideSumsOfWaitingPushes(tx, { accountId })
}

/**
 * Deletes what anybody was told of these events, in the bell, by mail and in browsers. An event is the first two parts
 * of an `eventKey`.
 */
export async function deleteNoticesOf(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  if (events.length === 0) return
  await deleteOfEvents(tx, { events })
  await deleteMailsOf(tx, { events })
  await deletePushesOf(tx, { events })
}

/** Keeps the list of notifications fast. */
export async function purgeOldNotifications({ db }: { db: Db }): Promise<number> {
  return deleteOld(db, { days: await readSetting(db, 'personal.keep.noticeDays') })
}
