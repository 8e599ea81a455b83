import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Event and link. `eventKey` identifies the event: an account is notified once, however often it is reported. */
export type NotificationInput = {
  kind: string
  title: string
  text: string
  /** Path inside the portal, or empty. */ link: string
  eventKey: string
}

export type NotificationRow = Omit<NotificationInput, 'eventKey'> & { id: number; createdAt: string; read: boolean }

export async function insertNotifications(
  db: Db,
  { accountIds, notification }: { accountIds: readonly number[]; notification: NotificationInput },
): Promise<void> {
  await db.execute(sql`
    insert into notifications (account_id, kind, title, text, link, event_key)
    select distinct id, ${notification.kind}, ${notification.title}, ${notification.text}, ${notification.link},
      ${notification.eventKey} from unnest(${sql.param([...accountIds])}::int[]) id
    on conflict (account_id, event_key) do nothing`)
}

/** A page of notifications, newest first, with totals. A page beyond the end is empty. */
export async function listNotifications(
  db: Db,
  { accountId, page, perPage }: { accountId: number; page: number; perPage: number },
) {
  const { rows } = await db.execute<{ items: NotificationRow[]; total: number; unread: number }>(sql`
    with page as (
      select * from notifications where account_id = ${accountId} order by id desc
        limit ${perPage} offset ${(page - 1) * perPage}::bigint)
    select count(*) as total, count(*) filter (where read_at is null) as unread,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'title', title, 'text', text, 'link', link,
        'read', read_at is not null,
        'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id desc)
          from page), '[]') as items
    from notifications where account_id = ${accountId}`)
  return rows[0] ?? { items: [], total: 0, unread: 0 }
}

/** Answers how many stay unread. */
export async function markRead(db: Db, { accountId, upTo }: { accountId: number; upTo: number }): Promise<number> {
  const { rows } = await db.execute<{ unread: number }>(sql`
    with now_read as (update notifications set read_at = now() where account_id = ${accountId} and id <= ${upTo}
      and read_at is null)
    select count(*) as unread from notifications where account_id = ${accountId} and id > ${upTo} and read_at is null`)
  return rows[0]?.unread ?? 0
}

/** Deletes those older than so many days, read or not; returns their number. */
export async function deleteOld(db: Db, { days }: { days: number }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from notifications where created_at < now() - make_interval(days => ${days})`,
  )
  return rowCount ?? 0
}
