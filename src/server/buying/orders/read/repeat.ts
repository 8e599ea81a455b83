import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { repeatGoods, type Repeated } from '#server/buying/basket/repeat-goods.ts'
import { ofBuyer } from '../order-scope.ts'
import { findOrdered } from './queries-repeat.ts'

/**
 * Adds an order's goods to the basket of its contract and chooses that contract. Six statements for any number of
 * lines.
 */
export async function repeatOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId }: { orderId: number },
): Promise<Repeated> {
  return db.transaction(async (tx) => {
    const order = await findOrdered(tx, { orderId, scope: ofBuyer(actor) })
    if (!order) throw new AppError('notFound')
    return repeatGoods(tx, actor, { contractId: order.contractId, products: order.goods })
  })
}
