import type { BasketLine, WirePriceBreak } from '#shared/api/basket.ts'
import { kopecks, kopecksOrNull, lineSumKopecks, milli, roubles, roublesOrNull } from '#shared/rules/money.ts'
import { decideLinePrices, type BreakableLine, type PriceBreak } from '#shared/rules/prices/price-breaks.ts'

/**
 * Lines at the prices for their quantities, by the server's rule, so that a row is right before the server answers.
 * Equal lines stay the same objects. Only the basket page does so: the header's sum waits for the answer.
 */
export function repriced(lines: readonly BasketLine[]): BasketLine[] {
  if (lines.every(({ breaks }) => breaks.length === 0)) return [...lines]
  return decideLinePrices(lines.map(toBreakable)).lines.map(({ line: { line }, priceKopecks }) => {
    const price = roublesOrNull(priceKopecks)
    if (line.breaks.length === 0 || price === line.price) return line
    const sum = priceKopecks === null ? null : roubles(lineSumKopecks(priceKopecks, milli(line.qnt)))
    return { ...line, price, sum }
  })
}

/** Kopecks of the basket by which breaks by sum are judged. */
export function judgedKopecksOf(lines: readonly BasketLine[]): number {
  return decideLinePrices(lines.map(toBreakable)).judgedKopecks
}

export function toPriceBreak({ by, from, price, percent }: WirePriceBreak): PriceBreak {
  return {
    by,
    least: by === 'quantity' ? milli(from) : kopecks(from),
    priceKopecks: kopecks(price),
    percentHundredths: percent === null ? null : Math.round(percent * 100),
  }
}

function toBreakable(line: BasketLine): BreakableLine & { line: BasketLine } {
  return {
    productId: line.id,
    quantityMilli: milli(line.qnt),
    baseKopecks: kopecksOrNull(line.base_price),
    breaks: line.breaks.map(toPriceBreak),
    line,
  }
}
