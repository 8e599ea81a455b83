import type { Comparison } from './compare-names.ts'

/** A good that shares fewer of a name's words is not proposed for it. */
export const minSimilar = 0.4

type Candidate = { good: { row: number }; comparison: Comparison }

/**
 * The likeliest goods first: of the size and model that the text says, of its colour and kind, with the words that it
 * cuts short, not contradicting it, with most of its words; of equals what is in stock. `available`: products of which
 * some are.
 */
export function rankedBySimilarity<Each extends Candidate>(
  candidates: readonly Each[],
  available: ReadonlySet<number>,
): Each[] {
  const keysOf = ({ good, comparison }: Each) => [
    Number(comparison.share < minSimilar),
    Number(comparison.isOtherSize),
    comparison.otherModel,
    Number(comparison.isOpposed),
    comparison.missingCut,
    Number(comparison.verdict === 'differs'),
    -comparison.share,
    Number(!available.has(good.row)),
  ]
  return candidates
    .map((candidate, index) => ({ candidate, keys: [...keysOf(candidate), index] }))
    .toSorted((a, b) => a.keys.map((key, at) => key - (b.keys[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ candidate }) => candidate)
}
