import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/**
 * A letter before it is dressed. `link` is a path inside the portal, or empty; `eventKey` keeps it from being written
 * twice.
 */
export type Letter = { subject: string; text: string; link: string; eventKey: string }

export type DueMail = Omit<Letter, 'eventKey'> & { id: number; recipient: string; attempts: number }

export async function insertMails(
  db: Db,
  { recipients, letter }: { recipients: readonly string[]; letter: Letter },
): Promise<void> {
  await db.execute(sql`
    insert into mails (recipient, subject, text, link, event_key)
    select distinct recipient, ${letter.subject}, ${letter.text}, ${letter.link}, ${letter.eventKey}
    from unnest(${sql.param([...recipients])}::text[]) recipient
    on conflict (recipient, event_key) do nothing`)
}

/** Claims due letters for so many seconds: afterwards, for instance after a crash, they can be claimed again. */
export async function claimMails(
  db: Db,
  { max, leaseSeconds }: { max: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await db.execute<DueMail>(sql`
    update mails set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from mails where sent_at is null and due_at <= now() order by due_at, id
        limit ${max} for update skip locked)
    returning id, recipient, subject, text, link, attempts`)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Gives up letters that have waited longer than that: what they tell is old news. Answers how many. */
export async function failOldMails(db: Db, { hours, error }: { hours: number; error: string }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update mails set due_at = null, last_error = coalesce(nullif(last_error, ''), ${error})
    where sent_at is null and due_at is not null and created_at < now() - make_interval(hours => ${hours})`)
  return rowCount ?? 0
}

export type OutboxFacts = { waiting: number; givenUp: number; lastError: string }

/** Letters that have not left yet, those that never will, and why the last of either did not. */
export async function findOutboxFacts(db: Db): Promise<OutboxFacts> {
  const { rows } = await db.execute<OutboxFacts>(sql`
    select count(*) filter (where due_at is not null)::int as waiting, count(*) filter (where due_at is null)::int
      as "givenUp",
      coalesce((array_agg(last_error order by id desc) filter (where last_error <> ''))[1], '') as "lastError"
    from mails where sent_at is null`)
  return rows[0] ?? { waiting: 0, givenUp: 0, lastError: '' }
}

/** The link goes: it may be one that opens something to whoever has it. */
export async function markSent(db: Db, { id }: { id: number }): Promise<void> {
  await db.execute(sql`update mails set sent_at = now(), due_at = null, last_error = '', link = '' where id = ${id}`)
}

/** Notes why a letter did not leave; without `againSeconds` it is given up. */
export async function markFailed(
  db: Db,
  { id, error, againSeconds }: { id: number; error: string; againSeconds: number | undefined },
): Promise<void> {
  const dueAt = againSeconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${againSeconds})`
  await db.execute(sql`update mails set due_at = ${dueAt}, last_error = ${error.slice(0, 1000)} where id = ${id}`)
}

export async function deleteOldMails(db: Db, { days }: { days: number }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from mails where created_at < now() - make_interval(days => ${days})`,
  )
  return rowCount ?? 0
}
