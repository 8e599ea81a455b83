import { cancelled as cancelledState, done as doneState, partlyShipped, shippedWhole as shippedState } from '#shared/rules/order-states.ts'
import type { IncomingOrder } from './incoming.ts'
import type { CurrentLine } from './match-lines.ts'

/**
 * Quantities shipped by line, and the state that follows: an order told to be shipped in part whose every line has gone
 * is shipped. Exact quantities, where 1C gives them, fill the lines of a good in their order. A document that says
 * 'Отгружен' or 'Выполнен' without them ships everything, but for an order of which a part was shipped `before`: what
 * is known to have left stays, as where staff close such an order.
 */
export function ship(lines: CurrentLine[], before: CurrentLine[], told: IncomingOrder, state: number): { quantities: Map<number, number>; state: number } {
  const left = toldQuantities(told)
  const exact = told.shipped === 'full' ? undefined : left
  const shipsAll = isShippedState(state) && !(left === undefined && isShippedInPart(before))
  const quantities = new Map(lines.map((line) => [line.position, line.cancelled ? line.shippedMilli : shippedOf(line, exact, shipsAll)]))
  const live = lines.filter((line) => !line.cancelled)
  const allGone = live.length > 0 && live.every((line) => (quantities.get(line.position) ?? 0) >= line.quantityMilli)
  return { quantities, state: state === partlyShipped && told.shipped === 'some' && allGone ? shippedState : state }
}

/**
 * What a line holds of the stock. Cancelling always ends it; shipping only where 1C's figures still count the goods
 * ('onHand'): with 'free' figures the next stock record ends it (product.md §5). A line that 1C brings back, or adds,
 * holds its goods until then.
 */
export function reservedOf(line: CurrentLine, before: CurrentLine | undefined, states: { from: number; to: number }, stockMeaning: 'free' | 'onHand'): number {
  if (states.to === cancelledState || line.cancelled) return 0
  const gone = isShippedState(states.to) ? line.quantityMilli : line.shippedMilli
  const most = Math.max(0, line.quantityMilli - (stockMeaning === 'onHand' ? gone : 0))
  if (before === undefined || before.cancelled || states.from === cancelledState) return most
  return Math.min(most, Math.max(0, before.reservedMilli + line.quantityMilli - before.quantityMilli))
}

/** By Ид: of the shipments that came along, else of the rows themselves. */
function toldQuantities({ shippedByCode, lines = [] }: IncomingOrder): Map<string, number> | undefined {
  if (shippedByCode !== undefined) return new Map(shippedByCode)
  const told = lines.filter(({ shippedMilli }) => shippedMilli !== undefined)
  if (told.length === 0) return undefined
  const sums = new Map<string, number>()
  for (const { code, shippedMilli = 0 } of told) sums.set(code, (sums.get(code) ?? 0) + shippedMilli)
  return sums
}

function isShippedState(state: number): boolean {
  return state === shippedState || state === doneState
}

function isShippedInPart(lines: CurrentLine[]): boolean {
  const live = lines.filter((line) => !line.cancelled)
  return live.some(({ shippedMilli }) => shippedMilli > 0) && live.some(({ shippedMilli, quantityMilli }) => shippedMilli < quantityMilli)
}

function shippedOf(line: CurrentLine, left: Map<string, number> | undefined, shipsAll: boolean): number {
  if (left === undefined) return shipsAll ? line.quantityMilli : Math.min(line.shippedMilli, line.quantityMilli)
  const quantity = Math.min(left.get(line.code1c) ?? 0, line.quantityMilli)
  left.set(line.code1c, (left.get(line.code1c) ?? 0) - quantity)
  return quantity
}
