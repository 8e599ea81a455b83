import type { ClaimType, ClaimWish } from '#shared/rules/aftersale/claims.ts'
import { milli } from '#shared/rules/money.ts'
import type { ClaimableLine } from './queries-order.ts'

/** Why a good is claimed, what is asked for it, and the buyer's words about it. */
export type Grounds = { type: ClaimType; wish: ClaimWish; text: string }
export type Wanted = Grounds & { id: number; qty: number }

type AllottedLine = Pick<ClaimableLine, 'productId' | 'name' | 'articul' | 'unit' | 'priceKopecks' | 'shippedMilli'> &
  Grounds & { orderPosition: number; quantityMilli: number }

/**
 * Spreads claimed quantities by product over the lines of the order, each as far as it was shipped and is not claimed
 * yet; one good may be claimed for several reasons. Undefined: there is less.
 */
export function allot(lines: readonly ClaimableLine[], wanted: readonly Wanted[]): AllottedLine[] | undefined {
  const free = new Map(lines.map((line) => [line.position, Math.max(0, line.shippedMilli - line.claimedMilli)]))
  const allotted: AllottedLine[] = []
  for (const { id, qty, ...grounds } of merged(wanted)) {
    let remaining = milli(qty)
    for (const line of lines.filter(({ productId }) => productId === id)) {
      const quantityMilli = Math.min(remaining, free.get(line.position) ?? 0)
      if (quantityMilli === 0) continue
      remaining -= quantityMilli
      free.set(line.position, (free.get(line.position) ?? 0) - quantityMilli)
      const { position: orderPosition, productId, name, articul, unit, priceKopecks, shippedMilli } = line
      allotted.push({
        orderPosition,
        productId,
        name,
        articul,
        unit,
        priceKopecks,
        shippedMilli,
        quantityMilli,
        ...grounds,
      })
    }
    if (remaining > 0) return undefined
  }
  return allotted.toSorted((one, other) => one.orderPosition - other.orderPosition)
}

/** The same good for the same reason is one line. */
function merged(wanted: readonly Wanted[]): Wanted[] {
  const byGrounds = new Map<string, Wanted>()
  for (const each of wanted) {
    const key = JSON.stringify([each.id, each.type, each.wish, each.text])
    const known = byGrounds.get(key)
    byGrounds.set(key, known ? { ...known, qty: (milli(known.qty) + milli(each.qty)) / 1000 } : each)
  }
  return [...byGrounds.values()]
}
