import { awaitingApproval, cancelled, done, orderStateSequence, orderStates, rulesOf, staffMoves } from '#shared/rules/order-states.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/features/access/actor.ts'
import { ofBuyer, ofStaff } from './queries-read.ts'
import { findHandover } from './queries-staff.ts'
import { deleteOldKeys, isExpired, listExpired, lockOrder, raiseVersion } from './queries-state.ts'
import { byPerson, lockedOrder, saveChange } from './save-change.ts'
import { tellStaff } from './tell.ts'

export type StateAnswer = { state: number; requested: boolean }

/** The buyer cancels, or asks staff to where picking has begun. Sent twice it is done once. */
export async function cancelOrder({ db }: { db: Db }, actor: BuyerActor, { orderId, comment }: { orderId: number; comment: string }): Promise<StateAnswer> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofBuyer(actor))
    if (order.state === cancelled) return { state: cancelled, requested: false }
    switch (rulesOf(order.state).buyerCancel) {
      case 'cancel':
        await saveChange(tx, order, { ...byPerson(actor), state: cancelled, cancelRequested: false, comment })
        return { state: cancelled, requested: false }
      case 'ask':
        if (!order.cancelRequested) {
          const wish = comment === '' ? 'Просьба отменить заказ' : `Просьба отменить заказ: ${comment}`
          const news = { title: `Заказ ${order.number}: просьба об отмене отправлена`, text: `${wish}. Решение примет менеджер поставщика.` }
          await saveChange(tx, order, { ...byPerson(actor), cancelRequested: true, comment: wish, news })
          await tellStaff(tx, order, { title: `Заказ ${order.number}: просят отменить`, text: [actor.name, comment].filter(Boolean).join(': ') })
        }
        return { state: order.state, requested: true }
      default:
        throw new AppError('notCancellable')
    }
  })
}

/** Staff move an order along the table; a wish to cancel is answered by any move. */
export async function setState(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, from, to, comment }: { orderId: number; from: number | undefined; to: number; comment: string },
): Promise<{ state: number }> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    if (order.state === to) return { state: to }
    if (from !== undefined && from !== order.state) throw new AppError('conflict', { state: order.state })
    if (!staffMoves(order).some((state) => state === to)) throw new AppError(rulesOf(order.state).staffTo.some((state) => state === to) ? 'awaitsHead' : 'stateChange')
    await saveChange(tx, order, { ...byPerson(actor), state: to, cancelRequested: false, comment })
    return { state: to }
  })
}

/** Staff decline the buyer's wish to cancel, and say why. Sent twice it is done once. */
export async function keepOrder({ db }: { db: Db }, actor: StaffActor, { orderId, comment }: { orderId: number; comment: string }): Promise<{ state: number }> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    if (!order.cancelRequested) return { state: order.state }
    const answer = `Отменить заказ нельзя: ${comment}`
    const news = { title: `Заказ ${order.number}: отмена отклонена`, text: answer }
    await saveChange(tx, order, { ...byPerson(actor), cancelRequested: false, comment: answer, news })
    return { state: order.state }
  })
}

/** Gives the order to 1C once more, which may have lost it; one that waits for the exchange already goes on waiting. The buyer need not know. */
export async function handOverAgain({ db }: { db: Db }, actor: StaffActor, { orderId }: { orderId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    const { leaves, given, confirmed } = await findHandover(tx, { orderId })
    // What is done leaves only if 1C has never had it.
    if ((!leaves && !confirmed) || (order.state === done && confirmed)) throw new AppError('notHandedOver')
    if (given || confirmed) await raiseVersion(tx, { orderId })
  })
}

const expiredAtOnce = 100
const holdingStates = orderStateSequence.filter((state) => orderStates[state].buyerCancel === 'cancel')

/** Cancels prepaid orders that nobody paid, or approved, within their contract's working days, and tells their buyers; answers how many. */
export async function cancelExpired({ db }: { db: Db }, { now }: { now: Date }): Promise<number> {
  const expired = { today: dayOf(now), states: holdingStates }
  let count = 0
  for (;;) {
    const orderIds = await listExpired(db, { ...expired, most: expiredAtOnce })
    for (const orderId of orderIds) {
      count += await db.transaction(async (tx) => {
        // Paid or moved meanwhile: then it is none of these any more.
        const order = await lockOrder(tx, { orderId, scope: isExpired(expired) })
        if (!order) return 0
        const comment = order.state === awaitingApproval ? 'Заказ не согласован в срок, резерв снят' : 'Оплата не поступила в срок, резерв снят'
        await saveChange(tx, order, { author: 'Портал', accountId: null, state: cancelled, cancelRequested: false, comment })
        return 1
      })
    }
    if (orderIds.length < expiredAtOnce) return count
  }
}

export async function forgetOldKeys({ db }: { db: Db }): Promise<void> {
  await deleteOldKeys(db)
}
