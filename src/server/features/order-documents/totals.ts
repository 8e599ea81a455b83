import { includedVatKopecks } from '#shared/rules/money.ts'
import type { DocumentLine } from './queries.ts'

/** A row of an invoice: a line of the order, or its paid delivery. */
export type PaperLine = Pick<DocumentLine, 'articul' | 'name' | 'unit' | 'quantityMilli' | 'priceKopecks' | 'sumKopecks' | 'vatPercent'>

/** VAT inside the sums by rate, highest first; rounded line by line, as the totals of an invoice are. A null rate is без НДС. */
export function vatByRate(lines: readonly PaperLine[]): { vatPercent: number | null; vatKopecks: number }[] {
  const sums = new Map<number | null, number>()
  for (const { vatPercent, sumKopecks } of lines) {
    const vat = vatPercent === null ? 0 : includedVatKopecks(sumKopecks, vatPercent)
    sums.set(vatPercent, (sums.get(vatPercent) ?? 0) + vat)
  }
  return [...sums].map(([vatPercent, vatKopecks]) => ({ vatPercent, vatKopecks })).toSorted((one, other) => (other.vatPercent ?? -1) - (one.vatPercent ?? -1))
}

export function vatName(vatPercent: number | null): string {
  return vatPercent === null ? 'Без НДС' : `НДС ${vatPercent} %`
}
