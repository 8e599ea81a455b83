import type { Db } from '#server/db/client.ts'
import type { StaffActor } from '#server/features/access/actor.ts'
import { applyOrderChange, type ChangedOrder } from './change/apply-order-change.ts'
import { lockedOrder } from './change/locked-order.ts'
import { ofStaff } from './queries-read.ts'
import type { ShippedInput } from './ship-lines.ts'

type Shipped = { orderId: number; revision: number; lines: ShippedInput[]; comment: string }

/** Staff say how much of each line has left; the buyer is told what is missing. */
export async function shipOrder({ db }: { db: Db }, actor: StaffActor, { orderId, ...input }: Shipped): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'ship', author: { by: 'staff', actor }, ...input })
  })
}
