import type { OrderLine } from '../queries-lines.ts'

type Shipped = Pick<OrderLine, 'quantityMilli' | 'shippedMilli' | 'cancelled'>

/** Whether it is known that a part of the lines has left, and a part has not. */
export function isPartlyShipped(lines: readonly Shipped[]): boolean {
  const live = lines.filter(({ cancelled }) => !cancelled)
  return (
    live.some(({ shippedMilli }) => shippedMilli > 0) &&
    live.some(({ shippedMilli, quantityMilli }) => shippedMilli < quantityMilli)
  )
}

/** Lines of an order that has left whole. */
export function withAllShipped<Line extends Shipped>(lines: readonly Line[]): Line[] {
  return lines.map((line) => (line.cancelled ? line : { ...line, shippedMilli: line.quantityMilli }))
}
