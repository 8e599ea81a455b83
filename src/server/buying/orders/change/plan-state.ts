import { awaitingApproval, cancelled, done, stateRules, staffMoves } from '#shared/rules/order-states.ts'
import { cancelDeclinedTitle } from '#shared/rules/order-titles.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findHandover } from '../read/queries-staff.ts'
import type { LockedOrder } from './queries-state.ts'
import { isPartlyShipped, withAllShipped } from './shipped-lines.ts'
import type { OrderEffect } from './effect.ts'
import { lockLines } from './locked-order.ts'
import type { ChangeOf } from './order-change.ts'

/** The buyer cancels the order, or asks staff to once picking has begun. */
export function planCancel(order: LockedOrder, { author, comment }: ChangeOf<'cancel'>): OrderEffect | undefined {
  if (order.state === cancelled) return undefined
  switch (stateRules(order.state).buyerCancel) {
    case 'cancel':
      return { columns: { state: cancelled }, comment }
    case 'ask':
      return order.cancelRequested ? undefined : requestToCancel(order, author.actor.name, comment)
    default:
      throw new AppError('notCancellable')
  }
}

function requestToCancel({ number }: LockedOrder, name: string, comment: string): OrderEffect {
  const request = comment === '' ? 'Просьба отменить заказ' : `Просьба отменить заказ: ${comment}`
  return {
    columns: { cancelRequested: true },
    comment: request,
    notice: {
      title: `Заказ ${number}: просьба об отмене отправлена`,
      text: `${request}. Решение примет менеджер поставщика.`,
    },
    staffNotice: { title: `Заказ ${number}: просят отменить`, text: [name, comment].filter(Boolean).join(': ') },
  }
}

export function planExpiry({ state }: LockedOrder): OrderEffect {
  if (stateRules(state).buyerCancel !== 'cancel') throw new AppError('notCancellable')
  const comment =
    state === awaitingApproval ? 'Заказ не согласован в срок, резерв снят' : 'Оплата не поступила в срок, резерв снят'
  return { columns: { state: cancelled }, comment }
}

/** Staff move an order along the table of states; this also answers a cancellation request. */
export async function planMove(
  tx: Db,
  order: LockedOrder,
  { from, to, comment }: ChangeOf<'move'>,
): Promise<OrderEffect | undefined> {
  if (order.state === to) return undefined
  if (from !== undefined && from !== order.state) throw new AppError('conflict', { state: order.state })
  const next = staffMoves(order).find((state) => state === to)
  if (next === undefined)
    throw new AppError(stateRules(order.state).staffTo.some((state) => state === to) ? 'awaitsHead' : 'stateChange')
  const columns = { state: next, cancelRequested: false }
  if (stateRules(next).shipped !== true || stateRules(order.state).shipped === true) return { columns, comment }
  const lockedLines = await lockLines(tx, { orderId: order.id })
  // A done order keeps its shipped quantities; a fully shipped one ships the rest.
  const lines = next === done && isPartlyShipped(lockedLines) ? [] : withAllShipped(lockedLines)
  return { columns, lockedLines, lines, comment }
}

/** Staff decline the buyer's cancellation request with a reason. */
export function planDecline(order: LockedOrder, { comment }: ChangeOf<'declineCancel'>): OrderEffect | undefined {
  if (!order.cancelRequested) return undefined
  const answer = `Отменить заказ нельзя: ${comment}`
  return {
    columns: { cancelRequested: false },
    comment: answer,
    notice: { title: cancelDeclinedTitle(order.number), text: answer },
  }
}

/** Exports an order again; one already waiting for export stays so. The buyer is not notified. */
export async function planHandOver(tx: Db, order: LockedOrder): Promise<OrderEffect | undefined> {
  const { isDue, isHandedOver, confirmed } = await findHandover(tx, { orderId: order.id })
  // A done order is exported only if 1C has never had it.
  if ((!isDue && !confirmed) || (order.state === done && confirmed)) throw new AppError('notHandedOver')
  return isHandedOver || confirmed ? { comment: '' } : undefined
}
