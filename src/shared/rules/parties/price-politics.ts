/**
 * Price politics: what an employee sees instead of the contract's prices, by category (product.md §7). The price of an
 * order never follows it.
 */

export const priceShows = ['contract', 'percent', 'rrc', 'hidden'] as const
export type PriceShow = (typeof priceShows)[number]

/** `category` null = goods without a nearer rule; `hundredths` of a per cent are added where `show` is 'percent'. */
export type PriceRule = { category: number | null; show: PriceShow; hundredths: number }

/** The only place that decides which price is shown. Null: none is. РРЦ is the price where there is one. */
export function shownKopecks(
  rule: PriceRule | undefined,
  { priceKopecks, rrcKopecks }: { priceKopecks: number | null; rrcKopecks: number | null },
): number | null {
  if (rule === undefined || rule.show === 'contract') return priceKopecks
  if (rule.show === 'hidden') return null
  if (rule.show === 'rrc') return rrcKopecks
  return priceKopecks === null ? null : withPercent(priceKopecks, rule.hundredths)
}

/** Half up to the kopeck. */
function withPercent(kopecks: number, hundredths: number): number {
  return Number((BigInt(kopecks) * BigInt(10_000 + hundredths) * 2n + 10_000n) / 20_000n)
}

/** Whether the rules change anything. */
export function altersPrices(rules: readonly PriceRule[]): boolean {
  return rules.some(({ show, hundredths }) => show !== 'contract' && !(show === 'percent' && hundredths === 0))
}
