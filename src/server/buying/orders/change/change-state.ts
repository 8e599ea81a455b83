import { orderStateSequence, orderStates } from '#shared/rules/order-states.ts'
import { dayOf } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { ofBuyer, ofStaff } from '../order-scope.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import type { ChangeOf } from './order-change.ts'
import { deleteOldKeys, isExpired, listExpired, lockOrder } from './queries-state.ts'

/** The buyer cancels the order, or asks staff to once picking has begun. */
export async function cancelOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId, comment }: { orderId: number; comment: string },
): Promise<{ state: number; requested: boolean }> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofBuyer(actor))
    const { state, cancelRequested } = await applyOrderChange(tx, order, {
      kind: 'cancel',
      author: { by: 'buyer', actor },
      comment,
    })
    return { state, requested: cancelRequested }
  })
}

type Move = Pick<ChangeOf<'move'>, 'from' | 'to' | 'comment'> & { orderId: number }

/** Staff move an order along the table of states; this also answers a cancellation request. */
export async function setState(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, ...move }: Move,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'move', author: { by: 'staff', actor }, ...move })
  })
}

/** Staff decline the buyer's cancellation request with a reason. */
export async function declineCancel(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, comment }: { orderId: number; comment: string },
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'declineCancel', author: { by: 'staff', actor }, comment })
  })
}

/** Exports an order again, in case 1C lost it. */
export async function handOverAgain(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId }: { orderId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    await applyOrderChange(tx, order, { kind: 'handOver', author: { by: 'staff', actor } })
  })
}

const expiredAtOnce = 100
const holdingStates = orderStateSequence.filter((state) => orderStates[state].buyerCancel === 'cancel')

/**
 * Cancels orders not prepaid, or not approved, within their contract's working days, and notifies their buyers; returns
 * their number.
 */
export async function cancelExpired({ db }: { db: Db }, { now }: { now: Date }): Promise<number> {
  const expired = { today: dayOf(now), states: holdingStates }
  let count = 0
  for (;;) {
    const orderIds = await listExpired(db, { ...expired, max: expiredAtOnce })
    for (const orderId of orderIds) {
      count += await db.transaction(async (tx) => {
        // Paid or moved in the meantime.
        const order = await lockOrder(tx, { orderId, scope: isExpired(expired) })
        if (!order) return 0
        await applyOrderChange(tx, order, { kind: 'expire', author: { by: 'job' } })
        return 1
      })
    }
    if (orderIds.length < expiredAtOnce) return count
  }
}

export async function purgeOldKeys({ db }: { db: Db }): Promise<void> {
  await deleteOldKeys(db)
}
