const largestSubset = 4
const mostCandidates = 14

/** Two to four items whose values add up to `sum`; undefined: there are none, or the first are too many to try. */
export function findSubset<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number,
  sum: number,
): Item[] | undefined {
  const candidates = items.filter((item) => Math.abs(valueOf(item)) < Math.abs(sum)).slice(0, mostCandidates)
  const extend = (from: number, left: number, taken: Item[]): Item[] | undefined => {
    if (left === 0 && taken.length > 1) return taken
    if (taken.length === largestSubset) return undefined
    for (let at = from; at < candidates.length; at += 1) {
      const candidate = candidates[at] as Item
      const found = extend(at + 1, left - valueOf(candidate), [...taken, candidate])
      if (found) return found
    }
    return undefined
  }
  return extend(0, sum, [])
}
