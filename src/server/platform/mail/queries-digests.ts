import { sql } from 'drizzle-orm'
import type { Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mayLearn } from '#server/platform/sessions/shared-queries-notices.ts'
import { digestKey } from './queries.ts'

/** Accounts with a due waiting letter, longest waiting first. */
export async function listDueAccounts(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ accountId: number }>(sql`
    select account_id as "accountId" from mails where gather_until is not null
    group by account_id having min(gather_until) <= now() order by min(gather_until), account_id`)
  return rows.map(({ accountId }) => accountId)
}

/**
 * Locks the waiting letters of an account, oldest first; a concurrent process waits and then finds none. Not
 * `entitled`: the account may no longer learn what the letter reports.
 */
export async function lockWaitingMails(
  db: Db,
  { accountId }: { accountId: number },
): Promise<{ id: number; entitled: boolean }[]> {
  const { rows } = await db.execute<{ id: number; entitled: boolean }>(sql`
    select notice.id, ${mayLearn({ account: sql`account`, notice: sql`notice` })} as entitled
    from mails notice join accounts account on account.id = notice.account_id
    where notice.account_id = ${accountId} and notice.gather_until is not null order by notice.id for update of notice`)
  return rows
}

/** Current address for an account's letters. */
export async function findAddress(
  db: Db,
  { accountId }: { accountId: number },
): Promise<{ login: string; role: Role } | undefined> {
  const { rows } = await db.execute<{ login: string; role: Role }>(
    sql`select login, role from accounts where id = ${accountId}`,
  )
  return rows[0]
}

export async function deleteMails(db: Db, { ids }: { ids: readonly number[] }): Promise<void> {
  await db.execute(sql`delete from mails where id = any(${sql.param([...ids])}::int[])`)
}

/** Sends a waiting letter on its own, if there are no others. */
export async function releaseMail(db: Db, { id, recipient }: { id: number; recipient: string }): Promise<void> {
  await db.execute(sql`
    update mails set gather_until = null, due_at = now(), created_at = now(), recipient = ${recipient}
    where id = ${id}`)
}

/** Inserts one letter for several; those are kept, so that no event is reported again. */
export async function insertDigest(
  db: Db,
  {
    accountId,
    recipient,
    subject,
    link,
    ids,
  }: { accountId: number; recipient: string; subject: string; link: string; ids: readonly number[] },
): Promise<void> {
  await db.execute(sql`
    with digest as (
      insert into mails (recipient, subject, text, link, event_key, account_id)
      values (${recipient}, ${subject}, '', ${link}, ${digestKey(ids[0] ?? 0)}, ${accountId}) returning id)
    update mails set gathered_into = digest.id, gather_until = null from digest
    where mails.id = any(${sql.param([...ids])}::int[])`)
}

/** After a change of frequency, waiting letters follow the new one. */
export async function updateDigestTime(
  db: Db,
  { accountId, until }: { accountId: number; until: Date },
): Promise<void> {
  await db.execute(sql`
    update mails set gather_until = ${until} where account_id = ${accountId} and gather_until is not null`)
}
