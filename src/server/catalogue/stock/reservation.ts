import { cancelled as cancelledState, stateRules } from '#shared/rules/order-states.ts'
import type { LineReservation } from './shared-queries-reserve.ts'

/** The values of an order line that determine its reservation; thousandths. */
export type StockedLine = { position: number; quantityMilli: number; shippedMilli: number; cancelled: boolean }
export type ReservedLine = StockedLine & { reservedMilli: number }
export type StockMeaning = 'free' | 'onHand'
type States = { from: number; to: number }

/**
 * What a line holds of the stock after a change. Cancelling always ends it; shipping only where 1C's figures still
 * count the goods ('onHand'): with 'free' figures the next stock record ends it (product.md §5). What is ordered less,
 * or more, than before is held less, or more: a part that 1C's figures contain already stays theirs. A line that is
 * added, or brought back, holds its goods until then.
 */
export function reservedAfter(
  line: StockedLine,
  before: ReservedLine | undefined,
  { from, to }: States,
  meaning: StockMeaning,
): number {
  if (to === cancelledState || line.cancelled) return 0
  const leftMilli = stateRules(to).shipped === true ? line.quantityMilli : line.shippedMilli
  const maxMilli = Math.max(0, line.quantityMilli - (meaning === 'onHand' ? leftMilli : 0))
  if (before === undefined || before.cancelled || from === cancelledState) return maxMilli
  return Math.min(maxMilli, Math.max(0, before.reservedMilli + line.quantityMilli - before.quantityMilli))
}

/** By how much each line's reservation falls or rises. Lines that are added hold nothing before. */
export function reservationChanges(
  before: readonly ReservedLine[],
  after: readonly StockedLine[],
  states: States,
  meaning: StockMeaning,
): { released: LineReservation[]; reserved: LineReservation[] } {
  const byPosition = new Map(before.map((line) => [line.position, line]))
  const changes = after.map((line) => {
    const old = byPosition.get(line.position)
    return { position: line.position, milli: reservedAfter(line, old, states, meaning) - (old?.reservedMilli ?? 0) }
  })
  return {
    released: changes.filter(({ milli }) => milli < 0).map(({ position, milli }) => ({ position, milli: -milli })),
    reserved: changes.filter(({ milli }) => milli > 0),
  }
}
