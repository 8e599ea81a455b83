import type { approvals, Employee } from '#shared/api/approvals.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { dayOf, startOfDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import { ofBuyer } from '../order-scope.ts'
import { firstDayOfPeriod } from '../rules/employee-limits.ts'
import { listAwaiting } from '../queries-approval.ts'
import {
  listEmployees,
  lockEmployee,
  sumSpent,
  updateLimits,
  type EmployeeRow,
  type Limits,
} from '../rules/queries-limits.ts'
import { shapeSummary, buyerView } from '../shape.ts'

/** Orders waiting for approval by the organisation's head, oldest first, and the limits of employees. */
export async function readApprovals(
  { db }: { db: Db },
  actor: BuyerActor,
): Promise<Omit<ReplyOf<typeof approvals>, 'status'>> {
  const now = new Date()
  const view = buyerView(actor, now)
  const rows = await listAwaiting(db, { scope: ofBuyer(actor) })
  return {
    orders: rows.map(({ reason, ...row }) => ({ ...shapeSummary(row, view), reason })),
    employees: await shapeEmployees(db, await listEmployees(db, actor), now),
  }
}

type LimitsInput = Limits & { accountId: number }

export async function setLimits(
  { db }: { db: Db },
  actor: BuyerActor,
  { accountId, ...limits }: LimitsInput,
): Promise<{ employee: Employee }> {
  const { organisationId } = actor
  return db.transaction(async (tx) => {
    const before = await lockEmployee(tx, { organisationId, accountId })
    const row = await updateLimits(tx, { organisationId, accountId, ...limits })
    const [employee] = await shapeEmployees(tx, row ? [row] : [], new Date())
    if (!before || !employee) throw new AppError('notFound')
    const { orderLimitKopecks, periodLimitKopecks, period } = before
    await recordAudit(tx, byAccount(actor), {
      action: 'account.limits-changed',
      object: { type: 'account', id: accountId, organisationId },
      before: { orderLimitKopecks, periodLimitKopecks, period },
      after: limits,
    })
    return { employee }
  })
}

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

async function shapeEmployees(db: Db, rows: readonly EmployeeRow[], now: Date): Promise<Employee[]> {
  const spent = await sumSpent(db, {
    accounts: rows.map(({ id, period }) => ({ id, since: startOfDay(firstDayOfPeriod(period, dayOf(now))) })),
  })
  const wire = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks))
  return rows.map(({ id, name, login, orderLimitKopecks, periodLimitKopecks, period }) => ({
    id,
    name,
    login,
    order_limit: wire(orderLimitKopecks),
    period_limit: wire(periodLimitKopecks),
    period,
    spent: roubles(spent.get(id) ?? 0),
  }))
}
