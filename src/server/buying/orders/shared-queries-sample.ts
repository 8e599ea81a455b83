import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import type { OrderState } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderEvents, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { nextOrderNumber } from './order-number.ts'

export type SampleLine = {
  productId: number
  name: string
  articul: string
  unit: string
  priceKopecks: number
  quantityMilli: number
  shippedMilli: number
  vatPercent: number
}

export type SampleOrder = {
  /** Each state with its moment; the last is the order's. */
  states: { state: OrderState; at: Date }[]
  lines: SampleLine[]
  paidKopecks: number
}

type Of = { organisationId: number; contractId: number; warehouseId: number; account: { id: number; name: string } }

/** For visitors of the demo mode: orders as if they had gone their way, which hold no stock. Answers their ids. */
export async function insertSampleOrders(
  tx: Db,
  { account, warehouseId, ...of }: Of,
  past: readonly SampleOrder[],
): Promise<number[]> {
  const rows = await tx
    .insert(orders)
    .values(
      past.map(({ states, lines, paidKopecks }) => ({
        ...of,
        number: nextOrderNumber,
        accountId: account.id,
        state: states.at(-1)?.state ?? 0,
        sumKopecks: lines.reduce((sum, line) => sum + sumOf(line), 0),
        paidKopecks,
        deliveryMethodId: deliveryMethodId('pickup'),
        createdAt: states[0]?.at,
        updatedAt: states.at(-1)?.at,
      })),
    )
    .returning({ id: orders.id })
  const ids = rows.map(({ id }) => id)
  await tx.insert(orderLines).values(
    past.flatMap(({ lines }, order) =>
      lines.map((line, index) => ({
        ...line,
        orderId: ids[order] ?? 0,
        position: index + 1,
        warehouseId,
        sumKopecks: sumOf(line),
      })),
    ),
  )
  await tx.insert(orderEvents).values(
    past.flatMap(({ states }, order) =>
      states.map(({ state, at }, index) => ({
        orderId: ids[order] ?? 0,
        state,
        at,
        author: index === 0 ? account.name : '1С',
        accountId: index === 0 ? account.id : null,
      })),
    ),
  )
  return ids
}

const sumOf = ({ priceKopecks, quantityMilli }: SampleLine) => lineSumKopecks(priceKopecks, quantityMilli)
