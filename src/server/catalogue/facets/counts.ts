import { hasBit, lowestBit, type Bits } from './bits.ts'
import { chosenValues, membersOf, indexesOf, type Choices, type Facet } from './constraints.ts'
import type { FacetFilter, FacetView, SearchResult } from './query.ts'
import type { BitSetPool } from './bit-set-pool.ts'
import type { Parameter, Snapshot } from './snapshot.ts'
import { baseKey, countMatching } from './tally.ts'
import { maxCachedBases, priceBlocks, type PriceBlocks, type PriceBounds, type Workspace } from './workspace.ts'

type FilterCounts = Pick<SearchResult, 'total' | 'brands' | 'tags' | 'values' | 'prices' | 'flags'>

/** All counts of an answer. */
export function countAnswer(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  choices: Choices,
  matching: Bits,
  available: Bits,
): FilterCounts {
  const { scratch } = workspace
  const filterCounts = countMatching(snapshot, workspace, view, filter, { matching, available, base: choices.base })
  const rowsWith = (facet: Facet, items: Bits, otherwise: number) =>
    choices.has(facet) ? countRows(snapshot, scratch, choices.ignoring(facet), items) : otherwise
  return {
    total: filterCounts.total,
    brands: { rows: countBrands(snapshot, workspace, choices), chosen: indexesOf(snapshot.brandIds, filter.brandIds) },
    tags: {
      rows: countTags(snapshot, scratch, choices.has('tag') ? choices.ignoring('tag') : matching),
      chosen: indexesOf(snapshot.tagIds, filter.tagIds),
    },
    values: { rows: countValues(snapshot, workspace, filter, choices), chosen: chosenValues(snapshot, filter) },
    prices: view.pricesHidden
      ? undefined
      : priceBounds(snapshot, workspace, view, filter, {
          items: choices.has('price') ? choices.ignoring('price') : matching,
          base: choices.base,
        }),
    flags: {
      available: rowsWith('available', available, filterCounts.available),
      isNew: rowsWith('new', snapshot.isNew, filterCounts.isNew),
      isSale: rowsWith('sale', snapshot.isSale, filterCounts.isSale),
    },
  }
}

/** Counted separately if a brand is chosen: counts ignore that choice. */
function countBrands(snapshot: Snapshot, workspace: Workspace, choices: Choices): Uint32Array {
  const { valueIds, brandIds } = snapshot
  if (!choices.has('brand')) return workspace.counts.slice(valueIds.length, valueIds.length + brandIds.length)
  return countBrandsOf(snapshot, workspace.scratch, choices.ignoring('brand'))
}

/** Rows per brand among the items. */
export function countBrandsOf(
  { rowOfItem, itemFacets: { starts, indexes }, valueIds, brandIds }: Snapshot,
  { words }: BitSetPool,
  items: Bits,
): Uint32Array {
  const brands = new Uint32Array(brandIds.length)
  let last = -1
  for (const word of words) {
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const item = (word << 5) + lowestBit(left)
      const row = rowOfItem[item]!
      if (row === last) continue
      last = row
      const brand = indexes[starts[item + 1]! - 1]! - valueIds.length
      if (brand < brands.length) brands[brand]! += 1
    }
  }
  return brands
}

/** Rows per label among the items. */
export function countTags(snapshot: Snapshot, { words }: BitSetPool, items: Bits): Uint32Array {
  const counts = new Uint32Array(snapshot.tagIds.length)
  if (words.length === 0) return counts
  for (let tag = 0; tag < counts.length; tag += 1) {
    let count = 0
    for (const row of membersOf(snapshot.tagRows, tag)) if (rowHasAny(snapshot, row, items)) count += 1
    counts[tag] = count
  }
  return counts
}

/** Parameters with a choice are counted separately: counts ignore that choice. */
function countValues(snapshot: Snapshot, workspace: Workspace, { values }: FacetFilter, choices: Choices): Uint32Array {
  const counts = workspace.counts.slice(0, snapshot.valueIds.length)
  for (const [parameterId] of values) {
    const parameter = snapshot.parameters.find(({ id }) => id === parameterId)
    if (parameter) countValuesOf(snapshot, counts, parameter, choices.ignoring(`parameter ${parameterId}`))
  }
  return counts
}

/** Rows per value of one parameter among the items. */
export function countValuesOf(
  { rowOfItem, hasNoVariants, valueItems }: Snapshot,
  counts: Uint32Array,
  { firstValue, endValue }: Parameter,
  items: Bits,
): void {
  for (let value = firstValue; value < endValue; value += 1) {
    const end = valueItems.starts[value + 1]!
    let count = 0
    let last = -1
    for (let at = valueItems.starts[value]!; at < end; at += 1) {
      const item = valueItems.values[at]!
      const has = (items[item >>> 5]! >>> (item & 31)) & 1
      const variantless = has & (hasNoVariants[item >>> 5]! >>> (item & 31))
      count += variantless
      // Branch-free, because the condition is unpredictable.
      if (variantless === has) continue
      const row = rowOfItem[item]!
      if (row !== last) count += 1
      last = row
    }
    counts[value] = count
  }
}

/** Lowest and highest price of the items; those of a whole base are cached per version. */
function priceBounds(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  { items, base }: { items: Bits; base: Bits },
): PriceBounds {
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  const effective = snapshot.effectivePrices[type]
  if (!effective) return undefined
  const blocks = priceBlocks(snapshot, workspace, type)
  const prices = blocks.fits ? blocks.whole : effective
  const key = items === base ? baseKey(view, filter) : undefined
  if (key === undefined) return readPriceBounds(workspace, blocks, prices, items)
  if (blocks.bounds.has(key)) return blocks.bounds.get(key)
  if (blocks.bounds.size >= maxCachedBases) blocks.bounds.clear()
  const bounds = readPriceBounds(workspace, blocks, prices, items)
  blocks.bounds.set(key, bounds)
  return bounds
}

/** Blocks of 32 that cannot widen the bounds are skipped. */
function readPriceBounds(
  workspace: Workspace,
  blocks: PriceBlocks,
  prices: Int32Array | Float64Array,
  items: Bits,
): PriceBounds {
  let min = Infinity
  let max = -Infinity
  for (const word of workspace.scratch.words) {
    const wordBits = items[word]!
    if (wordBits === 0 || (blocks.min[word]! >= min && blocks.max[word]! <= max)) continue
    for (let left = wordBits; left !== 0; left &= left - 1) {
      const price = prices[(word << 5) + lowestBit(left)]!
      if (price === 0) continue
      if (price < min) min = price
      if (price > max) max = price
    }
  }
  return max < min ? undefined : { minKopecks: min, maxKopecks: max }
}

/** Rows that have an item in both sets. */
function countRows({ rowOfItem }: Snapshot, { words }: BitSetPool, items: Bits, others: Bits): number {
  let count = 0
  let last = -1
  for (const word of words) {
    for (let left = items[word]! & others[word]!; left !== 0; left &= left - 1) {
      const row = rowOfItem[(word << 5) + lowestBit(left)]!
      if (row === last) continue
      last = row
      count += 1
    }
  }
  return count
}

function rowHasAny({ firstItem }: Snapshot, row: number, items: Bits): boolean {
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) if (hasBit(items, item)) return true
  return false
}
