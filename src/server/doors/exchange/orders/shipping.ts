import { partlyShipped, stateRules, fullyShipped as shippedState } from '#shared/rules/order-states.ts'
import { isPartlyShipped } from '#server/buying/orders/change/shipped-lines.ts'
import type { IncomingOrder } from './incoming.ts'
import type { CurrentLine } from './match-lines.ts'

/**
 * Shipped quantity per line, and the resulting state: a partly shipped order with all lines shipped becomes shipped.
 * Exact quantities fill the lines of a good in order. 'Отгружен' or 'Выполнен' without quantities ships everything,
 * unless a part was shipped `before`: then known quantities stay, as when staff close such an order.
 */
export function reportedShipment(
  lines: CurrentLine[],
  before: CurrentLine[],
  incoming: IncomingOrder,
  state: number,
): { quantities: Map<number, number>; state: number } {
  const remaining = reportedQuantities(incoming)
  const exactMilli = incoming.shipped === 'full' ? undefined : remaining
  const shipsAll = stateRules(state).shipped === true && !(remaining === undefined && isPartlyShipped(before))
  const quantities = new Map(
    lines.map((line) => [line.position, line.cancelled ? line.shippedMilli : shippedOf(line, exactMilli, shipsAll)]),
  )
  const live = lines.filter((line) => !line.cancelled)
  const allShipped = live.length > 0 && live.every((line) => (quantities.get(line.position) ?? 0) >= line.quantityMilli)
  return {
    quantities,
    state: state === partlyShipped && incoming.shipped === 'some' && allShipped ? shippedState : state,
  }
}

/** Quantities by Ид, from accompanying shipments, otherwise from the rows. */
function reportedQuantities({ shippedByCode, lines = [] }: IncomingOrder): Map<string, number> | undefined {
  if (shippedByCode !== undefined) return new Map(shippedByCode)
  const reported = lines.filter(({ shippedMilli }) => shippedMilli !== undefined)
  if (reported.length === 0) return undefined
  const sums = new Map<string, number>()
  for (const { code, shippedMilli = 0 } of reported) sums.set(code, (sums.get(code) ?? 0) + shippedMilli)
  return sums
}

function shippedOf(line: CurrentLine, remaining: Map<string, number> | undefined, shipsAll: boolean): number {
  if (remaining === undefined) return shipsAll ? line.quantityMilli : Math.min(line.shippedMilli, line.quantityMilli)
  const quantity = Math.min(remaining.get(line.code1c) ?? 0, line.quantityMilli)
  remaining.set(line.code1c, (remaining.get(line.code1c) ?? 0) - quantity)
  return quantity
}
