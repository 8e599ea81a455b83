import { sql } from 'drizzle-orm'
import type { ClaimState } from '#shared/rules/aftersale/claims.ts'
import type { Day } from '#shared/rules/dates.ts'
import { isUndecidedState } from '#server/aftersale/claims/shared-queries-states.ts'
import { overdueOf } from '#server/buying/ledger/shared-queries-unpaid.ts'
import { unshippedKopecks } from '#server/buying/orders/shared-queries-credit.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { NamedOrder } from './queries-staff.ts'

// The caller has checked that the person belongs to one of their customers.

export type StoredContract = {
  id: number
  number: string
  signedOn: Day
  contragent: string
  payment: 'prepaid' | 'deferred'
  prepaymentPercent: number
  deferralDays: number
  prices: string
  debtKopecks: number
  overdueKopecks: number
  overdueSince: Day | null
  creditLimitKopecks: number | null
  advanceKopecks: number
  unshippedKopecks: number
  stopOrders: boolean
  debtAlert: string | null
}

/** Active contracts of the chat's buyer, with debts. */
export async function listContractFacts(
  db: Db,
  { accountId, today }: { accountId: number; today: Day },
): Promise<StoredContract[]> {
  const { rows } = await db.execute<StoredContract>(sql`
    select k.id, k.number, k.signed_on::text as "signedOn", k.company as contragent, k.payment,
      k.prepayment_percent as "prepaymentPercent", k.deferral_days as "deferralDays", t.name as prices,
      k.debt_kopecks as "debtKopecks", coalesce(late.kopecks, 0) as "overdueKopecks",
      late.since::text as "overdueSince",
      k.credit_limit_kopecks as "creditLimitKopecks", k.advance_kopecks as "advanceKopecks",
      ${unshippedKopecks(sql`k.id`)} as "unshippedKopecks",
      k.stop_orders as "stopOrders", k.debt_alert as "debtAlert"
    from (${allowedContracts({ accountId })}) k join price_types t on t.id = k.price_type_id
    cross join lateral ${overdueOf(sql`k.id`, today)} late
    where k.status = 'active'
    order by late.kopecks desc nulls last, k.stop_orders desc, k.id limit 10`)
  return rows
}

const maxOrders = 5

export async function listNewestOrders(db: Db, { organisationId }: { organisationId: number }): Promise<NamedOrder[]> {
  const { rows } = await db.execute<NamedOrder>(sql`
    select id, number, state, sum_kopecks as "sumKopecks" from orders where organisation_id = ${organisationId}
    order by id desc limit ${maxOrders}`)
  return rows
}

export type OpenClaim = { id: number; number: string; state: ClaimState; decideBy: Day }

export async function listOpenClaims(db: Db, { organisationId }: { organisationId: number }): Promise<OpenClaim[]> {
  const { rows } = await db.execute<OpenClaim>(sql`
    select id, number, state, decide_by::text as "decideBy" from claims
    where organisation_id = ${organisationId} and ${isUndecidedState(sql`state`)}
    order by decide_by, id limit ${maxOrders}`)
  return rows
}

/** The buyer's baskets, at the prices last shown. */
export async function findBasketFacts(
  db: Db,
  { accountId }: { accountId: number },
): Promise<{ lines: number; kopecks: number }> {
  const { rows } = await db.execute<{ lines: number; kopecks: number }>(sql`
    select count(*)::int as lines,
      coalesce(sum(round(l.shown_price_kopecks::numeric * l.quantity_milli / 1000)), 0)::bigint as kopecks
    from basket_lines l join baskets b on b.id = l.basket_id where b.account_id = ${accountId}`)
  return rows[0] ?? { lines: 0, kopecks: 0 }
}
