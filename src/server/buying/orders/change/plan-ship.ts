import { partlyShipped, fullyShipped } from '#shared/rules/order-states.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listOrderLines } from '../queries-lines.ts'
import type { LockedOrder } from './queries-state.ts'
import { isAlreadyShipped, isShippable, shipLines } from '../rules/ship-lines.ts'
import type { OrderEffect } from './effect.ts'
import { lockLines, checkRevision } from './locked-order.ts'
import type { ChangeOf } from './order-change.ts'

/**
 * Staff enter the total shipped quantity of each line. The order is shipped once every line is, until then partly
 * shipped.
 */
export async function planShipping(
  tx: Db,
  order: LockedOrder,
  change: ChangeOf<'ship'>,
): Promise<OrderEffect | undefined> {
  const { lines, comment } = change
  if (isAlreadyShipped(await listOrderLines(tx, { orderId: order.id }), lines)) return undefined
  if (!isShippable(order.state)) throw new AppError('stateChange')
  checkRevision(order, change)
  const lockedLines = await lockLines(tx, { orderId: order.id })
  const shipping = shipLines(lockedLines, lines)
  return {
    columns: { state: shipping.complete ? fullyShipped : partlyShipped, cancelRequested: false },
    lockedLines,
    lines: shipping.lines,
    comment: [shipping.comment, comment].filter(Boolean).join('. '),
  }
}
