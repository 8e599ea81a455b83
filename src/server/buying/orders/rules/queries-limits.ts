import { sql } from 'drizzle-orm'
import type { EmployeeLimits } from '#shared/rules/parties/employee-limits.ts'
import { awaitingApproval, cancelled } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { unshippedKopecks } from '../shared-queries-credit.ts'

const limitColumns = sql`order_limit_kopecks as "orderLimitKopecks", period_limit_kopecks as "periodLimitKopecks",
  limit_period as period`

const creditLock = 20_261_122

/**
 * Reads the limits and locks the account without blocking rows that refer to it: serialises its orders and changes of
 * its limits. With `creditOf` also serialises orders on that contract's credit.
 */
export async function lockLimits(
  db: Db,
  { accountId, creditOf = null }: { accountId: number; creditOf?: number | null },
): Promise<EmployeeLimits> {
  const lockQuery = creditOf === null ? sql`` : sql`, pg_advisory_xact_lock(${creditLock}, ${creditOf})::text as turn`
  const { rows } = await db.execute<EmployeeLimits>(
    sql`select ${limitColumns}${lockQuery} from accounts where id = ${accountId} for no key update`,
  )
  const [limits] = rows
  if (!limits) throw new Error('an order without its account')
  return limits
}

/** The same without locks, for previews. */
export async function findLimits(db: Db, { accountId }: { accountId: number }): Promise<EmployeeLimits> {
  const { rows } = await db.execute<EmployeeLimits>(sql`select ${limitColumns} from accounts where id = ${accountId}`)
  const [limits] = rows
  if (!limits) throw new Error('an order without its account')
  return limits
}

/** Over `o` = orders that count against limits. */
export const countsAgainstLimits = sql`o.state <> ${cancelled} and not (o.state = ${awaitingApproval}
  and o.approval is not distinct from 'waiting')`

/** Kopecks counted against the limits: of the account's period and of the contract's credit; 0 where not requested. */
export type Counted = { spentKopecks: number; unshippedKopecks: number }

type SpendingQuery = {
  accountId: number
  since: Date | undefined
  creditOf?: number | null
  exceptOrderId?: number | undefined
}

/**
 * Sum of an account's orders since an instant, without those waiting for approval; and the unshipped sum of the
 * contract's orders on deferred payment. Must be a separate statement after locking both.
 */
export async function sumCounted(
  db: Db,
  { accountId, since, creditOf = null, exceptOrderId = 0 }: SpendingQuery,
): Promise<Counted> {
  if (since === undefined && creditOf === null) return { spentKopecks: 0, unshippedKopecks: 0 }
  const { rows } = await db.execute<Counted>(sql`
    select coalesce((select sum(o.sum_kopecks) from orders o
        where o.account_id = ${accountId} and o.created_at >= ${since?.toISOString() ?? null}::timestamptz
          and o.id <> ${exceptOrderId} and ${countsAgainstLimits}), 0)::bigint as "spentKopecks",
      ${creditOf === null ? sql`0::bigint` : unshippedKopecks(sql`${creditOf}`)} as "unshippedKopecks"`)
  return rows[0] ?? { spentKopecks: 0, unshippedKopecks: 0 }
}

/** `sumCounted` for several accounts at once. */
export async function sumSpent(
  db: Db,
  { accounts }: { accounts: readonly { id: number; since: Date }[] },
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; spentKopecks: number }>(sql`
    select a.id, coalesce((select sum(o.sum_kopecks) from orders o where o.account_id = a.id
      and o.created_at >= a.since and ${countsAgainstLimits}), 0)::bigint as "spentKopecks"
    from unnest(${sql.param(accounts.map(({ id }) => id))}::int[],
    ${sql.param(accounts.map(({ since }) => since.toISOString()))}::timestamptz[]) as a(id, since)`)
  return new Map(rows.map(({ id, spentKopecks }) => [id, spentKopecks]))
}

export type EmployeeRow = EmployeeLimits & { id: number; name: string; login: string }

/** Accounts that place orders without approving them: limits apply to these. */
const isLimited = sql`${holds(sql`accounts`, 'order.place')} and not ${holds(sql`accounts`, 'order.approve')}`

/** Employees of an organisation who place orders. */
export async function listEmployees(db: Db, { organisationId }: { organisationId: number }): Promise<EmployeeRow[]> {
  const { rows } = await db.execute<EmployeeRow>(sql`
    select id, name, login, ${limitColumns} from accounts
    where organisation_id = ${organisationId} and ${isLimited} and enabled order by name, id`)
  return rows
}

type EmployeeScope = { organisationId: number; accountId: number }

/** Locks an employee; undefined if the organisation has no such one. */
export async function lockEmployee(
  tx: Db,
  { organisationId, accountId }: EmployeeScope,
): Promise<EmployeeRow | undefined> {
  const { rows } = await tx.execute<EmployeeRow>(sql`
    select id, name, login, ${limitColumns} from accounts
    where id = ${accountId} and organisation_id = ${organisationId} and ${isLimited} for no key update`)
  return rows[0]
}
