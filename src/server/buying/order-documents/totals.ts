import { orderParts } from '#shared/rules/order-parts.ts'
import type { DocumentLine } from './queries.ts'

/** A row of an invoice: a line of the order, or its paid delivery. */
export type PrintableLine = Pick<
  DocumentLine,
  'articul' | 'name' | 'unit' | 'quantityMilli' | 'priceKopecks' | 'sumKopecks' | 'vatPercent'
>

/** VAT included in the sums, by rate, highest first, over all warehouses. A null rate is без НДС. */
export function vatByRate(lines: readonly PrintableLine[]): { vatPercent: number | null; vatKopecks: number }[] {
  return orderParts(
    lines.map(({ vatPercent, sumKopecks }) => ({ sellerId: null, warehouseId: null, vatPercent, sumKopecks })),
  ).map(({ vatPercent, vatKopecks }) => ({ vatPercent, vatKopecks }))
}

export function vatName(vatPercent: number | null): string {
  return vatPercent === null ? 'Без НДС' : `НДС ${vatPercent} %`
}
