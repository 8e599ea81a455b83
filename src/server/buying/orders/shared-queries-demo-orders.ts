import { lineSumKopecks } from '#shared/rules/money.ts'
import { newOrder, type OrderState } from '#shared/rules/order-states.ts'
import { reserveLines } from '#server/catalogue/stock/shared-queries-reserve.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderEvents, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { nextOrderNumber } from './order-number.ts'

export type PastLine = {
  productId: number
  warehouseId: number
  name: string
  articul: string
  unit: string
  priceKopecks: number
  quantityMilli: number
  shippedMilli: number
  vatPercent: number
}

type SetHere = 'id' | 'number' | 'state' | 'sumKopecks' | 'createdAt' | 'updatedAt'

export type PastOrder = {
  /** Buyer, delivery, payment and what 1C knows. */
  columns: Omit<typeof orders.$inferInsert, SetHere>
  placedAt: Date
  changedAt: Date
  /** The states the order has had; the last is its state. */
  events: { state: OrderState; at: Date; author: string; accountId?: number; comment?: string }[]
  lines: PastLine[]
  /** Whether its lines still hold stock. */
  reserves: boolean
}

/**
 * Inserts orders of the demo mode with their past, as if they had been placed and changed then: without audit,
 * notices and limits. Returns their ids.
 */
export async function insertPastOrders(tx: Db, past: readonly PastOrder[]): Promise<number[]> {
  const rows = await tx
    .insert(orders)
    .values(
      past.map(({ columns, placedAt, changedAt, events, lines }) => ({
        ...columns,
        number: nextOrderNumber,
        state: events.at(-1)?.state ?? newOrder,
        sumKopecks: lines.reduce((sum, line) => sum + sumOf(line), columns.deliveryKopecks ?? 0),
        createdAt: placedAt,
        updatedAt: changedAt,
      })),
    )
    .returning({ id: orders.id })
  const ids = rows.map(({ id }) => id)
  const numbered = past.map(({ lines }) => lines.map((line, index) => ({ ...line, position: index + 1 })))
  await tx
    .insert(orderLines)
    .values(
      numbered.flatMap((lines, order) =>
        lines.map((line) => ({ ...line, orderId: ids[order] ?? 0, sumKopecks: sumOf(line) })),
      ),
    )
  await tx
    .insert(orderEvents)
    .values(past.flatMap(({ events }, order) => events.map((event) => ({ ...event, orderId: ids[order] ?? 0 }))))
  for (const [order, { reserves }] of past.entries())
    if (reserves)
      await reserveLines(tx, {
        orderId: ids[order] ?? 0,
        lines: (numbered[order] ?? []).map(({ position, quantityMilli }) => ({ position, milli: quantityMilli })),
      })
  return ids
}

const sumOf = ({ priceKopecks, quantityMilli }: PastLine) => lineSumKopecks(priceKopecks, quantityMilli)
