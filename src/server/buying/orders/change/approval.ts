import { dayOf, startOfDay } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { updateAccount } from '#server/customers/accounts/shared-queries-write.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import { ofBuyer } from '../order-scope.ts'
import { firstDayOfPeriod, type EmployeeLimits } from '#shared/rules/parties/employee-limits.ts'
import { listAwaiting } from '../queries-approval.ts'
import { listEmployees, lockEmployee, sumSpent, type EmployeeRow } from '../rules/queries-limits.ts'
import type { OrderRow } from '../queries-read.ts'

/** `spentKopecks`: orders of the current period. */
export type Employee = EmployeeRow & { spentKopecks: number }

/** Orders waiting for approval by the organisation's head, oldest first, and the limits of employees. */
export async function readApprovals(
  { db }: { db: Db },
  actor: BuyerActor,
  { now }: { now: Date },
): Promise<{ orders: (OrderRow & { reason: string })[]; employees: Employee[] }> {
  return {
    orders: await listAwaiting(db, { scope: ofBuyer(actor) }),
    employees: await withSpent(db, await listEmployees(db, actor), now),
  }
}

type LimitsInput = EmployeeLimits & { accountId: number }

export async function setLimits(
  { db }: { db: Db },
  actor: BuyerActor,
  { accountId, ...limits }: LimitsInput,
): Promise<Employee> {
  const { organisationId } = actor
  return db.transaction(async (tx) => {
    const before = await lockEmployee(tx, { organisationId, accountId })
    if (!before) throw new AppError('notFound')
    const { orderLimitKopecks, periodLimitKopecks, period } = limits
    await updateAccount(tx, { id: accountId, set: { orderLimitKopecks, periodLimitKopecks, limitPeriod: period } })
    const [employee] = await withSpent(tx, [{ ...before, ...limits }], new Date())
    if (!employee) throw new Error('one row in, one out')
    await recordAudit(tx, byAccount(actor), {
      action: 'account.limits-changed',
      object: { type: 'account', id: accountId, organisationId },
      before: limitsOf(before),
      after: limits,
    })
    return employee
  })
}

const limitsOf = ({ orderLimitKopecks, periodLimitKopecks, period }: EmployeeLimits) => ({
  orderLimitKopecks,
  periodLimitKopecks,
  period,
})

type Approved = { orderId: number; comment: string; now: Date }

/** The head approves a waiting order. */
export async function approveOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId, ...input }: Approved,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofBuyer(actor))
    return applyOrderChange(tx, order, { kind: 'approve', author: { by: 'buyer', actor }, ...input })
  })
}

export async function refuseOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId, reason }: { orderId: number; reason: string },
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofBuyer(actor))
    return applyOrderChange(tx, order, { kind: 'refuse', author: { by: 'buyer', actor }, reason })
  })
}

async function withSpent(db: Db, rows: readonly EmployeeRow[], now: Date): Promise<Employee[]> {
  const spent = await sumSpent(db, {
    accounts: rows.map(({ id, period }) => ({ id, since: startOfDay(firstDayOfPeriod(period, dayOf(now))) })),
  })
  return rows.map((row) => ({ ...row, spentKopecks: spent.get(row.id) ?? 0 }))
}
