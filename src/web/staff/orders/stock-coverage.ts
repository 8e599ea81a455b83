import { milli } from '#shared/rules/money.ts'
import { hasEnded } from '#shared/rules/order-states.ts'
import type { StaffOrder } from './use-staff-orders.ts'

type Line = StaffOrder['products'][number]

/** Stock for a line, and whether it is less than the quantity still to be shipped. */
export function stockCoverage(order: StaffOrder, line: Line): { available: number; isShort: boolean } {
  const available = order.stocks.find(({ id, wms }) => id === line.id && wms === line.wms)?.available ?? 0
  const toShip = line.cancel || hasEnded(order.state) ? 0 : milli(line.qnt) - milli(line.shipping)
  return { available, isShort: milli(available) < toShip }
}
