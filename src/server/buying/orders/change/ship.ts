import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import { ofStaff } from '../order-scope.ts'
import type { ShippedInput } from '../rules/ship-lines.ts'

type ShipInput = { orderId: number; revision: number; lines: ShippedInput[]; comment: string }

/** Staff enter shipped quantities; the buyer is notified of shortages. */
export async function shipOrder(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, ...input }: ShipInput,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'ship', author: { by: 'staff', actor }, ...input })
  })
}
