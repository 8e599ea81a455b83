import { sql } from 'drizzle-orm'
import type { LimitPeriod } from '#shared/api/approvals.ts'
import type { Db } from '#server/db/client.ts'

export type Limits = { orderLimitKopecks: number | null; periodLimitKopecks: number | null; period: LimitPeriod }

const limitColumns = sql`order_limit_kopecks as "orderLimitKopecks", period_limit_kopecks as "periodLimitKopecks", limit_period as period`

/** Reads and locks: orders of the account, and changes of its limits, take turns. Rows that refer to the account do not wait. */
export async function lockLimits(db: Db, { accountId }: { accountId: number }): Promise<Limits> {
  const { rows } = await db.execute<Limits>(sql`select ${limitColumns} from accounts where id = ${accountId} for no key update`)
  const [limits] = rows
  if (!limits) throw new Error('an order without its account')
  return limits
}

const counts = sql`o.state <> 4 and not (o.state = 2 and o.approval is not distinct from 'waiting')`

/** What an account has ordered since an instant, without what still waits for approval. */
export async function sumOfAccount(db: Db, { accountId, since, exceptOrderId = 0 }: { accountId: number; since: Date; exceptOrderId?: number | undefined }): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(o.sum_kopecks), 0)::bigint as sum from orders o
    where o.account_id = ${accountId} and o.created_at >= ${since.toISOString()}::timestamptz and o.id <> ${exceptOrderId} and ${counts}`)
  return rows[0]?.sum ?? 0
}

export type EmployeeRow = Limits & { id: number; name: string; login: string }

/** Employees of an organisation who place orders. */
export async function listEmployees(db: Db, { organisationId }: { organisationId: number }): Promise<EmployeeRow[]> {
  const { rows } = await db.execute<EmployeeRow>(sql`
    select id, name, login, ${limitColumns} from accounts
    where organisation_id = ${organisationId} and role = 'manager' and enabled order by name, id`)
  return rows
}

/** Undefined when the organisation has no such employee. */
export async function updateLimits(
  db: Db,
  { organisationId, accountId, orderLimitKopecks, periodLimitKopecks, period }: Limits & { organisationId: number; accountId: number },
): Promise<EmployeeRow | undefined> {
  const { rows } = await db.execute<EmployeeRow>(sql`
    update accounts set order_limit_kopecks = ${orderLimitKopecks}, period_limit_kopecks = ${periodLimitKopecks}, limit_period = ${period}
    where id = ${accountId} and organisation_id = ${organisationId} and role = 'manager'
    returning id, name, login, ${limitColumns}`)
  return rows[0]
}
