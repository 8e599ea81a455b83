import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Erases who asked from the requests that became this account. Answers their ids. */
export async function eraseRequestsOf(tx: Db, { accountId }: { accountId: number }): Promise<number[]> {
  return eraseRequests(tx, sql`account_id = ${accountId}`)
}

/** Erases who asked from requests that were rejected longer ago than that. Answers their ids. */
export async function eraseRejected(tx: Db, { before }: { before: Date }): Promise<number[]> {
  return eraseRequests(tx, sql`status = 'rejected' and decided_at < ${before.toISOString()}::timestamptz`)
}

/** The firm stays, so that staff know it again; a sole proprietor is a person, of whom only the ИНН stays. */
async function eraseRequests(tx: Db, which: SQL): Promise<number[]> {
  const unlessFirm = (column: SQL) =>
    sql`case when legal_form = 'ИП' and status = 'rejected' then '' else ${column} end`
  const { rows } = await tx.execute<{ id: number }>(sql`
    with erased as (
      update registration_requests set contact_name = '', phone = '', email = '', password_hash = '', head_name = '',
        address = '', user_agent = '', registry_party = null, staff_note = '', decision_text = '',
        answer_token_hash = null, legal_address = ${unlessFirm(sql`legal_address`)},
        actual_address = ${unlessFirm(sql`actual_address`)}, company = ${unlessFirm(sql`company`)},
        full_name = ${unlessFirm(sql`full_name`)}, ogrn = ${unlessFirm(sql`ogrn`)}, bank = ${unlessFirm(sql`bank`)},
        account = ${unlessFirm(sql`account`)}, erased_at = now()
      where erased_at is null and ${which} returning id),
    events as (
      update registration_events set text = '', changes = '{}' where request_id in (select id from erased))
    select id from erased order by id`)
  return rows.map(({ id }) => id)
}

/** Proof of what was agreed to stays, with the time of its end. */
export async function withdrawConsentsOf(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await tx.execute(
    sql`update consents set withdrawn_at = now() where account_id = ${accountId} and withdrawn_at is null`,
  )
}

/** Of requests that never became an account, given longer ago than that. Answers their number. */
export async function deleteOldConsents(db: Db, { before }: { before: Date }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from consents where account_id is null and at < ${before.toISOString()}::timestamptz`,
  )
  return rowCount ?? 0
}
