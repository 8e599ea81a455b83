import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { getOffer, type Offer } from '#server/buying/delivery/service.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import { ofStaff } from '../order-scope.ts'
import { findDelivery, type CurrentDelivery } from '../rules/queries-delivery.ts'
import type { OrderInput } from '../rules/terms.ts'

type DeliveryInput = {
  orderId: number
  revision: number
  input: Pick<OrderInput, 'delivery' | 'clientNumber'>
  now: Date
}

/** An order's delivery, with the choices of its buyer. */
export async function readDeliveryOffer(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, now }: { orderId: number; now: Date },
): Promise<{ currentDelivery: CurrentDelivery; offer: Offer }> {
  const currentDelivery = await findDelivery(db, { orderId, scope: ofStaff(actor) })
  if (!currentDelivery) throw new AppError('notFound')
  return { currentDelivery, offer: await getOffer({ db }, currentDelivery, { now }) }
}

export async function changeDelivery(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, input, ...rest }: DeliveryInput,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'changeDelivery', author: { by: 'staff', actor }, input, ...rest })
  })
}
