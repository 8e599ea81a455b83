/** Money in integer kopecks, quantities in integer thousandths; floats only at the wire and on the screen. */

/** Sum of a line: kopecks × thousandths, rounded half up to the kopeck. */
export function lineSumKopecks(priceKopecks: number, quantityMilli: number): number {
  const product = BigInt(priceKopecks) * BigInt(quantityMilli)
  return Number((product + 500n) / 1000n)
}

/** VAT inside a sum that includes it: sum × rate / (100 + rate), rounded half up. `rate` in whole per cent. */
export function includedVatKopecks(sumKopecks: number, ratePercent: number): number {
  return Number(
    (BigInt(sumKopecks) * BigInt(ratePercent) * 2n + BigInt(100 + ratePercent)) / (2n * BigInt(100 + ratePercent)),
  )
}

/** Adds VAT to a price without it, half up to the kopeck (a price type with УчтеноВСумме=false). */
export function withVatKopecks(netKopecks: number, ratePercent: number): number {
  return Number((BigInt(netKopecks) * BigInt(100 + ratePercent) * 2n + 100n) / 200n)
}

export const roubles = (kopecks: number): number => kopecks / 100
export const roublesOrNull = (kopecks: number | null): number | null => (kopecks === null ? null : roubles(kopecks))
export const kopecks = (roublesOnWire: number): number => Math.round(roublesOnWire * 100)
export const kopecksOrNull = (roublesOnWire: number | null): number | null =>
  roublesOnWire === null ? null : kopecks(roublesOnWire)
export const units = (milli: number): number => milli / 1000
export const milli = (unitsOnWire: number): number => Math.round(unitsOnWire * 1000)

/**
 * Requested units → thousandths, rounded up so that a positive quantity never becomes 0 [V.2]. The sign is dropped
 * [V.7].
 */
export const requestedMilli = (unitsOnWire: number): number =>
  Math.ceil(Number((Math.abs(unitsOnWire) * 1000).toPrecision(15)))

const grouped = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A price on the screen: groups with non-breaking spaces, comma, a trailing ',00' dropped [V.13]. */
export function formatKopecks(value: number): string {
  return formatExactKopecks(value).replace(/,00$/, '')
}

/** A sum in a document: the kopecks are always written. */
export function formatExactKopecks(value: number): string {
  return grouped.format(value / 100)
}

const quantityFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 3 })

/** A quantity on the screen, grouped, without trailing zeros. */
export function formatMilli(value: number): string {
  return quantityFormat.format(value / 1000)
}

const generalVat = [
  { since: '2026-01-01', percent: 22 },
  { since: '2019-01-01', percent: 20 },
  { since: '2004-01-01', percent: 18 },
] as const

/**
 * VAT of a product in per cent on a day ('YYYY-MM-DD'): the general rate by law (22 since 2026-01-01), the others
 * ('10', '0', '5', '7') are fixed; null for 'none' (без НДС).
 */
export function vatPercentOn(vat: string, day: string): number | null {
  if (vat === 'general') return generalVat.find(({ since }) => since <= day)?.percent ?? 18
  return /^\d{1,2}$/.test(vat) ? Number(vat) : null
}
