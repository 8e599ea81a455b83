import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { ofBuyer, ofStaff } from '../order-scope.ts'
import { applyOrderChange, type ChangedOrder } from './apply-order-change.ts'
import { getLockedOrder } from './locked-order.ts'
import type { StaffEdit } from './order-change.ts'
import type { LineInput } from './reduce-lines.ts'

type Seen = { orderId: number; revision: number }
type Lowered = Seen & { lines: LineInput[]; comment: string }

/** The buyer reduces quantities or removes lines, while the order allows it. */
export async function changeOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { orderId, ...input }: Lowered,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofBuyer(actor))
    return applyOrderChange(tx, order, { kind: 'reduce', author: { by: 'buyer', actor }, ...input })
  })
}

/** Staff reduce lines, set the date, and comment. */
export async function staffChangeOrder(
  { db }: { db: Db },
  actor: StaffActor,
  { orderId, ...input }: Seen & StaffEdit,
): Promise<ChangedOrder> {
  return db.transaction(async (tx) => {
    const order = await getLockedOrder(tx, orderId, ofStaff(actor))
    return applyOrderChange(tx, order, { kind: 'edit', author: { by: 'staff', actor }, ...input })
  })
}
