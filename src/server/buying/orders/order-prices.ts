import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { unrestrictedPrice, findShownPrices, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { listPricedLines } from './queries-lines.ts'

/** Prices of orders as a reader may see them (product.md §7); null is hidden. */
export type OrderPrices = {
  sumOf: (order: { id: number; sumKopecks: number }) => number | null
  shownIn: (contractId: number) => ShownPrice
  /** Payments are sums at the contract's own prices. */
  showsPaid: boolean
  deliveryShown: boolean
}

export const everyOrderPrice: OrderPrices = {
  sumOf: ({ sumKopecks }) => sumKopecks,
  shownIn: () => unrestrictedPrice,
  showsPaid: true,
  deliveryShown: true,
}

const noOrderPrice: OrderPrices = {
  sumOf: () => null,
  shownIn: () => () => null,
  showsPaid: false,
  deliveryShown: false,
}

/** Lines are read only if price politics change sums. The caller has checked access to the orders. */
export async function findOrderPrices(
  db: Db,
  actor: Pick<Actor, 'rights' | 'pricePolitics'>,
  { orderIds }: { orderIds: readonly number[] },
): Promise<OrderPrices> {
  if (may(actor, 'price.contract')) return everyOrderPrice
  if (!may(actor, 'price.view')) return noOrderPrice
  const lines = await listPricedLines(db, { orderIds })
  const shownIn = await findShownPrices(db, actor, lines)
  const linesOfOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return {
    sumOf: ({ id }) => {
      const orderLines = linesOfOrder.get(id) ?? []
      const [first] = orderLines
      if (!first) return null
      const goods = shownSum(
        shownIn(first.contractId),
        orderLines.filter(({ cancelled }) => !cancelled),
      )
      return goods === null ? null : goods + first.deliveryKopecks
    },
    shownIn,
    showsPaid: false,
    deliveryShown: true,
  }
}
