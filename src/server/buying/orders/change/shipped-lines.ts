import type { OrderLine } from '../queries-lines.ts'

type Shipped = Pick<OrderLine, 'quantityMilli' | 'shippedMilli' | 'cancelled'>

/** Whether the lines are known to be partly shipped. */
export function isPartlyShipped(lines: readonly Shipped[]): boolean {
  const live = lines.filter(({ cancelled }) => !cancelled)
  return (
    live.some(({ shippedMilli }) => shippedMilli > 0) &&
    live.some(({ shippedMilli, quantityMilli }) => shippedMilli < quantityMilli)
  )
}

/** The lines with all quantities shipped. */
export function withAllShipped<Line extends Shipped>(lines: readonly Line[]): Line[] {
  return lines.map((line) => (line.cancelled ? line : { ...line, shippedMilli: line.quantityMilli }))
}
