/**
 * Price politics: which prices an employee sees instead of the contract's, by category (product.md §7). Orders always
 * use the contract's prices.
 */

export const priceShows = ['contract', 'percent', 'rrc', 'hidden'] as const
export type PriceShow = (typeof priceShows)[number]

/** `category` null = goods without a closer rule; `hundredths` of a per cent are added if `show` is 'percent'. */
export type PriceRule = { category: number | null; show: PriceShow; hundredths: number }

/** The only place that decides which price is shown. Null: hidden, or the good has no such price. */
export function shownKopecks(
  rule: PriceRule | undefined,
  { priceKopecks, rrcKopecks }: { priceKopecks: number | null; rrcKopecks: number | null },
): number | null {
  if (rule === undefined || rule.show === 'contract') return priceKopecks
  if (rule.show === 'hidden') return null
  if (rule.show === 'rrc') return rrcKopecks
  return priceKopecks === null ? null : withPercent(priceKopecks, rule.hundredths)
}

/** Rounded half up to the kopeck. */
function withPercent(kopecks: number, hundredths: number): number {
  return Number((BigInt(kopecks) * BigInt(10_000 + hundredths) * 2n + 10_000n) / 20_000n)
}

/** Whether the rules change any price. */
export function altersPrices(rules: readonly PriceRule[]): boolean {
  return rules.some(({ show, hundredths }) => show !== 'contract' && !(show === 'percent' && hundredths === 0))
}
