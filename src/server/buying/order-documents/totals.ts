import { orderParts } from '#shared/rules/order-parts.ts'
import type { DocumentLine } from './queries.ts'

/** A row of an invoice: a line of the order, or its paid delivery. */
export type PrintableLine = Pick<
  DocumentLine,
  'articul' | 'name' | 'unit' | 'quantityMilli' | 'priceKopecks' | 'sumKopecks' | 'vatPercent'
>

/**
 * VAT inside the sums by rate, highest first: the order's parts, whatever warehouse they come from. A null rate is без
 * НДС.
 */
export function vatByRate(lines: readonly PrintableLine[]): { vatPercent: number | null; vatKopecks: number }[] {
  return orderParts(
    lines.map(({ vatPercent, sumKopecks }) => ({ sellerId: null, warehouseId: null, vatPercent, sumKopecks })),
  ).map(({ vatPercent, vatKopecks }) => ({ vatPercent, vatKopecks }))
}

export function vatName(vatPercent: number | null): string {
  return vatPercent === null ? 'Без НДС' : `НДС ${vatPercent} %`
}
