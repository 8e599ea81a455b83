import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { unrestrictedPrice, findShownPrices, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { listPricedLines } from './queries-lines.ts'

/** What a reader sees of the prices of orders (product.md §7); null is hidden. */
export type OrderPrices = {
  sumOf: (order: { id: number; sumKopecks: number }) => number | null
  shownIn: (contractId: number) => ShownPrice
  /** What was paid are the contract's own sums. */
  paidShown: boolean
  deliveryShown: boolean
}

export const everyOrderPrice: OrderPrices = {
  sumOf: ({ sumKopecks }) => sumKopecks,
  shownIn: () => unrestrictedPrice,
  paidShown: true,
  deliveryShown: true,
}

const noOrderPrice: OrderPrices = {
  sumOf: () => null,
  shownIn: () => () => null,
  paidShown: false,
  deliveryShown: false,
}

/** Lines are read only where price politics change them. The caller has checked that the orders are the reader's. */
export async function findOrderPrices(
  db: Db,
  actor: Pick<Actor, 'rights' | 'pricePolitics'>,
  { orderIds }: { orderIds: readonly number[] },
): Promise<OrderPrices> {
  if (may(actor, 'price.contract')) return everyOrderPrice
  if (!may(actor, 'price.view')) return noOrderPrice
  const lines = await listPricedLines(db, { orderIds })
  const shownIn = await findShownPrices(db, actor, lines)
  const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return {
    sumOf: ({ id }) => {
      const own = ofOrder.get(id) ?? []
      const [first] = own
      if (!first) return null
      const goods = shownSum(
        shownIn(first.contractId),
        own.filter(({ cancelled }) => !cancelled),
      )
      return goods === null ? null : goods + first.deliveryKopecks
    },
    shownIn,
    paidShown: false,
    deliveryShown: true,
  }
}
