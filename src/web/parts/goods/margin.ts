import { kopecks } from '#shared/rules/money.ts'

/** Markup from the price to РРЦ, whole per cent; undefined if unknown. */
export function marginPercent(priceRoubles: number | null, rrcRoubles: number | null): number | undefined {
  if (priceRoubles === null || rrcRoubles === null || priceRoubles <= 0) return undefined
  return Math.round(((kopecks(rrcRoubles) - kopecks(priceRoubles)) * 100) / kopecks(priceRoubles))
}
