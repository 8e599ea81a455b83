import { freeCreditKopecks, hasCreditLimit } from '#shared/rules/credit.ts'
import { deliveryTerms, isFreeAt } from '#shared/rules/delivery/delivery-price.ts'
import { minOrderMessage, missingToMinOrder } from '#shared/rules/min-order.ts'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { cancelled, stateRules } from '#shared/rules/order-states.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { dayObjections } from '../rules/day-objections.ts'
import { isAlreadyReduced, reduceLines, type LineInput, type Reduction } from './reduce-lines.ts'
import type { Sums } from '../rules/obstacles.ts'
import { findExcess } from '../rules/employee-limits.ts'
import { lockChangeTerms, type ChangeTerms } from './queries-change.ts'
import { findDayFacts } from '../rules/queries-delivery.ts'
import { lockLimits, sumCounted } from '../rules/queries-limits.ts'
import { listOrderLines } from '../queries-lines.ts'
import type { LockedOrder } from './queries-state.ts'
import type { OrderEffect } from './effect.ts'
import { lockLines, checkRevision } from './locked-order.ts'
import type { ChangeOf } from './order-change.ts'

/** The buyer reduces quantities or removes lines; removing all cancels the order. */
export async function planReduction(
  tx: Db,
  order: LockedOrder,
  change: ChangeOf<'reduce'>,
): Promise<OrderEffect | undefined> {
  if (await hasQuantities(tx, order, change.lines)) return undefined
  if (stateRules(order.state).buyerChange !== true) throw new AppError('notChangeable')
  checkRevision(order, change)
  const check: Check = (terms, reduction, after) => checkTerms(tx, change.author.actor, order, terms, reduction, after)
  return reduce(tx, order, change, check)
}

/**
 * Staff reduce lines before shipping, set the date, and comment. No minimum sum applies; an unusual day must be
 * confirmed.
 */
export async function planStaffEdit(tx: Db, order: LockedOrder, change: ChangeOf<'edit'>): Promise<OrderEffect> {
  checkRevision(order, change)
  const { lines } = change
  const date = change.date === order.deliveryDate ? undefined : change.date
  if ((lines.length > 0 || date !== undefined) && stateRules(order.state).staffChange !== true)
    throw new AppError('notChangeable')
  if (date !== undefined && date < change.today)
    throw new AppError('deliveryDate', { fields: { date: 'Этот день уже прошёл' } })
  if (date !== undefined && !change.anyDay) await refuseUnusualDay(tx, order, date)
  if (lines.length === 0 && date === undefined && change.comment === '') throw new AppError('nothingChanged')
  const comment = [date && `Дата доставки: ${formatDay(date)}`, change.comment].filter(Boolean).join('. ')
  const effect: OrderEffect = lines.length === 0 ? { comment } : await reduce(tx, order, { lines, comment })
  return date === undefined ? effect : { ...effect, columns: { ...effect.columns, deliveryDate: date } }
}

/** Throws the objections to a day that the buyer could not choose. */
async function refuseUnusualDay(tx: Db, { id }: LockedOrder, day: Day): Promise<void> {
  const against = dayObjections(day, await findDayFacts(tx, { orderId: id, day }))
  if (against.length > 0)
    throw new AppError('unusualDay', { message: against.join('. '), fields: { date: against.join('. ') } })
}

/** Removing every line cancels the order and leaves its lines unchanged. */
async function hasQuantities(tx: Db, order: LockedOrder, lines: readonly LineInput[]): Promise<boolean> {
  if (order.state === cancelled) return lines.every(({ quantityMilli }) => quantityMilli === 0)
  return isAlreadyReduced(await listOrderLines(tx, { orderId: order.id }), lines)
}

type Check = (terms: ChangeTerms, reduction: Reduction, after: Sums) => Promise<void>

/** Lock order: contract, stock rows, then those of the check. */
async function reduce(
  tx: Db,
  order: LockedOrder,
  { lines: inputs, comment }: { lines: readonly LineInput[]; comment: string },
  check?: Check,
): Promise<OrderEffect> {
  const terms = await lockChangeTerms(tx, order)
  const lockedLines = await lockLines(tx, { orderId: order.id })
  const reduction = reduceLines(lockedLines, inputs)
  if (reduction.lines.length === 0) throw new AppError('nothingChanged')
  if (reduction.empty)
    return {
      columns: { state: cancelled },
      lockedLines,
      comment: ['Все строки убраны', comment].filter(Boolean).join('. '),
    }
  const deliveryKopecks = deliveryAfter(order, terms, reduction)
  const after = { deliveryKopecks, sumKopecks: reduction.goodsAfterKopecks + deliveryKopecks }
  await check?.(terms, reduction, after)
  return {
    columns: after,
    lockedLines,
    lines: reduction.lines,
    comment: [reduction.comment, comment].filter(Boolean).join('. '),
  }
}

/** Delivery that was free at the previous sum is charged again below the free sum; otherwise the agreed price stays. */
function deliveryAfter(
  { deliveryKopecks, deliveryMethodId: methodId }: LockedOrder,
  { freeDeliveryKopecks, method, zone }: ChangeTerms,
  reduction: Reduction,
): number {
  const { priceKopecks, freeFromKopecks } = deliveryTerms({
    methodId,
    method,
    zone,
    contractFreeKopecks: freeDeliveryKopecks,
  })
  const loses =
    deliveryKopecks === 0 &&
    isFreeAt(reduction.goodsBeforeKopecks, freeFromKopecks) &&
    !isFreeAt(reduction.goodsAfterKopecks, freeFromKopecks)
  return loses ? priceKopecks : deliveryKopecks
}

/** The contract's minimum sum and, if delivery makes the order more expensive, its credit and the employee's limit. */
async function checkTerms(
  tx: Db,
  actor: BuyerActor,
  order: LockedOrder,
  terms: ChangeTerms,
  reduction: Reduction,
  after: Sums,
): Promise<void> {
  const missingKopecks = missingToMinOrder(reduction.goodsAfterKopecks, terms.minOrderKopecks)
  if (missingKopecks > 0 && reduction.goodsAfterKopecks < reduction.goodsBeforeKopecks) {
    const reason = minOrderMessage({ minKopecks: terms.minOrderKopecks ?? 0, missingKopecks })
    const message = `${reason}. Заказ можно отменить целиком`
    throw new AppError('belowLeastSum', { message, missingKopecks })
  }
  if (after.sumKopecks <= order.sumKopecks) return
  if (
    !may(actor, 'order.approve') &&
    order.approval === null &&
    (await findExcess(tx, {
      accountId: order.accountId,
      sumKopecks: after.sumKopecks,
      now: new Date(),
      exceptOrderId: order.id,
    })) !== null
  ) {
    throw new AppError('aboveOwnLimit')
  }
  if (!hasCreditLimit(terms)) return
  const { accountId, contractId: creditOf } = order
  await lockLimits(tx, { accountId, creditOf })
  const othersKopecks =
    (await sumCounted(tx, { accountId, since: undefined, creditOf })).unshippedKopecks -
    reduction.goodsBeforeKopecks -
    order.deliveryKopecks
  const freeKopecks = freeCreditKopecks(terms, othersKopecks)
  if (after.sumKopecks > freeKopecks) throw new AppError('creditLimit', { availableKopecks: Math.max(0, freeKopecks) })
}
