/** How an order falls into parts by organisation (who sells) × warehouse × VAT rate. */
import { includedVatKopecks } from './money.ts'

/** A line as it is billed; paid delivery is one, and belongs to no warehouse. Kopecks; a null rate is без НДС. */
export type BilledLine = {
  sellerId: number | null
  warehouseId: number | null
  vatPercent: number | null
  sumKopecks: number
}

/** Lines that one organisation sells from one warehouse at one rate; `sumKopecks` includes `vatKopecks`. */
export type OrderPart = BilledLine & { lines: number; vatKopecks: number }

/**
 * The parts of an order, in the order of their first lines, rates of one warehouse from the highest down, what is no
 * goods (delivery) last. Each line belongs to one part, whole, so the parts' sums add up to the order's sum to the
 * kopeck. VAT is rounded half up line by line, as an invoice does, and only added up here: nothing is rounded twice, no
 * remainder is left to spread. The kopecks by which it differs from the VAT of a part's whole sum stay in that part.
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
  const places = [...new Set(lines.map(placeOf))]
  return [...parts.values()].toSorted(
    (one, other) =>
      Number(one.warehouseId === null) - Number(other.warehouseId === null) ||
      places.indexOf(placeOf(one)) - places.indexOf(placeOf(other)) ||
      rank(other) - rank(one),
  )
}

function placeOf({ sellerId, warehouseId }: BilledLine): string {
  return `${sellerId} ${warehouseId}`
}

/** Без НДС stands below 0 %. */
function rank({ vatPercent }: BilledLine): number {
  return vatPercent ?? -1
}
