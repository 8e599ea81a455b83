import { milli } from '#shared/rules/money.ts'
import type { ClaimableLine } from './queries-order.ts'

type AllottedLine = Omit<ClaimableLine, 'position' | 'claimedMilli' | 'settledMilli' | 'picture'> & {
  orderPosition: number
  quantityMilli: number
}

/**
 * Spreads claimed quantities by product over the lines of the order, each as far as it was shipped and is not claimed
 * yet. Undefined: there is less.
 */
export function allot(
  lines: readonly ClaimableLine[],
  wanted: readonly { id: number; qty: number }[],
): AllottedLine[] | undefined {
  const left = new Map<number, number>()
  for (const { id, qty } of wanted) left.set(id, (left.get(id) ?? 0) + milli(qty))
  const allotted = lines.flatMap(({ position, claimedMilli, settledMilli: _settled, picture: _picture, ...line }) => {
    const asked = left.get(line.productId) ?? 0
    const quantityMilli = Math.min(asked, Math.max(0, line.shippedMilli - claimedMilli))
    left.set(line.productId, asked - quantityMilli)
    return quantityMilli > 0 ? [{ ...line, orderPosition: position, quantityMilli }] : []
  })
  return [...left.values()].some((asked) => asked > 0) ? undefined : allotted
}
