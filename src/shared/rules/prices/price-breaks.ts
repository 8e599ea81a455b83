import { lineSumKopecks } from '../money.ts'

/** A price that a good has from a quantity of it, or from a sum of the basket. */
export type PriceBreak = {
  by: 'quantity' | 'sum'
  /** Thousandths of the good, or kopecks of the basket. */
  least: number
  priceKopecks: number
  /** Hundredths of a per cent off the list price; null: a price of its own. */
  percentHundredths: number | null
}

export type BreakableLine = {
  productId: number
  quantityMilli: number
  /** The price without breaks; null: not sold, or hidden. */
  baseKopecks: number | null
  breaks: readonly PriceBreak[]
}

export type DecidedPrices<Line> = {
  lines: { line: Line; priceKopecks: number | null; won: PriceBreak | undefined }[]
  /** The sum by which breaks by sum are judged. */
  judgedKopecks: number
}

/**
 * Prices the lines of one basket: the lowest fitting price wins, discounts never add up (product.md §8).
 *
 * 1. A break by quantity fits from its quantity on. A good's lines in all warehouses count together, each variant by
 *    itself; a break of a category or brand is judged by each good alone too.
 * 2. A break by sum fits from its sum of the whole basket on, at the prices that 1 leaves: without breaks by sum. So a
 *    price never decides whether it applies itself, and the final sum may be below the break's.
 *
 * Lines without a price count in neither. Kopecks, thousandths; equal prices leave the earlier rule.
 */
export function decideLinePrices<Line extends BreakableLine>(lines: readonly Line[]): DecidedPrices<Line> {
  const quantities = new Map<number, number>()
  for (const { productId, quantityMilli, baseKopecks } of lines) {
    if (baseKopecks !== null) quantities.set(productId, (quantities.get(productId) ?? 0) + quantityMilli)
  }
  const byQuantity = lines.map((line) =>
    lowest({ line, priceKopecks: line.baseKopecks, won: undefined }, 'quantity', quantities.get(line.productId) ?? 0),
  )
  const judgedKopecks = byQuantity.reduce(
    (sum, { line, priceKopecks }) =>
      sum + (priceKopecks === null ? 0 : lineSumKopecks(priceKopecks, line.quantityMilli)),
    0,
  )
  return {
    lines: byQuantity.map((decided) => lowest(decided, 'sum', judgedKopecks)),
    judgedKopecks,
  }
}

type Decided<Line> = DecidedPrices<Line>['lines'][number]

/** The price after the breaks of a kind that fit. */
function lowest<Line extends BreakableLine>(
  decided: Decided<Line>,
  by: PriceBreak['by'],
  reached: number,
): Decided<Line> {
  const { line } = decided
  return line.breaks
    .filter((each) => each.by === by && each.least <= reached)
    .reduce(
      (best, each) =>
        best.priceKopecks !== null && each.priceKopecks < best.priceKopecks
          ? { line, priceKopecks: each.priceKopecks, won: each }
          : best,
      decided,
    )
}
