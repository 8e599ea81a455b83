import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Registration, RegistrationStatus, RejectReason } from '#shared/api/staff/registrations.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { registrationRequests } from '#server/platform/db/schema/registration.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import type { RegisterParty } from './compare-register.ts'

export type Scope = 'waiting' | 'asked' | 'all'
export type ListFilter = { scope: Scope; assignee: 'me' | 'none' | undefined; accountId: number; query: string }

const isWaiting = sql`r.status in ('new','checking')`
const awaitsApplicant = sql`r.status = 'data_requested'`
const decidedShownDays = 7

const inScope: Record<Scope, SQL> = {
  waiting: sql`(${isWaiting} or ${awaitsApplicant}
    or r.decided_at > now() - make_interval(days => ${decidedShownDays}))`,
  asked: awaitsApplicant,
  all: sql`true`,
}

/** Waiting for staff first, longest waiting on top; then waiting for the applicant; then decided ones, newest first. */
const byUrgency = sql`
  case when ${isWaiting} then 0 when ${awaitsApplicant} then 1 else 2 end,
  case when ${isWaiting} or ${awaitsApplicant} then r.waiting_since end, r.decided_at desc, r.id desc`

/** Whether a contragent of ours has the ИНН, is exactly this firm, or has its phone; `firm` is that contragent. */
const isOfFirm = (condition: SQL) => sql`exists (
  select from contragents firm join organisations home on home.id = firm.organisation_id and not home.demo
  where firm.status <> 'deleted' and ${condition})`

export type ListedRequest = {
  id: number
  status: RegistrationStatus
  company: string
  inn: string
  kpp: string
  ogrn: string
  legalAddress: string
  headName: string
  bik: string
  account: string
  registryParty: RegisterParty | { missing: true } | null
  createdAt: string
  waitingSince: string
  decidedAt: string | null
  decidedAfter: number | null
  decisionText: string
  rejectReason: RejectReason | null
  assigneeId: number | null
  assignee: string | null
  contract: string | null
  isKnownFirm: boolean
  isKnownInn: boolean
  isKnownPhone: boolean
}

export async function listRequests(
  db: Db,
  { offset, limit, ...filter }: ListFilter & { offset: number; limit: number },
): Promise<ListedRequest[]> {
  const { rows } = await db.execute<ListedRequest>(sql`
    select r.id, r.status, r.company, r.inn, r.kpp, r.ogrn, r.legal_address as "legalAddress",
      r.head_name as "headName",
      r.bik, r.account, r.registry_party as "registryParty", ${iso(sql`r.created_at`)} as "createdAt",
      ${iso(sql`r.waiting_since`)} as "waitingSince", ${iso(sql`r.decided_at`)} as "decidedAt",
      extract(epoch from r.decided_at - r.waiting_since)::int as "decidedAfter",
      r.decision_text as "decisionText", r.reject_reason as "rejectReason",
      assignee.id as "assigneeId", assignee.name as assignee, c.number as contract,
      ${isOfFirm(sql`firm.inn = r.inn and firm.kpp = r.kpp`)} as "isKnownFirm",
      ${isOfFirm(sql`firm.inn = r.inn`)} as "isKnownInn",
      ${isOfFirm(sql`firm.phone = r.phone and firm.inn <> r.inn`)} as "isKnownPhone"
    from registration_requests r
      left join accounts assignee on assignee.id = r.assignee_id left join contracts c on c.id = r.contract_id
    where ${matching(filter)} order by ${filter.scope === 'all' ? sql`r.id desc` : byUrgency}
    limit ${limit} offset ${offset}`)
  return rows
}

export async function countRequests(db: Db, filter: ListFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from registration_requests r where ${matching(filter)}`,
  )
  return rows[0]?.count ?? 0
}

function matching({ scope, assignee, accountId, query }: ListFilter): SQL {
  const conditions = [inScope[scope]]
  if (assignee === 'me') conditions.push(sql`r.assignee_id = ${accountId}`)
  if (assignee === 'none') conditions.push(sql`r.assignee_id is null`)
  if (query !== '') {
    const pattern = containsPattern(query)
    conditions.push(sql`(r.company ilike ${pattern} or r.full_name ilike ${pattern} or r.inn like ${pattern}
      or r.email::text ilike ${pattern} or r.contact_name ilike ${pattern} or 'З-' || r.id ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

export type QueueFigures = {
  waiting: number
  asked: number
  all: number
  approved: number
  rejected: Partial<Record<RejectReason, number>>
  average: number | null
}

/** Counts by scope, and outcomes of requests decided within this many days. */
export async function readQueueFigures(db: Db, { days }: { days: number }): Promise<QueueFigures> {
  const recently = sql`r.decided_at > now() - make_interval(days => ${days})`
  const { rows } = await db.execute<QueueFigures>(sql`
    select count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${awaitsApplicant})::int as asked,
      count(*)::int as all, count(*) filter (where r.status = 'approved' and ${recently})::int as approved,
      extract(epoch from avg(r.decided_at - r.waiting_since) filter (where ${recently}))::int as average,
      coalesce((select jsonb_object_agg(reason, times) from (
        select r.reject_reason as reason, count(*) as times from registration_requests r
        where r.status = 'rejected' and r.reject_reason is not null and ${recently}
        group by 1) counted), '{}') as rejected
    from registration_requests r`)
  return rows[0] ?? { waiting: 0, asked: 0, all: 0, approved: 0, rejected: {}, average: null }
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from registration_requests r where ${isWaiting}`,
  )
  return rows[0]?.count ?? 0
}

export type StoredRequest = typeof registrationRequests.$inferSelect & { status: RegistrationStatus }

export async function findRequest(db: Db, { id }: { id: number }): Promise<StoredRequest | undefined> {
  const [found] = await db.select().from(registrationRequests).where(eq(registrationRequests.id, id))
  return found as StoredRequest | undefined
}

/** Serialises decisions on a request until the transaction ends. */
export async function lockRequest(tx: Db, { id }: { id: number }): Promise<StoredRequest | undefined> {
  const [found] = await tx.select().from(registrationRequests).where(eq(registrationRequests.id, id)).for('update')
  return found as StoredRequest | undefined
}

export type RequestChange = Partial<
  Omit<typeof registrationRequests.$inferInsert, 'id' | 'decidedAt' | 'waitingSince'>
> & {
  decidedAt?: 'now' | null
  waitingSince?: 'now'
}

/** The database's clock. */
export async function updateRequest(
  tx: Db,
  { id, set: { decidedAt, waitingSince, ...set } }: { id: number; set: RequestChange },
): Promise<void> {
  const now = sql`now()`
  await tx
    .update(registrationRequests)
    .set({
      ...set,
      ...(decidedAt === undefined ? {} : { decidedAt: decidedAt === 'now' ? now : null }),
      ...(waitingSince === undefined ? {} : { waitingSince: now }),
    })
    .where(eq(registrationRequests.id, id))
}

export type StoredEvent = {
  id: number
  at: string
  kind: Registration['events'][number]['kind']
  by: string | null
  text: string
  changes: Record<string, { before: string; after: string }>
}

export async function listEvents(db: Db, { id }: { id: number }): Promise<StoredEvent[]> {
  const { rows } = await db.execute<StoredEvent>(sql`
    select e.id, ${iso(sql`e.at`)} as at, e.kind, a.name as by, e.text, e.changes from registration_events e
    left join accounts a on a.id = e.account_id where e.request_id = ${id} order by e.id`)
  return rows
}

export async function listConsents(db: Db, { id }: { id: number }) {
  const { rows } = await db.execute<{ kind: 'personal-data' | 'offer'; version: string; at: string }>(sql`
    select kind, text_version as version, ${iso(sql`at`)} as at from consents where request_id = ${id} order by id`)
  return rows
}

export async function giveConsentsToAccount(
  tx: Db,
  { id, accountId }: { id: number; accountId: number },
): Promise<void> {
  await tx.execute(sql`update consents set account_id = ${accountId} where request_id = ${id}`)
}

/** Staff who may be assigned, with their card as personal managers if they have one. */
export async function listColleagues(
  db: Db,
): Promise<{ id: number; name: string; login: string; personalManagerId: number | null }[]> {
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      login: accounts.login,
      personalManagerId: accounts.personalManagerId,
    })
    .from(accounts)
    .where(and(holds(sql`${accounts}`, 'staff.registrations'), eq(accounts.enabled, true)))
    .orderBy(accounts.name, accounts.id)
}

function iso(moment: SQL): SQL {
  return sql`to_json(${moment}) #>> '{}'`
}
