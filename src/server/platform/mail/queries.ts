import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isOfEvents, mayLearn } from '#server/platform/sessions/shared-queries-notices.ts'
import type { Attachment, Letter, NoticeLetter } from './letter.ts'

export type DueMail = {
  id: number
  recipient: string
  subject: string
  text: string
  link: string
  attachments: Attachment[]
  attempts: number
  /** Written because of a person's setting, which can switch it off. */
  byChoice: boolean
  /** Letters merged into this one, oldest first, up to `maxListed`, and their number. */
  gathered: { subject: string; text: string; link: string }[]
  gatheredCount: number
}

const digestPrefix = 'digest:'
export const digestKey = (firstId: number): string => `${digestPrefix}${firstId}`
const isDigest = (mail: SQL): SQL => sql`starts_with(${mail}.event_key, ${digestPrefix})`

type InsertedLetter = Letter & { recipient: string } & Partial<Omit<NoticeLetter, keyof Letter | 'recipient'>>

/** Returns the number of new letters. */
export async function insertMails(db: Db, letters: readonly InsertedLetter[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into mails (recipient, subject, text, link, attachments, event_key, account_id, kind, contract_ids,
      gather_until, due_at)
    select distinct on (recipient, "eventKey") recipient, subject, text, link, coalesce(attachments, '[]'), "eventKey",
      "accountId", kind, coalesce("contractIds", '{}'), "gatherUntil",
      case when "gatherUntil" is null then now() end
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as letter(recipient text, subject text, text text,
      link text, attachments jsonb, "eventKey" text, "accountId" int, kind text, "contractIds" int[],
      "gatherUntil" timestamptz)
    on conflict (recipient, event_key) do nothing`)
  return rowCount ?? 0
}

/**
 * Deletes due letters, and parts of due digests, whose account may no longer learn what they report; a digest without
 * parts as well. Rights may have changed since they were written.
 */
export async function deleteUnentitled(db: Db): Promise<void> {
  await db.execute(sql`
    with due as (select id from mails where sent_at is null and due_at <= now() and account_id is not null)
    delete from mails notice using accounts account
    where account.id = notice.account_id and not ${mayLearn({ account: sql`account`, notice: sql`notice` })}
      and (notice.id in (select id from due) or notice.gathered_into in (select id from due))`)
  await db.execute(sql`
    delete from mails digest where sent_at is null and due_at <= now() and ${isDigest(sql`digest`)}
      and not exists (select from mails notice where notice.gathered_into = digest.id)`)
}

/** Maximum letters listed individually. */
const maxListed = 50

/** Claims due letters for this many seconds; after a crash they can be claimed again. */
export async function claimMails(
  db: Db,
  { max, leaseSeconds }: { max: number; leaseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await db.execute<DueMail>(sql`
    update mails set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from mails where sent_at is null and due_at <= now()
        and not exists (select from accounts where accounts.id = mails.account_id and not enabled) order by due_at, id
        limit ${max} for update skip locked)
    returning id, recipient, subject, text, link, attachments, attempts, account_id is not null as "byChoice",
      (select coalesce(jsonb_agg(jsonb_build_object('subject', notice.subject, 'text', notice.text, 'link', notice.link)
        order by notice.id), '[]') from (select * from mails each where each.gathered_into = mails.id
        order by each.id limit ${maxListed}) notice) as gathered,
      (select count(*)::int from mails each where each.gathered_into = mails.id) as "gatheredCount"`)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Rewrites what letters of an account tell that have not left. */
export async function updateWaitingTexts(
  db: Db,
  { accountId, to }: { accountId: number; to: (text: SQL) => SQL },
): Promise<void> {
  await db.execute(sql`
    update mails set subject = ${to(sql`subject`)}, text = ${to(sql`text`)}
    where account_id = ${accountId} and sent_at is null`)
}

/** Gives up letters that have waited longer than that: what they tell is old news. Answers how many. */
export async function failOldMails(db: Db, { hours, error }: { hours: number; error: string }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update mails set due_at = null, last_error = coalesce(nullif(last_error, ''), ${error})
    where sent_at is null and due_at is not null
      and coalesce(requeued_at, created_at) < now() - make_interval(hours => ${hours})`)
  return rowCount ?? 0
}

const isGivenUp = sql`(sent_at is null and due_at is null and gather_until is null and gathered_into is null)`

export type FailedLetter = { id: number; recipient: string; subject: string; createdAt: string; reason: string }

/** Letters that are given up, the newest first. */
export async function listFailedLetters(db: Db, { max }: { max: number }): Promise<FailedLetter[]> {
  const { rows } = await db.execute<FailedLetter>(sql`
    select id, recipient, subject, to_json(created_at) #>> '{}' as "createdAt", last_error as reason
    from mails where ${isGivenUp} order by id desc limit ${max}`)
  return rows
}

/** Makes letters due again that are given up; returns their ids. */
export async function requeueLetters(tx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update mails set due_at = now(), requeued_at = now(), attempts = 0
    where id = any(${sql.param([...ids])}::int[]) and ${isGivenUp} returning id`)
  return rows.map(({ id }) => id)
}

export type OutboxFacts = { waiting: number; givenUp: number; lastError: string }

/** Unsent letters, failed ones, and the last error of each. */
export async function findOutboxFacts(db: Db): Promise<OutboxFacts> {
  const { rows } = await db.execute<OutboxFacts>(sql`
    select count(*) filter (where due_at is not null)::int as waiting, count(*) filter (where due_at is null)::int
      as "givenUp",
      coalesce((array_agg(last_error order by id desc) filter (where last_error <> ''))[1], '') as "lastError"
    from mails where sent_at is null and gather_until is null and gathered_into is null`)
  return rows[0] ?? { waiting: 0, givenUp: 0, lastError: '' }
}

/**
 * Marks a letter and those merged into it as sent. Deletes link and files, because a link may grant access to whoever
 * has it.
 */
export async function markSent(db: Db, { id }: { id: number }): Promise<void> {
  await db.execute(sql`
    update mails set sent_at = now(), due_at = null, last_error = '', link = '', attachments = '[]'
    where id = ${id} or gathered_into = ${id}`)
}

/** Records why a letter was not sent; without `retryAfterSeconds` it is given up. */
export async function markFailed(
  db: Db,
  { id, error, retryAfterSeconds }: { id: number; error: string; retryAfterSeconds: number | undefined },
): Promise<void> {
  const dueAt = retryAfterSeconds === undefined ? sql`null` : sql`now() + make_interval(secs => ${retryAfterSeconds})`
  await db.execute(sql`update mails set due_at = ${dueAt}, last_error = ${error.slice(0, 1000)} where id = ${id}`)
}

export async function deleteOldMails(db: Db, { days }: { days: number }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from mails where coalesce(requeued_at, created_at) < now() - make_interval(days => ${days})`,
  )
  return rowCount ?? 0
}

export async function deleteMailsOfEvents(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  await tx.execute(sql`delete from mails where ${isOfEvents(events)}`)
}
