import { withAskedBy } from '#shared/rules/parties/acting.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { cancelled, stateRules, stateName } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { releaseReservations, reserveLines } from '#server/catalogue/stock/shared-queries-reserve.ts'
import { reservationChanges } from '#server/catalogue/stock/reservation.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { NewOrder } from '../rules/new-order.ts'
import { insertLines, updateLines, type LineChange, type OrderLine } from '../queries-lines.ts'
import { insertOrder } from '../rules/queries-place.ts'
import { writeOrder, type LockedOrder, type OrderColumns } from './queries-state.ts'
import type { Recipient } from '../queries-recipients.ts'
import { notifyBuyer, notifyStaff, type OrderNotice } from '../notify.ts'
import { auditChanged, auditPlaced, type SavedLines } from './audit-order.ts'
import type { OrderEffect } from './effect.ts'
import { lockLines } from './locked-order.ts'
import type { Author, OrderChange } from './order-change.ts'
import { planApproval, planRefusal } from './plan-approval.ts'
import { planDelivery } from './plan-delivery.ts'
import { planStaffEdit, planReduction } from './plan-lines.ts'
import { planShipping } from './plan-ship.ts'
import { planCancel, planDecline, planExpiry, planHandOver, planMove } from './plan-state.ts'

export type ChangedOrder = Pick<LockedOrder, 'state' | 'revision' | 'sumKopecks' | 'cancelRequested'>

type OrderCreation = {
  draft: NewOrder
  basketId: number
  notice: (number: string) => OrderNotice
  recipients: Recipient[]
}

/**
 * Places an order under the locks of its basket, contract and stock rows; writes reservation, order and notices
 * together.
 */
export async function createOrder(
  tx: Db,
  { draft, basketId, notice, recipients }: OrderCreation,
): Promise<{ id: number; number: string }> {
  const { id, number, eventId } = await insertOrder(tx, { draft, basketId })
  await auditPlaced(tx, { id, number, draft })
  await notifyBuyer(tx, {
    order: { ...draft, id },
    eventId,
    // What staff did for the account is news to it.
    byAccountId: draft.actedBy ? null : draft.accountId,
    notice: notice(number),
    recipients: recipients,
  })
  return { id, number }
}

/**
 * The only function that changes a locked order, for every author: checks the rule for the change, then writes stock,
 * lines, due day, version, event, and notices for buyer and staff. A repeated change does nothing and returns the
 * current order.
 */
export async function applyOrderChange(tx: Db, order: LockedOrder, change: OrderChange): Promise<ChangedOrder> {
  const effect = await planEffect(tx, order, change)
  if (effect === undefined) return order
  return save(tx, order, change, effect)
}

/** The effect of a change; undefined if already applied. Throws if the order's state does not allow it. */
async function planEffect(tx: Db, order: LockedOrder, change: OrderChange): Promise<OrderEffect | undefined> {
  switch (change.kind) {
    case 'cancel':
      return planCancel(order, change)
    case 'expire':
      return planExpiry(order)
    case 'move':
      return planMove(tx, order, change)
    case 'declineCancel':
      return planDecline(order, change)
    case 'approve':
      return planApproval(tx, order, change)
    case 'refuse':
      return planRefusal(order, change)
    case 'reduce':
      return planReduction(tx, order, change)
    case 'edit':
      return planStaffEdit(tx, order, change)
    case 'changeDelivery':
      return planDelivery(tx, order, change)
    case 'ship':
      return planShipping(tx, order, change)
    case 'report':
      return change.effect
    case 'handOver':
      return planHandOver(tx, order)
  }
}

async function save(tx: Db, order: LockedOrder, change: OrderChange, effect: OrderEffect): Promise<ChangedOrder> {
  const { kind, author } = change
  const { columns, comment, notice, staffNotice } = effect
  const state = columns?.state ?? order.state
  const cancelRequested = columns?.cancelRequested ?? (state === order.state && order.cancelRequested)
  const after = { ...columns, state, cancelRequested }
  const { changed: linesChanged, ...lines } = await saveLines(tx, order, state, effect, author.by === 'exchange')
  const isSilent = kind === 'handOver' || (author.by === 'exchange' && state === order.state && comment === '')
  const seen = kind !== 'handOver' && (author.by !== 'exchange' || linesChanged || columnsDiffer(order, after))
  const { name, accountId } = authorName(author)
  const eventId = await writeOrder(tx, {
    orderId: order.id,
    columns: after,
    // 1C's own changes are not exported to it.
    incrementsVersion: author.by !== 'exchange',
    incrementsRevision: seen,
    confirmsVersion: author.by === 'exchange',
    startsPaymentTerm: isShipped(state) && !isShipped(order.state),
    event: isSilent ? undefined : { author: name, accountId, comment: withAskedBy(comment, actorOf(author)) },
  })
  await auditChanged(tx, order, { change, columns: after, lines })
  if (eventId !== undefined)
    await notifyBuyer(tx, {
      order,
      eventId,
      byAccountId: actorOf(author).actedBy ? null : accountId,
      notice: notice ?? buildNotice(order, after, comment),
    })
  if (staffNotice) await notifyStaff(tx, order, staffNotice)
  return {
    state,
    cancelRequested,
    revision: order.revision + (seen ? 1 : 0),
    sumKopecks: after.sumKopecks ?? order.sumKopecks,
  }
}

/**
 * Writes lines and reservations: releases before the update and reserves after it, so that no line reserves more than
 * its quantity.
 */
async function saveLines(
  tx: Db,
  order: LockedOrder,
  state: number,
  effect: OrderEffect,
  byExchange: boolean,
): Promise<SavedLines & { changed: boolean }> {
  const { lines = [], added = [] } = effect
  const changesCancelled =
    (state === cancelled) !== (order.state === cancelled) || (isShipped(state) && !isShipped(order.state))
  if (lines.length === 0 && added.length === 0 && !changesCancelled) return { changed: false, before: [], after: [] }
  const orderId = order.id
  const before = effect.lockedLines ?? (await lockLines(tx, { orderId, added }))
  const after = applyLineChanges(before, lines)
  const meaning = await readSetting(tx, 'stock.meaning')
  const { released, reserved } = reservationChanges(
    before,
    [...after, ...added],
    { from: order.state, to: state },
    meaning,
  )
  const changedLines = after.filter((line, index) => line !== before[index])
  await releaseReservations(tx, { orderId, lines: released })
  await updateLines(tx, { orderId, lines: changedLines, byExchange })
  await insertLines(tx, { orderId, lines: added, byExchange })
  await reserveLines(tx, { orderId, lines: reserved })
  const isChanged = changedLines.length > 0 || added.length > 0 || released.length > 0 || reserved.length > 0
  return {
    changed: isChanged,
    before: before.filter((line, index) => line !== after[index]),
    after: [...changedLines, ...added],
  }
}

/** The lines with changes applied; unchanged lines stay the same objects. */
function applyLineChanges(lines: readonly OrderLine[], changes: readonly LineChange[]): OrderLine[] {
  const byPosition = new Map(changes.map((change) => [change.position, change]))
  return lines.map((line) => {
    const {
      quantityMilli,
      priceKopecks,
      sumKopecks,
      shippedMilli,
      cancelled: removed,
    } = { ...line, ...byPosition.get(line.position) }
    const after = { ...line, quantityMilli, priceKopecks, sumKopecks, shippedMilli, cancelled: removed }
    return lineKeys.every((key) => after[key] === line[key]) ? line : after
  })
}

const lineKeys = ['quantityMilli', 'priceKopecks', 'sumKopecks', 'shippedMilli', 'cancelled'] as const

const orderKeys = ['state', 'sumKopecks', 'paidKopecks', 'deliveryKopecks', 'cancelRequested'] as const

function columnsDiffer(order: LockedOrder, after: Partial<OrderColumns>): boolean {
  return orderKeys.some((key) => after[key] !== undefined && after[key] !== order[key])
}

function isShipped(state: number): boolean {
  return stateRules(state).shipped === true
}

function actorOf(author: Author): Pick<Actor, 'actedBy'> {
  return 'actor' in author ? author.actor : {}
}

function authorName(author: Author): { name: string; accountId: number | null } {
  if (author.by === 'exchange') return { name: '1С', accountId: null }
  return author.by === 'job' ? { name: 'Портал', accountId: null } : author.actor
}

function buildNotice(
  order: LockedOrder,
  {
    state = order.state,
    sumKopecks = order.sumKopecks,
    deliveryKopecks = order.deliveryKopecks,
  }: Partial<OrderColumns>,
  comment: string,
): OrderNotice {
  const title = state === order.state ? `Заказ ${order.number} изменён` : `Заказ ${order.number}: ${stateName(state)}`
  const contract = `Договор № ${order.contractNumber}`
  const sum = `${contract}, сумма ${formatKopecks(sumKopecks)} ₽.`
  const delivery =
    deliveryKopecks === order.deliveryKopecks
      ? ''
      : `Стоимость доставки: ${formatKopecks(order.deliveryKopecks)} → ${formatKopecks(deliveryKopecks)} ₽.`
  const buildText = (end: string) => [comment, delivery, end].filter(Boolean).join('\n')
  return { title, text: buildText(sum), withoutSums: buildText(`${contract}.`) }
}
