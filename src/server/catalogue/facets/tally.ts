import { bitCount, lowestBit, type Bits } from './bits.ts'
import type { FacetFilter, FacetView } from './query.ts'
import type { Snapshot } from './snapshot.ts'
import type { Tally, Workspace } from './workspace.ts'

export type RowCounts = { total: number; available: number; isNew: number; isSale: number }
/** `known`: the base's tally is known already, only rows have to be counted. */
type Counting = { matching: Bits; available: Bits; base: Bits; single: 'matching' | 'rest'; isBase: boolean }

const maxKept = 256

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
  if (key === undefined || !coversMajority(workspace, matching, base)) {
    counts.fill(0)
    return countItems(
      snapshot,
      workspace,
      { single: counts, siblings: counts },
      { ...sets, single: 'matching', isBase: false },
    )
  }
  const whole = tallyOf(snapshot, workspace, key, sets)
  tally.single.fill(0)
  tally.siblings.fill(0)
  const isBase = matching === base
  const counted = countItems(snapshot, workspace, tally, { ...sets, single: 'rest', isBase })
  const siblings = isBase ? whole.siblings : tally.siblings
  for (let index = 0; index < counts.length; index += 1)
    counts[index] = whole.single[index]! - tally.single[index]! + siblings[index]!
  return counted
}

/** Cache key of the base; undefined if caching is not worthwhile. */
function baseKey({ priceTypeId }: FacetView, { query, productIds, categoryId, only }: FacetFilter): string | undefined {
  return query.trim() === '' && productIds === undefined ? `${priceTypeId} ${categoryId} ${only}` : undefined
}

function coversMajority({ scratch }: Workspace, matching: Bits, base: Bits): boolean {
  if (matching === base) return true
  let ahead = 0
  for (const word of scratch.words) ahead += 2 * bitCount(matching[word]!) - bitCount(base[word]!)
  return ahead > 0
}

/** Tally of the whole base. */
function tallyOf(
  snapshot: Snapshot,
  workspace: Workspace,
  key: string,
  { base, available }: { base: Bits; available: Bits },
): Tally {
  const { tallies, version, counts } = workspace
  const cached = tallies.get(key)
  if (cached && cached.version === version) return cached
  if (!cached && tallies.size >= maxKept) tallies.clear()
  const tally = { version, single: new Uint32Array(counts.length), siblings: new Uint32Array(counts.length) }
  countItems(snapshot, workspace, tally, { matching: base, available, base, single: 'matching', isBase: false })
  tallies.set(key, tally)
  return tally
}

function countItems(
  snapshot: Snapshot,
  { scratch, stamps }: Workspace,
  { single, siblings }: Tally,
  counting: Counting,
): RowCounts {
  const { matching, available, base, isBase } = counting
  const { hasNoVariants, isNew, isSale, rowOfItem } = snapshot
  const { starts, indexes } = snapshot.itemFacets
  const ofRest = counting.single === 'rest'
  const counts = { total: 0, available: 0, isNew: 0, isSale: 0 }
  stamps.fill(0)
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
    // Lone items: each row is counted once by itself.
    for (let left = ofRest ? base[word]! & ~found & hasNoVariants[word]! : alone; left !== 0; left &= left - 1) {
      const item = (word << 5) + lowestBit(left)
      const end = starts[item + 1]!
      for (let at = starts[item]!; at < end; at += 1) single[indexes[at]!]! += 1
    }
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
