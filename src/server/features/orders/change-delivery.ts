import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffActor } from '#server/features/access/actor.ts'
import { getOffer, type Offer } from '#server/features/delivery/service.ts'
import { applyOrderChange, type ChangedOrder } from './change/apply-order-change.ts'
import { lockedOrder } from './change/locked-order.ts'
import { findDelivery, type StandingDelivery } from './queries-delivery.ts'
import { ofStaff } from './queries-read.ts'
import type { OrderWish } from './terms.ts'

type DeliveryInput = { orderId: number; revision: number; wish: Pick<OrderWish, 'delivery' | 'clientNumber'>; now: Date }

/** How an order travels, beside what its buyer may choose from. */
export async function offerDelivery({ db }: { db: Db }, actor: StaffActor, { orderId, now }: { orderId: number; now: Date }): Promise<{ standing: StandingDelivery; offer: Offer }> {
  const standing = await findDelivery(db, { orderId, scope: ofStaff(actor) })
  if (!standing) throw new AppError('notFound')
  return { standing, offer: await getOffer({ db }, standing, { now }) }
}

export async function changeDelivery({ db }: { db: Db }, actor: StaffActor, { orderId, wish: input, ...rest }: DeliveryInput): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'changeDelivery', author: { by: 'staff', actor }, input, ...rest })
  })
}
