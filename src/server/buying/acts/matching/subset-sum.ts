const maxSubsetSize = 4
const maxCandidates = 14

/** Two to four items whose values add up to `sum`; undefined if there are none among the first candidates. */
export function findSubset<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => number,
  sum: number,
): Item[] | undefined {
  const candidates = items.filter((item) => Math.abs(valueOf(item)) < Math.abs(sum)).slice(0, maxCandidates)
  const extend = (from: number, left: number, taken: Item[]): Item[] | undefined => {
    if (left === 0 && taken.length > 1) return taken
    if (taken.length === maxSubsetSize) return undefined
    for (let at = from; at < candidates.length; at += 1) {
      const candidate = candidates[at] as Item
      const found = extend(at + 1, left - valueOf(candidate), [...taken, candidate])
      if (found) return found
    }
    return undefined
  }
  return extend(0, sum, [])
}
