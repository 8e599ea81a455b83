import type { PriceBreak } from './price-breaks.ts'

export type NextBreak = { missing: number; priceBreak: PriceBreak }

/** The nearest break by quantity that would lower the price of a good; `missing` in thousandths. */
export function nextByQuantity(
  breaks: readonly PriceBreak[],
  { quantityMilli, priceKopecks }: { quantityMilli: number; priceKopecks: number },
): NextBreak | undefined {
  return nextBreak(breaks, 'quantity', quantityMilli, priceKopecks)
}

/** The nearest break by sum that would lower the price of a line; `missing` in kopecks. */
export function nextBySum(
  breaks: readonly PriceBreak[],
  { judgedKopecks, priceKopecks }: { judgedKopecks: number; priceKopecks: number },
): NextBreak | undefined {
  return nextBreak(breaks, 'sum', judgedKopecks, priceKopecks)
}

/** The breaks by quantity that lower a price, by quantity: a break above a lower one is left out. */
export function effectiveBreaks(breaks: readonly PriceBreak[], baseKopecks: number): PriceBreak[] {
  const kept: PriceBreak[] = []
  let lowestKopecks = baseKopecks
  for (const each of breaks.toSorted((a, b) => a.least - b.least || a.priceKopecks - b.priceKopecks)) {
    if (each.priceKopecks >= lowestKopecks) continue
    lowestKopecks = each.priceKopecks
    kept.push(each)
  }
  return kept
}

function nextBreak(
  breaks: readonly PriceBreak[],
  by: PriceBreak['by'],
  reached: number,
  priceKopecks: number,
): NextBreak | undefined {
  const [next] = breaks
    .filter((each) => each.by === by && each.least > reached && each.priceKopecks < priceKopecks)
    .toSorted((a, b) => a.least - b.least || a.priceKopecks - b.priceKopecks)
  return next && { missing: next.least - reached, priceBreak: next }
}
