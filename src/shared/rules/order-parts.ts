/** Splits an order into parts by organisation (seller) × warehouse × VAT rate. */
import { includedVatKopecks } from './money.ts'

/** A billed line; paid delivery is a line without a warehouse. Kopecks; a null rate is без НДС. */
export type BilledLine = {
  sellerId: number | null
  warehouseId: number | null
  vatPercent: number | null
  sumKopecks: number
}

/** Lines of one seller from one warehouse at one rate; `sumKopecks` includes `vatKopecks`. */
export type OrderPart = BilledLine & { lines: number; vatKopecks: number }

/**
 * The parts of an order, in the order of their first lines; rates of one warehouse from the highest down, delivery
 * last. Each line belongs to one part, so the parts' sums add up to the order's sum to the kopeck. VAT is rounded half
 * up line by line, as in an invoice, and only added up here, so it may differ by kopecks from the VAT of a part's sum.
 */
export function orderParts(lines: readonly BilledLine[]): OrderPart[] {
  const parts = new Map<string, OrderPart>()
  for (const { sellerId, warehouseId, vatPercent, sumKopecks } of lines) {
    const key = [sellerId, warehouseId, vatPercent].join(' ')
    const part = parts.get(key) ?? { sellerId, warehouseId, vatPercent, lines: 0, sumKopecks: 0, vatKopecks: 0 }
    part.lines += 1
    part.sumKopecks += sumKopecks
    part.vatKopecks += vatPercent === null ? 0 : includedVatKopecks(sumKopecks, vatPercent)
    parts.set(key, part)
  }
  const sources = [...new Set(lines.map(sourceOf))]
  return [...parts.values()].toSorted(
    (one, other) =>
      Number(one.warehouseId === null) - Number(other.warehouseId === null) ||
      sources.indexOf(sourceOf(one)) - sources.indexOf(sourceOf(other)) ||
      rank(other) - rank(one),
  )
}

function sourceOf({ sellerId, warehouseId }: BilledLine): string {
  return `${sellerId} ${warehouseId}`
}

/** Без НДС ranks below 0 %. */
function rank({ vatPercent }: BilledLine): number {
  return vatPercent ?? -1
}
