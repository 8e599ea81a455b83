import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

const isOpen = sql`status in ('new', 'checking', 'data_requested')`

/** Erases the applicant from requests that became this account. Returns their ids. */
export async function eraseRequestsOf(tx: Db, { accountId }: { accountId: number }): Promise<number[]> {
  return eraseRequests(tx, sql`account_id = ${accountId}`)
}

/** Erases applicants from requests rejected before that instant. Returns their ids. */
export async function eraseRejected(tx: Db, { before }: { before: Date }): Promise<number[]> {
  return eraseRequests(tx, sql`status = 'rejected' and decided_at < ${before.toISOString()}::timestamptz`)
}

/** Locks requests that nobody has decided, if neither staff nor the applicant has written since that instant. */
export async function lockForgotten(tx: Db, { before }: { before: Date }): Promise<ForgottenRequest[]> {
  const instant = sql`${before.toISOString()}::timestamptz`
  const { rows } = await tx.execute<ForgottenRequest>(sql`
    select r.id, r.company, r.email from registration_requests r
    where r.${isOpen} and r.waiting_since < ${instant}
      and not exists (select from registration_events e where e.request_id = r.id and e.at >= ${instant})
    order by r.id for update`)
  return rows
}

export type ForgottenRequest = { id: number; company: string; email: string }

/** Rejects those of the requests that are open. Returns their ids and former states. */
export async function rejectOpen(
  tx: Db,
  { ids, deciderId, now }: { ids: readonly number[]; deciderId: number | null; now: Date },
): Promise<{ id: number; status: string }[]> {
  const { rows } = await tx.execute<{ id: number; status: string }>(sql`
    with open as (
      select id, status from registration_requests r
      where id = any(${sql.param([...ids])}::int[]) and r.${isOpen} for update)
    update registration_requests r set status = 'rejected', reject_reason = 'other', decided_by_id = ${deciderId}::int,
      decided_at = ${now.toISOString()}::timestamptz
    from open where r.id = open.id returning r.id, open.status`)
  return rows
}

/** Erases applicants from these rejected requests. */
export async function eraseRejectedOf(tx: Db, { ids }: { ids: readonly number[] }): Promise<void> {
  await eraseRequests(tx, sql`status = 'rejected' and id = any(${sql.param([...ids])}::int[])`)
}

/** The firm is kept, so that staff recognise it; of a sole proprietor, who is a person, only the ИНН. */
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

/** The proof of consent is kept, with its end. */
export async function withdrawConsentsOf(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await tx.execute(
    sql`update consents set withdrawn_at = now() where account_id = ${accountId} and withdrawn_at is null`,
  )
}

/** Of requests without an account. */
export async function withdrawConsentsOfRequests(tx: Db, { ids }: { ids: readonly number[] }): Promise<void> {
  await tx.execute(sql`
    update consents set withdrawn_at = now()
    where account_id is null and request_id = any(${sql.param([...ids])}::int[]) and withdrawn_at is null`)
}

/** Consents of requests that never became an account, given before that instant. Returns their number. */
export async function deleteOldConsents(db: Db, { before }: { before: Date }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from consents where account_id is null and at < ${before.toISOString()}::timestamptz`,
  )
  return rowCount ?? 0
}
