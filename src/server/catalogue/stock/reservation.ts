import { cancelled as cancelledState, stateRules } from '#shared/rules/order-states.ts'
import type { LineReservation } from './shared-queries-reserve.ts'

/** Values of an order line that determine its reservation; thousandths. */
export type StockedLine = { position: number; quantityMilli: number; shippedMilli: number; cancelled: boolean }
export type ReservedLine = StockedLine & { reservedMilli: number }
export type StockMeaning = 'free' | 'onHand'
type States = { from: number; to: number }

/**
 * Reserved quantity of a line after a change (product.md §5). Cancelling always ends the reservation. Shipping ends it
 * only if 1C's figures still count the goods ('onHand'); with 'free' figures the next stock record does. A changed
 * quantity changes the reservation by the difference; the part that 1C's figures already contain stays ended. An added
 * or restored line reserves its whole quantity.
 */
export function reservedAfter(
  line: StockedLine,
  before: ReservedLine | undefined,
  { from, to }: States,
  meaning: StockMeaning,
): number {
  if (to === cancelledState || line.cancelled) return 0
  const leftWarehouseMilli = stateRules(to).shipped === true ? line.quantityMilli : line.shippedMilli
  const maxMilli = Math.max(0, line.quantityMilli - (meaning === 'onHand' ? leftWarehouseMilli : 0))
  if (before === undefined || before.cancelled || from === cancelledState) return maxMilli
  return Math.min(maxMilli, Math.max(0, before.reservedMilli + line.quantityMilli - before.quantityMilli))
}

/** Decreases and increases of each line's reservation. Added lines had none before. */
export function reservationChanges(
  before: readonly ReservedLine[],
  after: readonly StockedLine[],
  states: States,
  meaning: StockMeaning,
): { released: LineReservation[]; reserved: LineReservation[] } {
  const byPosition = new Map(before.map((line) => [line.position, line]))
  const changes = after.map((line) => {
    const previous = byPosition.get(line.position)
    return {
      position: line.position,
      milli: reservedAfter(line, previous, states, meaning) - (previous?.reservedMilli ?? 0),
    }
  })
  return {
    released: changes.filter(({ milli }) => milli < 0).map(({ position, milli }) => ({ position, milli: -milli })),
    reserved: changes.filter(({ milli }) => milli > 0),
  }
}
