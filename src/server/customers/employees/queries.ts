import { sql } from 'drizzle-orm'
import type { LimitPeriod } from '#shared/rules/parties/employee-limits.ts'
import { invitationDays } from '#shared/constants.ts'
import { awaitingApproval } from '#shared/rules/order-states.ts'
import type { BuyerRole } from '#shared/rights.ts'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import { lastSignInOf } from '#server/platform/audit/shared-queries-sign-ins.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds, mayUseContract } from '#server/platform/sessions/shared-queries-rights.ts'
import { isOnline } from '#server/platform/sessions/shared-queries-sessions.ts'

export type StoredEmployee = {
  id: number
  login: string
  name: string
  phone: string
  role: BuyerRole
  grants: string[]
  enabled: boolean
  orderLimitKopecks: number | null
  periodLimitKopecks: number | null
  limitPeriod: LimitPeriod
  /** Has never set a password. */
  awaited: boolean
  /** ISO 8601: end of the invitation. */
  invitedUntil: string | null
  invitationOpen: boolean
  justInvited: boolean
  lastSignIn: string | null
  online: boolean
  /** Orders that wait for the owner. */
  awaiting: number
  /** Allotted ones; of an owner all. */
  contractIds: number[]
  version: string
}

/** People of an organisation, or one of them; without deleted ones. Owners first, then by name. */
export async function listEmployees(
  db: Db,
  { organisationId, id = null }: { organisationId: number; id?: number | null },
): Promise<StoredEmployee[]> {
  const invitedUntil = sql`a.invited_at + make_interval(days => ${invitationDays})`
  const { rows } = await db.execute<StoredEmployee>(sql`
    select a.id, a.login::text, a.name, a.phone, a.role, a.grants, a.enabled,
      a.order_limit_kopecks as "orderLimitKopecks", a.period_limit_kopecks as "periodLimitKopecks",
      a.limit_period as "limitPeriod", a.password_hash = '' as awaited,
      to_json(${invitedUntil}) #>> '{}' as "invitedUntil", coalesce(${invitedUntil} > now(), false) as "invitationOpen",
      coalesce(a.invited_at > now() - interval '1 minute', false) as "justInvited",
      ${lastSignInOf(sql`a.id`)} as "lastSignIn",
      ${isOnline(sql`a.id`)} as online,
      (select count(*)::int from orders o where o.account_id = a.id and o.state = ${awaitingApproval}
        and o.approval = 'waiting') as awaiting,
      usable.ids as "contractIds",
      md5(row(a.login::text, a.name, a.phone, a.role, a.grants, a.order_limit_kopecks, a.period_limit_kopecks,
        a.limit_period, usable.ids)::text) as version
    from accounts a cross join lateral (
      select coalesce(array_agg(c.id order by c.id), '{}') as ids
      from contracts c join contragents g on g.id = c.contragent_id and g.status <> 'deleted'
      where ${mayUseContract(sql`a`, sql`c`)}) usable
    where a.organisation_id = ${organisationId} and a.deleted_at is null and (${id}::int is null or a.id = ${id})
    order by not ${holds(sql`a`, 'organisation.manage')}, a.name, a.id`)
  return rows
}

export type AllottableContract = {
  id: number
  number: string
  signedOn: string
  contragentId: number
  company: string
  stopOrders: boolean
}

/** Contracts of an organisation, active ones first. */
export async function listAllottable(
  db: Db,
  { organisationId }: { organisationId: number },
): Promise<AllottableContract[]> {
  const { rows } = await db.execute<AllottableContract>(sql`
    select c.id, c.number, c.signed_on::text as "signedOn", g.id as "contragentId", g.company,
      c.stop_orders as "stopOrders"
    from contracts c join contragents g on g.id = c.contragent_id and g.status <> 'deleted'
    where c.organisation_id = ${organisationId} order by c.status <> 'active', c.id`)
  return rows
}

/** The account with this login, in any organisation. */
export async function findLoginHolder(tx: Db, { login }: { login: string }): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`select id from accounts where login = ${login}`)
  return rows[0]?.id
}

/** Whether another person can sign in and manage the organisation. */
export async function hasOtherOwner(
  tx: Db,
  { organisationId, exceptId }: { organisationId: number; exceptId: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from accounts a where a.organisation_id = ${organisationId} and a.id <> ${exceptId} and a.enabled
      and a.password_hash <> '' and ${holds(sql`a`, 'organisation.manage')} limit 1`)
  return rows.length > 0
}

/** Those who can sign in and manage the organisation. */
export async function listOwners(
  tx: Db,
  { organisationId, exceptId }: { organisationId: number; exceptId: number },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select a.id from accounts a where a.organisation_id = ${organisationId} and a.id <> ${exceptId} and a.enabled
      and ${holds(sql`a`, 'organisation.manage')} order by a.id`)
  return rows.map(({ id }) => id)
}

export type NamedRule = PriceRule & { header: string }

/** A person's price politics with names of categories; deleted categories are skipped. */
export async function listPolitics(db: Db, { id }: { id: number }): Promise<NamedRule[]> {
  const { rows } = await db.execute<NamedRule>(sql`
    select nullif(rule ->> 'category', '')::int as category, rule ->> 'show' as show,
      (rule ->> 'hundredths')::int as hundredths, coalesce(c.name, '') as header
    from accounts a cross join lateral jsonb_array_elements(a.price_politics) with ordinality as rules(rule, position)
    left join categories c on c.id = (rule ->> 'category')::int
    where a.id = ${id} and (rule ->> 'category' is null or c.id is not null) order by rules.position`)
  return rows
}

/** Those of the ids that exist. */
export async function listKnownCategories(db: Db, { ids }: { ids: readonly number[] }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from categories where id = any(${sql.param([...ids])}::int[])`,
  )
  return rows.map(({ id }) => id)
}
