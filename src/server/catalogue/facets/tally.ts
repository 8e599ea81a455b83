import { bitCount, lowestBit, type Bits } from './bits.ts'
import type { FacetFilter, FacetView } from './query.ts'
import type { Snapshot } from './snapshot.ts'
import { isPackable, packFacets, type PackedFacets } from './packed-facets.ts'
import { maxCachedBases, type CachedTally, type Tally, type Workspace } from './workspace.ts'

export type RowCounts = { total: number; available: number; isNew: number; isSale: number }
/** `facets`: those of the base's lone items, if they are packed. */
type Counting = {
  matching: Bits
  available: Bits
  base: Bits
  single: 'matching' | 'rest'
  isBase: boolean
  facets: PackedFacets | undefined
}

/**
 * Counts rows and flags of the matching items, and rows per brand and value in `workspace.counts`. If most of the base
 * matches, it counts the complement and subtracts it from the base's tally, which is cached per version.
 */
export function countMatching(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  sets: { matching: Bits; available: Bits; base: Bits },
): RowCounts {
  const { counts, tally } = workspace
  const { matching, base } = sets
  const key = baseKey(view, filter)
  const isMajority = coversMajority(workspace, matching, base)
  // A minority of a large base is counted where it is: neither the base's tally nor packed facets would help.
  const isCounted = key !== undefined && (isMajority || isPackable(snapshot, workspace.scratch.words))
  const whole = isCounted ? tallyOf(snapshot, workspace, key, sets) : undefined
  if (whole === undefined || !isMajority) {
    counts.fill(0)
    return countItems(
      snapshot,
      workspace,
      { single: counts, siblings: counts },
      { ...sets, single: 'matching', isBase: false, facets: whole?.facets },
    )
  }
  tally.single.fill(0)
  tally.siblings.fill(0)
  const isBase = matching === base
  const counted = countItems(snapshot, workspace, tally, { ...sets, single: 'rest', isBase, facets: whole.facets })
  const siblings = isBase ? whole.siblings : tally.siblings
  for (let index = 0; index < counts.length; index += 1)
    counts[index] = whole.single[index]! - tally.single[index]! + siblings[index]!
  return counted
}

/** Cache key of the base for one version of the snapshot; undefined if caching is not worthwhile. */
export function baseKey(
  { priceTypeId }: FacetView,
  { query, productIds, categoryId, only }: FacetFilter,
): string | undefined {
  return query.trim() === '' && productIds === undefined ? `${priceTypeId} ${categoryId} ${only}` : undefined
}

function coversMajority({ scratch }: Workspace, matching: Bits, base: Bits): boolean {
  if (matching === base) return true
  let ahead = 0
  for (const word of scratch.words) ahead += 2 * bitCount(matching[word]!) - bitCount(base[word]!)
  return ahead > 0
}

/** Tally of the whole base, and its packed facets; cached per version. */
function tallyOf(
  snapshot: Snapshot,
  workspace: Workspace,
  key: string,
  { base, available }: { base: Bits; available: Bits },
): CachedTally {
  const { tallies, version, counts } = workspace
  const cached = tallies.get(key)
  if (cached && cached.version === version) return cached
  if (!cached && tallies.size >= maxCachedBases) tallies.clear()
  const tally = {
    version,
    single: new Uint32Array(counts.length),
    siblings: new Uint32Array(counts.length),
    facets: packFacets(snapshot, workspace.scratch.words, base),
  }
  countItems(snapshot, workspace, tally, {
    matching: base,
    available,
    base,
    single: 'matching',
    isBase: false,
    facets: tally.facets,
  })
  tallies.set(key, tally)
  return tally
}

function countItems(
  snapshot: Snapshot,
  { scratch, stamps }: Workspace,
  { single, siblings }: Tally,
  counting: Counting,
): RowCounts {
  const { matching, available, isBase } = counting
  const { hasNoVariants, isNew, isSale, rowOfItem } = snapshot
  const { starts, indexes } = snapshot.itemFacets
  const counts = { total: 0, available: 0, isNew: 0, isSale: 0 }
  stamps.fill(0)
  countLoneItems(snapshot, scratch.words, single, counting)
  let last = -1
  let lastAvailable = -1
  for (const word of scratch.words) {
    const found = matching[word]!
    const alone = found & hasNoVariants[word]!
    counts.total += bitCount(alone)
    counts.available += bitCount(alone & available[word]!)
    const [newItems, cheaper] = [alone & isNew[word]!, alone & isSale[word]!]
    if (newItems !== 0) counts.isNew += bitCount(newItems)
    if (cheaper !== 0) counts.isSale += bitCount(cheaper)
    // A row with several matching items is counted once. Flags belong to rows, so all items carry them.
    for (let left = found & ~hasNoVariants[word]!; left !== 0; left &= left - 1) {
      const bit = lowestBit(left)
      const item = (word << 5) + bit
      const row = rowOfItem[item]!
      if (row !== last) {
        last = row
        counts.total += 1
        counts.isNew += (isNew[word]! >>> bit) & 1
        counts.isSale += (isSale[word]! >>> bit) & 1
      }
      if (((available[word]! >>> bit) & 1) === 1 && row !== lastAvailable) {
        lastAvailable = row
        counts.available += 1
      }
      if (isBase) continue
      const end = starts[item + 1]!
      for (let at = starts[item]!; at < end; at += 1) {
        const index = indexes[at]!
        if (stamps[index] === row + 1) continue
        stamps[index] = row + 1
        siblings[index]! += 1
      }
    }
  }
  return counts
}

/** Rows per value and brand of items without siblings: each row is counted once by itself. */
function countLoneItems(
  { hasNoVariants, itemFacets }: Snapshot,
  words: Uint32Array,
  counts: Uint32Array,
  { matching, base, single, facets }: Counting,
): void {
  const { starts, indexes } = facets ?? itemFacets
  const ofRest = single === 'rest'
  for (let nth = 0; nth < words.length; nth += 1) {
    const word = words[nth]!
    const alone = base[word]! & hasNoVariants[word]!
    const first = facets ? facets.firstOfWord[nth]! : word << 5
    const listed = facets ? alone : -1
    for (let left = ofRest ? alone & ~matching[word]! : alone & matching[word]!; left !== 0; left &= left - 1) {
      const lowest = left & -left
      const position = first + bitCount(listed & ((lowest - 1) | 0))
      const end = starts[position + 1]!
      for (let at = starts[position]!; at < end; at += 1) counts[indexes[at]!]! += 1
    }
  }
}
