import { lineSumKopecks } from '#shared/rules/money.ts'
import { fitQuantity, isMultiple } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BasketRow } from '#server/buying/basket/shared-queries-lines.ts'
import { resolveDelivery } from '../rules/new-order.ts'
import { findDeliveryNames } from '../rules/queries-delivery.ts'
import type { OrderInput, OrderTerms } from '../rules/terms.ts'

/** A difference between the basket and what its buyer was shown. `orderableMilli`: what can be ordered instead. */
export type CheckoutChange =
  | { what: 'price' | 'stock' | 'step' | 'gone'; row: BasketRow; orderableMilli: number }
  | { what: 'delivery'; header: string; oldKopecks: number; nowKopecks: number }

type LinesInput = { rows: readonly BasketRow[]; input: OrderInput; terms: OrderTerms }

/** Differences between a basket and what its buyer was shown, goods first; empty = it can be ordered. */
export async function findCheckoutChanges(tx: Db, input: LinesInput): Promise<CheckoutChange[]> {
  const delivery = deliveryPrices(input)
  const goods = input.rows.flatMap(lineChanges)
  return delivery.old === delivery.now ? goods : [...goods, await deliveryChange(tx, input, delivery)]
}

type Prices = { old: number; now: number }

/**
 * Kopecks: the delivery price shown to the buyer, and the current one for the orderable goods. Equal if no price was
 * given or nothing is orderable.
 */
function deliveryPrices({ rows, input, terms }: LinesInput): Prices {
  const sums = rows
    .filter(isSold)
    .map((row) => lineSumKopecks(row.priceKopecks, orderableMilliOf(row)))
    .filter((sum) => sum > 0)
  const goodsKopecks = sums.reduce((total, sum) => total + sum, 0)
  const now = resolveDelivery(input.delivery, terms, goodsKopecks).deliveryKopecks
  return { old: sums.length === 0 ? now : (input.seenDeliveryKopecks ?? now), now }
}

async function deliveryChange(tx: Db, { input, terms }: LinesInput, { old, now }: Prices): Promise<CheckoutChange> {
  const { method, company, zone } = await findDeliveryNames(tx, resolveDelivery(input.delivery, terms, 0))
  const header = `Доставка: ${[method, company, zone].filter(Boolean).join(', ')}`
  return { what: 'delivery', header, oldKopecks: old, nowKopecks: now }
}

/** Differences of a line: no longer sold, price, stock, step. */
function lineChanges(row: BasketRow): CheckoutChange[] {
  if (!isSold(row)) return [{ what: 'gone', row, orderableMilli: 0 }]
  const change = { row, orderableMilli: orderableMilliOf(row) }
  const changes: CheckoutChange[] = []
  if (row.priceKopecks !== row.shownPriceKopecks) changes.push({ ...change, what: 'price' })
  if (row.quantityMilli > row.availableMilli) changes.push({ ...change, what: 'stock' })
  if (!isMultiple(row.quantityMilli, row)) changes.push({ ...change, what: 'step' })
  return changes
}

function isSold(row: BasketRow): row is BasketRow & { priceKopecks: number } {
  return row.sold && row.priceKopecks !== null
}

/** The orderable quantity of a line, in thousandths. */
function orderableMilliOf(row: BasketRow): number {
  return fitQuantity(row.quantityMilli, row).quantityMilli
}
