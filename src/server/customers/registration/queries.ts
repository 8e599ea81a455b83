import { and, eq, sql } from 'drizzle-orm'
import type { LegalForm } from '#shared/rules/parties/legal-forms.ts'
import type { ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { consents, registrationEvents, registrationRequests } from '#server/platform/db/schema/registration.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

const requests = registrationRequests

/** Columns of the form's fields. */
export function toColumns(form: ApplicantForm) {
  return {
    legalForm: form.formState satisfies LegalForm as string,
    company: form.company,
    fullName: form.full_name,
    inn: form.inn,
    kpp: form.kpp,
    ogrn: form.ogrn,
    legalAddress: form.legal_address,
    actualAddress: form.actual_address,
    headName: form.head_name,
    headPost: form.head_post,
    bik: form.bik,
    bank: form.bank,
    account: form.account,
    correspondentAccount: form.correspondent_account,
    contactName: form.contact_name,
    phone: form.phone,
  }
}

export async function findSubmission(db: Db, { key }: { key: string }) {
  const [found] = await db.select({ email: requests.email }).from(requests).where(eq(requests.submissionKey, key))
  return found
}

export type EmailUse = 'account' | 'request' | 'free'

/** Whether an account or an open request uses the e-mail. */
export async function findEmailUse(db: Db, { email }: { email: string }): Promise<EmailUse> {
  const { rows } = await db.execute<{ use: EmailUse }>(sql`
    select case
      when exists (select from accounts where login = ${email}) then 'account'
      when exists (select from registration_requests where email = ${email} and ${isOpen}) then 'request'
      else 'free' end as use`)
  return rows[0]?.use ?? 'free'
}

const isOpen = sql`status in ('new','checking','data_requested')`

/** Whether a firm may apply: 'refused' earlier, or 'known' with accounts or an open request. */
export async function findPartyUse(
  db: Db,
  { inn, kpp }: { inn: string; kpp: string },
): Promise<'refused' | 'known' | 'free'> {
  const { rows } = await db.execute<{ use: 'refused' | 'known' | 'free' }>(sql`
    select case
      when exists (select from registration_requests where inn = ${inn} and blocks_inn and status = 'rejected')
        then 'refused'
      when exists (select from registration_requests where inn = ${inn} and kpp = ${kpp} and ${isOpen}) then 'known'
      when exists (
        select from contragents firm join accounts account on account.organisation_id = firm.organisation_id
        where firm.inn = ${inn} and firm.kpp = ${kpp} and firm.status <> 'deleted') then 'known'
      else 'free' end as use`)
  return rows[0]?.use ?? 'free'
}

/** Of concurrent requests for one firm or e-mail the first is stored; undefined for the others. */
export async function insertRequest(
  db: Db,
  request: typeof registrationRequests.$inferInsert,
): Promise<number | undefined> {
  const [row] = await db.insert(requests).values(request).onConflictDoNothing().returning({ id: requests.id })
  return row?.id
}

export async function insertEvent(db: Db, event: typeof registrationEvents.$inferInsert): Promise<number> {
  const [row] = await db.insert(registrationEvents).values(event).returning({ id: registrationEvents.id })
  return row?.id ?? 0
}

export async function insertConsents(db: Db, rows: (typeof consents.$inferInsert)[]): Promise<void> {
  await db.insert(consents).values(rows)
}

/** Staff who decide registrations and can sign in. */
export async function listDeciders(db: Db): Promise<{ id: number; login: string }[]> {
  return db
    .select({ id: accounts.id, login: accounts.login })
    .from(accounts)
    .where(and(holds(sql`${accounts}`, 'staff.registrations'), eq(accounts.enabled, true)))
    .orderBy(accounts.id)
}

export type RequestAwaitingAnswer = ReturnType<typeof toColumns> & {
  id: number
  email: string
  assigneeId: number | null
  /** Staff's question. */
  decisionText: string
}

export async function findRequestAwaitingAnswer(
  db: Db,
  { tokenHash }: { tokenHash: Buffer },
): Promise<RequestAwaitingAnswer | undefined> {
  const [found] = await db
    .select()
    .from(requests)
    .where(and(eq(requests.answerTokenHash, tokenHash), eq(requests.status, 'data_requested')))
  return found
}

/** False if it was answered or decided in the meantime. */
export async function saveAnswer(
  tx: Db,
  { tokenHash, set }: { tokenHash: Buffer; set: Partial<typeof registrationRequests.$inferInsert> },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(requests)
    .set({
      ...set,
      status: sql`case when ${requests.assigneeId} is null then 'new' else 'checking' end`,
      answerTokenHash: null,
      waitingSince: sql`now()`,
    })
    .where(and(eq(requests.answerTokenHash, tokenHash), eq(requests.status, 'data_requested')))
  return rowCount === 1
}
