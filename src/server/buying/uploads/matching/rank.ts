import type { Comparison } from './compare-names.ts'

/** A good with a lower share of a name's words is not proposed. */
export const minSimilar = 0.4

type Candidate = { good: { cardId: number }; comparison: Comparison }

/**
 * The most likely goods first: with the size and model of the text, its colour and kind, its abbreviated
 * words, without contradiction, with most of its words; of equal ones those in stock. `available`: products
 * with stock.
 */
export function rankedBySimilarity<Each extends Candidate>(
  candidates: readonly Each[],
  available: ReadonlySet<number>,
): Each[] {
  const keysOf = ({ good, comparison }: Each) => [
    Number(comparison.share < minSimilar),
    Number(comparison.isOtherSize),
    comparison.otherModel,
    Number(comparison.hasOtherAttribute),
    comparison.missingAbbreviations,
    Number(comparison.verdict === 'differs'),
    -comparison.share,
    Number(!available.has(good.cardId)),
  ]
  return candidates
    .map((candidate, index) => ({ candidate, keys: [...keysOf(candidate), index] }))
    .toSorted((a, b) => a.keys.map((key, at) => key - (b.keys[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ candidate }) => candidate)
}
