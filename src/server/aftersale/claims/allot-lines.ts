import type { ClaimType, RequestedRemedy } from '#shared/rules/aftersale/claims.ts'
import type { ClaimableLine } from './queries-order.ts'

/** Grounds of a line: reason, request and the buyer's text. */
export type Grounds = { type: ClaimType; remedy: RequestedRemedy; text: string }
export type RequestedLine = Grounds & { productId: number; quantityMilli: number }

type AllottedLine = Pick<ClaimableLine, 'productId' | 'name' | 'articul' | 'unit' | 'priceKopecks' | 'shippedMilli'> &
  Grounds & { orderPosition: number; quantityMilli: number }

/**
 * Distributes claimed quantities over the order's lines, up to what was shipped and not claimed; a good may be claimed
 * for several reasons. Undefined if there is not enough.
 */
export function allotLines(
  lines: readonly ClaimableLine[],
  requested: readonly RequestedLine[],
): AllottedLine[] | undefined {
  const free = new Map(lines.map((line) => [line.position, Math.max(0, line.shippedMilli - line.claimedMilli)]))
  const allotted: AllottedLine[] = []
  for (const { productId, quantityMilli: requestedMilli, ...grounds } of mergeRequested(requested)) {
    let remaining = requestedMilli
    for (const line of lines.filter((each) => each.productId === productId)) {
      const quantityMilli = Math.min(remaining, free.get(line.position) ?? 0)
      if (quantityMilli === 0) continue
      remaining -= quantityMilli
      free.set(line.position, (free.get(line.position) ?? 0) - quantityMilli)
      const { position: orderPosition, name, articul, unit, priceKopecks, shippedMilli } = line
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

/** Merges lines of the same good and reason. */
function mergeRequested(requested: readonly RequestedLine[]): RequestedLine[] {
  const byGrounds = new Map<string, RequestedLine>()
  for (const each of requested) {
    const key = JSON.stringify([each.productId, each.type, each.remedy, each.text])
    const known = byGrounds.get(key)
    byGrounds.set(key, known ? { ...known, quantityMilli: known.quantityMilli + each.quantityMilli } : each)
  }
  return [...byGrounds.values()]
}
