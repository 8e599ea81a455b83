import { hasCreditLimit } from '#shared/rules/credit.ts'
import { addWorkingDays, dayOf } from '#shared/rules/dates.ts'
import { awaitingApproval, cancelled, newOrder } from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { calendarOf } from '#server/buying/delivery/shared-queries-calendar.ts'
import { throwRefusal } from '../rules/throw-refusal.ts'
import { creditObstacle, minSumObstacle, contractObstacle } from '../rules/obstacles.ts'
import { lockLimits, sumCounted } from '../rules/queries-limits.ts'
import { lockTermsOfOrder } from '../rules/queries-place.ts'
import type { LockedOrder } from './queries-state.ts'
import type { OrderTerms } from '../rules/terms.ts'
import type { OrderEffect } from './effect.ts'
import type { ChangeOf } from './order-change.ts'

/**
 * The order becomes a new one, is exported to 1C, and its payment term begins. The contract is checked as when placing;
 * if it refuses, the order keeps waiting.
 */
export async function planApproval(
  tx: Db,
  order: LockedOrder,
  { author, comment, now }: ChangeOf<'approve'>,
): Promise<OrderEffect | undefined> {
  if (order.state === newOrder && order.approval === 'approved') return undefined
  if (order.state !== awaitingApproval) throw new AppError('notAwaiting')
  const today = dayOf(now)
  const terms = await lockTermsOfOrder(tx, { ...order, delivery: { methodId: order.deliveryMethodId }, today })
  if (!terms) throw new Error('an order without its contract')
  await throwIfRefused(tx, author.actor, order, terms, now)
  const text = [`Согласовал(а) ${author.actor.name}. Заказ передан поставщику.`, comment].filter(Boolean).join('\n')
  const payUntil =
    terms.payment === 'prepaid' ? addWorkingDays(today, terms.holdDays, calendarOf(terms.calendar)) : null
  return {
    columns: { state: newOrder, approval: 'approved', payUntil },
    comment: comment === '' ? 'Согласовано' : `Согласовано: ${comment}`,
    notice: { title: `Заказ ${order.number} согласован`, text },
  }
}

/** Cancels the order and releases its goods. */
export function planRefusal(order: LockedOrder, { reason }: ChangeOf<'refuse'>): OrderEffect | undefined {
  if (order.state === cancelled) return undefined
  if (order.state !== awaitingApproval) throw new AppError('notAwaiting')
  const comment = `Не согласовано: ${reason}`
  return {
    columns: { state: cancelled },
    comment,
    notice: { title: `Заказ ${order.number} не согласован`, text: comment },
  }
}

/** Locks the employee's limits and the contract's credit: from now on this order counts. */
async function throwIfRefused(
  tx: Db,
  actor: BuyerActor,
  order: LockedOrder,
  terms: OrderTerms,
  now: Date,
): Promise<void> {
  const { contractId, accountId } = order
  const refusalFacts = { contractId, now }
  await throwRefusal(tx, actor, contractObstacle(terms, dayOf(now)), refusalFacts)
  await throwRefusal(tx, actor, minSumObstacle(order, terms), refusalFacts)
  const creditOf = hasCreditLimit(terms) ? contractId : null
  await lockLimits(tx, { accountId, creditOf })
  const { unshippedKopecks } = await sumCounted(tx, { accountId, since: undefined, creditOf })
  // A waiting order already counts against the credit.
  await throwRefusal(
    tx,
    actor,
    creditObstacle(order, terms, { unshippedKopecks: unshippedKopecks - order.sumKopecks }),
    refusalFacts,
  )
}
