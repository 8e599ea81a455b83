import { roubles, units } from '#shared/rules/money.ts'
import { discountedKopecks } from '#shared/rules/prices/discount.ts'
import { decideLinePrices, type PriceBreak } from '#shared/rules/prices/price-breaks.ts'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listBreaks, type BreakOwner, type BreakRow } from './shared-queries.ts'

/** A line at its price without breaks. */
export type UnbrokenLine = {
  productId: number
  quantityMilli: number
  sold: boolean
  listKopecks: number | null
  /** The price without breaks. */
  priceKopecks: number | null
}

export type BrokenLine<Line> = Line & {
  /** The price without breaks. */
  baseKopecks: number | null
  breaks: PriceBreak[]
  /** The break that made the price. */
  won: PriceBreak | undefined
}

/** The lines of a whole basket, or of a list that may become one, at the prices for its quantities and sum. */
export async function priceLines<Line extends UnbrokenLine>(
  db: Db,
  owner: BreakOwner,
  lines: readonly Line[],
): Promise<BrokenLine<Line>[]> {
  const stored = await listBreaks(db, { ...owner, productIds: lines.map(({ productId }) => productId) })
  const byProduct = Map.groupBy(stored, ({ productId }) => productId)
  const breakable = lines.map((line) => ({
    productId: line.productId,
    quantityMilli: line.quantityMilli,
    baseKopecks: line.sold ? line.priceKopecks : null,
    breaks: breaksOf(byProduct.get(line.productId) ?? [], line.listKopecks),
    line,
  }))
  return decideLinePrices(breakable).lines.map(({ line: { line, breaks }, priceKopecks, won }) => ({
    ...line,
    baseKopecks: line.priceKopecks,
    priceKopecks: priceKopecks ?? line.priceKopecks,
    breaks,
    won,
  }))
}

/** Without a list price there is nothing to take per cent off, and the good is not sold. */
export function breaksOf(rows: readonly BreakRow[], listKopecks: number | null): PriceBreak[] {
  if (listKopecks === null) return []
  return rows.map(({ leastQuantityMilli, leastSumKopecks, priceKopecks, percentHundredths }) => ({
    by: leastQuantityMilli === null ? 'sum' : 'quantity',
    least: leastQuantityMilli ?? leastSumKopecks ?? 0,
    priceKopecks: priceKopecks ?? discountedKopecks(listKopecks, percentHundredths ?? 0),
    percentHundredths,
  }))
}

/** What a break is to an order: it keeps what made its prices. */
export function sourceOfBreak({ by, least }: PriceBreak): PriceSource {
  return by === 'quantity' ? { kind: by, from: units(least) } : { kind: by, from: roubles(least) }
}
