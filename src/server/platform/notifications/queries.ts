import { sql, type SQL } from 'drizzle-orm'
import {
  noticeDefault,
  usualPace,
  type MailPace,
  type NoticeChannel,
  type NoticeKind,
} from '#shared/rules/talk/notices.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withoutSumsIn } from '#server/platform/mail/sums.ts'
import { isOfEvents, mayLearn } from '#server/platform/sessions/shared-queries-notices.ts'
import { isOfStaff } from '#server/platform/sessions/shared-queries-rights.ts'

/** Event and link. `eventKey` identifies the event: an account is notified once, however often it is reported. */
export type NotificationInput = {
  kind: NoticeKind
  title: string
  text: string
  /** Path inside the portal, or empty. */ link: string
  eventKey: string
  /** Contracts it reports on: shown, mailed and sent to browsers only while the account may use all of them. */
  contractIds?: readonly number[]
}

/** `quiet`: the person caused the event and gets only the mail. */
export type Notice = Omit<NotificationInput, 'kind'> & { accountId: number; quiet: boolean }

export type NotificationRow = Omit<NotificationInput, 'eventKey' | 'kind' | 'contractIds'> & {
  id: number
  kind: string
  createdAt: string
  read: boolean
}

/** A notice to be sent by mail (address and frequency) or to browsers as well. */
export type DeliveredNotice = Omit<Notice, 'quiet' | 'contractIds'> & {
  contractIds: number[]
  login: string
  pace: MailPace
  mailed: boolean
  pushed: boolean
}

/**
 * Inserts notices for accounts that have not disabled the portal channel. Returns those to be sent by mail or to
 * browsers too; never for disabled accounts or visitors.
 */
export async function insertNotices(
  db: Db,
  { kind, notices }: { kind: NoticeKind; notices: readonly Notice[] },
): Promise<DeliveredNotice[]> {
  const { rows } = await db.execute<DeliveredNotice>(sql`
    with audience as materialized (
      select distinct on (notice."accountId", notice."eventKey") notice.*, account.login,
        not notice.quiet and ${isEnabledFor(kind, 'portal')} as belled,
        account.enabled and not coalesce(organisation.demo, false) and ${isEnabledFor(kind, 'mail')} as mailed,
        account.enabled and not notice.quiet and ${isEnabledFor(kind, 'push')}
          and exists (select from web_push_subscriptions browser where browser.account_id = account.id) as pushed
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        as notice("accountId" int, title text, text text, link text, "eventKey" text, quiet bool, "contractIds" int[])
      join accounts account on account.id = notice."accountId"
      left join organisations organisation on organisation.id = account.organisation_id),
    noted as (
      insert into notifications (account_id, kind, title, text, link, event_key, contract_ids)
      select "accountId", ${kind}, title, text, link, "eventKey", coalesce("contractIds", '{}') from audience
      where belled
      on conflict (account_id, event_key) do nothing)
    select "accountId", title, text, link, "eventKey", coalesce("contractIds", '{}') as "contractIds", login,
      coalesce(paces.pace, ${usualPace}::text) as pace, mailed, pushed
    from audience left join mail_paces paces on paces.account_id = "accountId" where mailed or pushed
    order by "accountId", "eventKey"`)
  return rows
}

/** Setting of a row `account`, or the default of its side. */
function isEnabledFor(kind: NoticeKind, channel: NoticeChannel): SQL {
  const ofSide = (side: 'buyer' | 'staff'): SQL => {
    const byDefault = noticeDefault(kind, side, channel)
    if (byDefault === 'always' || byDefault === 'never') return sql`${byDefault === 'always'}::bool`
    return sql`coalesce((select enabled from notification_settings chosen where chosen.account_id = account.id
      and chosen.kind = ${kind} and chosen.channel = ${channel}), ${byDefault === 'on'}::bool)`
  }
  return sql`case when ${isOfStaff(sql`account`)} then ${ofSide('staff')} else ${ofSide('buyer')} end`
}

/** Notifications that the account may learn now: those of a lost contract are hidden until it comes back. */
const shownTo = (accountId: number): SQL => sql`(
  select notice.* from notifications notice join accounts account on account.id = notice.account_id
  where notice.account_id = ${accountId} and ${mayLearn({ account: sql`account`, notice: sql`notice` })})`

/** A page of notifications, newest first, with totals. A page beyond the end is empty. */
export async function listNotifications(
  db: Db,
  { accountId, page, perPage }: { accountId: number; page: number; perPage: number },
) {
  const { rows } = await db.execute<{ items: NotificationRow[]; total: number; unread: number }>(sql`
    with shown as materialized ${shownTo(accountId)},
    page as (
      select * from shown order by id desc
        limit ${perPage} offset ${(page - 1) * perPage}::bigint)
    select count(*) as total, count(*) filter (where read_at is null) as unread,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'title', title, 'text', text, 'link', link,
        'read', read_at is not null,
        'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id desc)
          from page), '[]') as items
    from shown`)
  return rows[0] ?? { items: [], total: 0, unread: 0 }
}

/** Returns the number of unread ones. */
export async function markRead(db: Db, { accountId, upTo }: { accountId: number; upTo: number }): Promise<number> {
  const { rows } = await db.execute<{ unread: number }>(sql`
    with shown as materialized ${shownTo(accountId)},
    now_read as (update notifications set read_at = now() where read_at is null
      and id in (select id from shown where id <= ${upTo}))
    select count(*) as unread from shown where id > ${upTo} and read_at is null`)
  return rows[0]?.unread ?? 0
}

export async function hideSums(db: Db, { accountId }: { accountId: number }): Promise<void> {
  await db.execute(sql`
    update notifications set title = ${withoutSumsIn(sql`title`)}, text = ${withoutSumsIn(sql`text`)}
    where account_id = ${accountId} and (title || text) like '%₽%'`)
}

/** Deletes notifications older than this, read or not; returns their number. */
export async function deleteOld(db: Db, { days }: { days: number }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from notifications where created_at < now() - make_interval(days => ${days})`,
  )
  return rowCount ?? 0
}

export async function deleteOfEvents(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  await tx.execute(sql`delete from notifications where ${isOfEvents(events)}`)
}
