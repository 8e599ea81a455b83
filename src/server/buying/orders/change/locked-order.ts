import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockStockOfOrder, type StockKey } from '#server/catalogue/stock/shared-queries-reserve.ts'
import { anyOrder, type OrderScope } from '../order-scope.ts'
import { listOrderLines, type OrderLine } from '../queries-lines.ts'
import { lockOrder, type LockedOrder } from './queries-state.ts'

export async function getLockedOrder(tx: Db, orderId: number, scope: OrderScope): Promise<LockedOrder> {
  const order = await lockOrder(tx, { orderId, scope })
  if (!order) throw new AppError('notFound')
  return order
}

/** Throws a conflict if the order has changed since the revision the caller saw. */
export function checkRevision(order: LockedOrder, { revision }: { revision: number }): void {
  if (revision !== order.revision) throw new AppError('conflict', { state: order.state, version: order.revision })
}

/** Locks the stock rows of an order's lines and of lines to be added, then reads the lines. */
export async function lockLines(
  tx: Db,
  { orderId, added = [] }: { orderId: number; added?: readonly StockKey[] },
): Promise<OrderLine[]> {
  await lockStockOfOrder(tx, { orderId, added })
  return listOrderLines(tx, { orderId })
}

/** An order with its lines, for documents of 1C; undefined if unknown. Does not lock stock rows. */
export async function lockOrderWithLines(
  tx: Db,
  { orderId }: { orderId: number },
): Promise<(LockedOrder & { lines: OrderLine[] }) | undefined> {
  const order = await lockOrder(tx, { orderId, scope: anyOrder })
  return order && { ...order, lines: await listOrderLines(tx, { orderId }) }
}
