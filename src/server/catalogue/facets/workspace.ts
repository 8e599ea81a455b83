import { bitsFor, setBit, type Bits } from './bits.ts'
import { BitSetPool } from './bit-set-pool.ts'
import type { PackedFacets } from './packed-facets.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Memory reused by searches of one snapshot (a search is synchronous), and values derived once per version. Contents
 * are undefined between searches.
 */
export type Workspace = {
  /** Incremented by every delta; derived values of other versions are stale. */
  version: number
  scratch: BitSetPool
  /**
   * Counters by what items are counted by (Snapshot.itemFacets): rows, two partial counts, and the last counted row +
   * 1, so that variants of a row count once.
   */
  counts: Uint32Array
  tally: Tally
  stamps: Uint32Array
  /** Tallies of counted bases (tally.ts). */
  tallies: Map<string, CachedTally>
  matchedRows: Uint32Array
  order: Uint32Array
  sortKeys: Float64Array
  /** Match quality of rows found by a text query (text/match.ts). */
  scores: Uint16Array
  classes: Uint8Array
  /** Two numbers per row while a text query is matched (text/match.ts). */
  marks: Uint32Array
  touchedRows: Uint32Array
  availability: Map<string, { version: number; bits: Bits }>
  priceBlocks: Map<number, PriceBlocks>
}

/** Rows by what items are counted by (Snapshot.itemFacets), separately for lone items and siblings. */
export type Tally = { single: Uint32Array; siblings: Uint32Array }

/** The tally of a base at one version, with the facets of its items if they are packed. */
export type CachedTally = Tally & { version: number; facets: PackedFacets | undefined }

/** Lowest and highest price at a price type per block of 32 items, and the prices as int32 if all fit. */
export type PriceBlocks = {
  version: number
  min: Float64Array
  max: Float64Array
  whole: Int32Array
  fits: boolean
  /** Price bounds of bases, by the base's key (counts.ts). */
  bounds: Map<string, PriceBounds>
}

export type PriceBounds = { minKopecks: number; maxKopecks: number } | undefined

/** Bases whose tallies and price bounds are cached. */
export const maxCachedBases = 256
const maxAvailabilities = 64
export const largestInt32 = 0x7fffffff

export function createWorkspace(snapshot: Snapshot): Workspace {
  const { rowCount } = snapshot
  const facetCount = snapshot.valueIds.length + snapshot.brandIds.length + 1
  return {
    version: 0,
    scratch: new BitSetPool(snapshot.itemCount),
    counts: new Uint32Array(facetCount),
    tally: { single: new Uint32Array(facetCount), siblings: new Uint32Array(facetCount) },
    stamps: new Uint32Array(facetCount),
    tallies: new Map(),
    matchedRows: new Uint32Array(rowCount),
    order: new Uint32Array(rowCount),
    sortKeys: new Float64Array(rowCount),
    scores: new Uint16Array(rowCount),
    classes: new Uint8Array(rowCount),
    marks: new Uint32Array(2 * rowCount),
    touchedRows: new Uint32Array(rowCount),
    availability: new Map(),
    priceBlocks: new Map(),
  }
}

/** Items of which these warehouses allow to order at least one step (product.md §3). */
export function availableItems(snapshot: Snapshot, workspace: Workspace, warehouses: readonly number[]): Bits {
  const key = warehouses.join()
  const known = workspace.availability.get(key)
  if (known && known.version === workspace.version) return known.bits
  const bits = known?.bits.fill(0) ?? bitsFor(snapshot.itemCount)
  const stocks = warehouses.map((warehouse) => snapshot.orderableStocks[warehouse]!)
  for (let item = 0; item < snapshot.itemCount; item += 1) {
    let milli = 0
    for (const stock of stocks) milli += stock[item]!
    if (milli >= snapshot.itemStep[item]!) setBit(bits, item)
  }
  if (!known && workspace.availability.size >= maxAvailabilities) workspace.availability.clear()
  workspace.availability.set(key, { version: workspace.version, bits })
  return bits
}

export function priceBlocks(snapshot: Snapshot, workspace: Workspace, priceType: number): PriceBlocks {
  const known = workspace.priceBlocks.get(priceType)
  if (known && known.version === workspace.version) return known
  const prices = snapshot.effectivePrices[priceType]!
  const size = (snapshot.itemCount + 31) >>> 5
  const blocks: PriceBlocks = {
    version: workspace.version,
    min: known?.min.fill(Infinity) ?? new Float64Array(size).fill(Infinity),
    max: known?.max.fill(0) ?? new Float64Array(size),
    whole: known?.whole ?? new Int32Array(size << 5),
    fits: true,
    bounds: new Map(),
  }
  for (let item = 0; item < snapshot.itemCount; item += 1) {
    const price = prices[item]!
    blocks.whole[item] = price
    if (price > largestInt32) blocks.fits = false
    if (price === 0) continue
    const block = item >>> 5
    if (price < blocks.min[block]!) blocks.min[block] = price
    if (price > blocks.max[block]!) blocks.max[block] = price
  }
  workspace.priceBlocks.set(priceType, blocks)
  return blocks
}
