import type { approvals, Employee } from '#shared/api/approvals.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { addWorkingDays, dayOf, startOfDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import { awaitingApproval, cancelled, newOrder } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { calendarOf } from '#server/features/delivery/queries-calendar.ts'
import { refuse } from './explain.ts'
import { bindsCredit, overdraftOf, shortageOf, stopOf } from './obstacles.ts'
import { firstDayOf } from './own-limits.ts'
import { listAwaiting } from './queries-approval.ts'
import { listEmployees, lockLimits, sumCounted, sumSpent, updateLimits, type EmployeeRow, type Limits } from './queries-limits.ts'
import { lockTermsOfOrder } from './queries-place.ts'
import { ofBuyer } from './queries-read.ts'
import type { LockedOrder } from './queries-state.ts'
import { byPerson, lockedOrder, saveChange } from './save-change.ts'
import { shapeSummary, viewOfBuyer } from './shape.ts'
import type { Terms } from './terms.ts'

/** Orders that wait for the head of an organisation, oldest first, and the limits of its employees. */
export async function readApprovals({ db }: { db: Db }, actor: BuyerActor): Promise<Omit<ReplyOf<typeof approvals>, 'status'>> {
  const now = new Date()
  const view = viewOfBuyer(actor.role, now)
  const rows = await listAwaiting(db, { scope: ofBuyer(actor) })
  return { orders: rows.map(({ reason, ...row }) => ({ ...shapeSummary(row, view), reason })), employees: await shapeEmployees(db, await listEmployees(db, actor), now) }
}

export async function setLimits({ db }: { db: Db }, { organisationId }: BuyerActor, wish: Limits & { accountId: number }): Promise<{ employee: Employee }> {
  const row = await updateLimits(db, { organisationId, ...wish })
  const [employee] = await shapeEmployees(db, row ? [row] : [], new Date())
  if (!employee) throw new AppError('notFound')
  return { employee }
}

/**
 * The order becomes a new one, which 1C gets, and its days of waiting for payment begin. The contract has to allow it as
 * it allowed placing it: refused, it goes on waiting. Sent twice it is done once.
 */
export async function approveOrder({ db }: { db: Db }, actor: BuyerActor, { orderId, comment, now }: { orderId: number; comment: string; now: Date }): Promise<{ state: number }> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofBuyer(actor))
    if (order.state === newOrder && order.approval === 'approved') return { state: newOrder }
    if (order.state !== awaitingApproval) throw new AppError('notAwaiting')
    const today = dayOf(now)
    const terms = await lockTermsOfOrder(tx, { ...order, delivery: { methodId: order.deliveryMethodId }, today })
    if (!terms) throw new Error('an order without its contract')
    await refuseNow(tx, actor, order, terms, now)
    const payUntil = terms.payment === 'prepaid' ? addWorkingDays(today, terms.holdDays, calendarOf(terms.calendar)) : null
    const news = { title: `Заказ ${order.number} согласован`, text: [`Согласовал(а) ${actor.name}. Заказ передан поставщику.`, comment].filter(Boolean).join('\n') }
    await saveChange(tx, order, { ...byPerson(actor), state: newOrder, approval: 'approved', payUntil, comment: comment === '' ? 'Согласовано' : `Согласовано: ${comment}`, news })
    return { state: newOrder }
  })
}

/** The order is cancelled and its goods go back to stock. Sent twice it is done once. */
export async function refuseOrder({ db }: { db: Db }, actor: BuyerActor, { orderId, reason }: { orderId: number; reason: string }): Promise<{ state: number }> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofBuyer(actor))
    if (order.state === cancelled) return { state: cancelled }
    if (order.state !== awaitingApproval) throw new AppError('notAwaiting')
    const comment = `Не согласовано: ${reason}`
    await saveChange(tx, order, { ...byPerson(actor), state: cancelled, comment, news: { title: `Заказ ${order.number} не согласован`, text: comment } })
    return { state: cancelled }
  })
}

/** In turn with the employee's own orders and those on the contract's credit: from now on this one counts. */
async function refuseNow(tx: Db, actor: BuyerActor, order: LockedOrder, terms: Terms, now: Date): Promise<void> {
  const { contractId, accountId } = order
  const facts = { contractId, now }
  await refuse(tx, actor, stopOf(terms, dayOf(now)), facts)
  await refuse(tx, actor, shortageOf(order, terms), facts)
  const creditOf = bindsCredit(terms) ? contractId : null
  await lockLimits(tx, { accountId, creditOf })
  const { unshippedKopecks } = await sumCounted(tx, { accountId, since: undefined, creditOf })
  // While it waits it holds its part of the credit already.
  await refuse(tx, actor, overdraftOf(order, terms, { unshippedKopecks: unshippedKopecks - order.sumKopecks }), facts)
}

async function shapeEmployees(db: Db, rows: readonly EmployeeRow[], now: Date): Promise<Employee[]> {
  const spent = await sumSpent(db, { accounts: rows.map(({ id, period }) => ({ id, since: startOfDay(firstDayOf(period, dayOf(now))) })) })
  const wire = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks))
  return rows.map(({ id, name, login, orderLimitKopecks, periodLimitKopecks, period }) => ({
    id, name, login, order_limit: wire(orderLimitKopecks), period_limit: wire(periodLimitKopecks), period, spent: roubles(spent.get(id) ?? 0),
  }))
}
