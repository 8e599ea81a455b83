import { bitCount, lowestBit, setBit, type Bits } from './bits.ts'
import type { Lists } from './lists.ts'
import type { FacetFilter, FacetView } from './query.ts'
import type { BitSetPool } from './bit-set-pool.ts'
import { rowOf, type Snapshot } from './snapshot.ts'
import { largestInt32, priceBlocks, type Workspace } from './workspace.ts'

/** The items left by a choice in the filter panel. A facet's counts ignore the choice made in that facet. */
export type Facet = 'brand' | 'price' | 'available' | 'new' | 'sale' | 'tag' | `parameter ${number}`
export type Constraint = { facet: Facet; items: Bits }

/**
 * Items by the number of choices they fail: none (`matching`), exactly one, or more. An item failing only one facet's
 * choice still counts in that facet, so two bit sets are enough for the counts of all facets.
 */
export class Choices {
  readonly #scratch: BitSetPool
  readonly base: Bits
  readonly #failsOne: Bits
  readonly #failsTwo: Bits
  readonly #constraints = new Map<Facet, Bits>()

  constructor(scratch: BitSetPool, base: Bits) {
    this.#scratch = scratch
    this.base = base
    this.#failsOne = scratch.empty()
    this.#failsTwo = scratch.empty()
  }

  add({ facet, items }: Constraint): void {
    const [failsOne, failsTwo] = [this.#failsOne, this.#failsTwo]
    this.#constraints.set(facet, items)
    for (const word of this.#scratch.words) {
      const failing = ~items[word]!
      failsTwo[word]! |= failsOne[word]! & failing
      failsOne[word]! |= failing
    }
  }

  has(facet: Facet): boolean {
    return this.#constraints.has(facet)
  }

  /** Items that satisfy every choice. */
  matching(): Bits {
    if (this.#constraints.size === 0) return this.base
    const [base, failsOne, matching] = [this.base, this.#failsOne, this.#scratch.empty()]
    for (const word of this.#scratch.words) matching[word] = base[word]! & ~failsOne[word]!
    return matching
  }

  /** Items that satisfy every choice except possibly this facet's own. */
  ignoring(facet: Facet): Bits {
    const own = this.#constraints.get(facet)
    if (!own) return this.matching()
    if (this.#constraints.size === 1) return this.base
    const [base, failsOne, failsTwo, passing] = [this.base, this.#failsOne, this.#failsTwo, this.#scratch.empty()]
    for (const word of this.#scratch.words)
      passing[word] = base[word]! & ~failsTwo[word]! & ~(failsOne[word]! & own[word]!)
    return passing
  }
}

/**
 * Conditions that no facet ignores: sold at the view's price type, in the category, on the list, found by the query.
 */
export function baseItems(
  snapshot: Snapshot,
  scratch: BitSetPool,
  view: FacetView,
  filter: FacetFilter,
  found: Uint32Array | undefined,
): Bits {
  const sold = snapshot.sold[snapshot.priceTypeIds.indexOf(view.priceTypeId)] ?? scratch.empty()
  const base =
    filter.categoryId === undefined ? scratch.copyOf(sold) : itemsOfCategory(snapshot, scratch, filter.categoryId, sold)
  for (const limit of baseLimits(snapshot, scratch, filter, found)) {
    for (let word = 0; word < base.length; word += 1) base[word]! &= limit[word]!
  }
  scratch.narrow(base)
  return base
}

function* baseLimits(
  snapshot: Snapshot,
  scratch: BitSetPool,
  filter: FacetFilter,
  found: Uint32Array | undefined,
): Generator<Bits> {
  if (found) yield itemsOfRows(snapshot, scratch, found)
  if (filter.productIds)
    yield itemsOfRows(
      snapshot,
      scratch,
      filter.productIds.map((id) => rowOf(snapshot, id)).filter((row) => row >= 0),
    )
  if (filter.only !== 'all') yield { hit: snapshot.isHit, new: snapshot.isNew, sale: snapshot.isSale }[filter.only]
}

function itemsOfCategory(
  { categories, categoryItems }: Snapshot,
  scratch: BitSetPool,
  categoryId: number,
  among: Bits,
): Bits {
  const items = scratch.empty()
  const category = categories.findIndex(({ id }) => id === categoryId)
  const members = category < 0 ? [] : membersOf(categoryItems, category)
  for (let index = 0; index < members.length; index += 1) {
    const item = members[index]!
    items[item >>> 5]! |= among[item >>> 5]! & (1 << (item & 31))
  }
  return items
}

function itemsOfRows({ firstItem }: Snapshot, scratch: BitSetPool, rows: ArrayLike<number>): Bits {
  const items = scratch.empty()
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!
    for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) setBit(items, item)
  }
  return items
}

function addAll(items: Bits, members: Uint32Array): void {
  for (let index = 0; index < members.length; index += 1) setBit(items, members[index]!)
}

/** Choices that do not depend on stock. */
export function* panelConstraints(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  base: Bits,
): Generator<Constraint> {
  const { scratch } = workspace
  if (filter.isNew) yield { facet: 'new', items: snapshot.isNew }
  if (filter.isSale) yield { facet: 'sale', items: snapshot.isSale }
  if (filter.brandIds.length > 0) {
    yield {
      facet: 'brand',
      items: itemsOfLists(snapshot, scratch, snapshot.brandRows, indexesOf(snapshot.brandIds, filter.brandIds)),
    }
  }
  if (filter.tagIds.length > 0) {
    yield {
      facet: 'tag',
      items: itemsOfLists(snapshot, scratch, snapshot.tagRows, indexesOf(snapshot.tagIds, filter.tagIds)),
    }
  }
  for (const [parameterId, valueIds] of filter.values) {
    yield { facet: `parameter ${parameterId}`, items: itemsOfValues(snapshot, scratch, parameterId, valueIds) }
  }
  if (filter.price) yield { facet: 'price', items: itemsInPriceRange(snapshot, workspace, view, filter.price, base) }
}

function itemsOfLists({ firstItem }: Snapshot, scratch: BitSetPool, rowsOf: Lists, indexes: readonly number[]): Bits {
  const items = scratch.empty()
  for (const index of indexes) {
    for (const row of membersOf(rowsOf, index)) {
      for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) setBit(items, item)
    }
  }
  return items
}

function itemsOfValues(
  snapshot: Snapshot,
  scratch: BitSetPool,
  parameterId: number,
  valueIds: readonly number[],
): Bits {
  const items = scratch.empty()
  for (const index of indexesOfValues(snapshot, parameterId, valueIds))
    addAll(items, membersOf(snapshot.valueItems, index))
  return items
}

/** Indexes of all chosen values. */
export function chosenValues(snapshot: Snapshot, { values }: FacetFilter): number[] {
  return [...new Map(values)].flatMap(([parameterId, valueIds]) => indexesOfValues(snapshot, parameterId, valueIds))
}

function indexesOfValues(
  { parameters, valueIds: ids }: Snapshot,
  parameterId: number,
  valueIds: readonly number[],
): number[] {
  const parameter = parameters.find(({ id }) => id === parameterId)
  if (!parameter) return []
  const own = ids.subarray(parameter.firstValue, parameter.endValue)
  return indexesOf(own, valueIds).map((index) => parameter.firstValue + index)
}

function itemsInPriceRange(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  range: NonNullable<FacetFilter['price']>,
  base: Bits,
): Bits {
  const { scratch } = workspace
  const items = scratch.take()
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  const prices = snapshot.effectivePrices[type]
  if (!prices) return items.fill(0)
  const min = Math.max(0, range.minKopecks ?? 0)
  const max = range.maxKopecks ?? Infinity
  const blocks = priceBlocks(snapshot, workspace, type)
  if (blocks.fits && max >= 0 && min <= largestInt32) {
    markFullWords(blocks.whole, Math.ceil(min), Math.min(largestInt32, Math.floor(max)), scratch.words, base, items)
    return items
  }
  for (const word of scratch.words) {
    let inRange = 0
    for (let left = base[word]!; left !== 0; left &= left - 1) {
      const bit = lowestBit(left)
      const price = prices[(word << 5) + bit]!
      if (price >= min && price <= max) inRange |= 1 << bit
    }
    items[word] = inRange
  }
  return items
}

/** Up to this many bits in a word, iterating over set bits is faster than over all 32. */
const fewBits = 12

function markFullWords(
  prices: Int32Array,
  min: number,
  max: number,
  words: Uint32Array,
  base: Bits,
  items: Bits,
): void {
  for (const word of words) {
    const start = word << 5
    const wordBits = base[word]!
    let outside = 0
    if (bitCount(wordBits) < fewBits) {
      for (let left = wordBits; left !== 0; left &= left - 1) {
        const bit = lowestBit(left)
        outside |= isOutside(prices[start + bit]!, min, max) << bit
      }
    } else {
      for (let bit = 0; bit < 32; bit += 1) outside |= isOutside(prices[start + bit]!, min, max) << bit
    }
    items[word] = wordBits & ~outside
  }
}

/**
 * 1 or 0, branch-free: which prices lie in a range is unpredictable, and a mispredicted branch costs as much as ten
 * items.
 */
function isOutside(price: number, min: number, max: number): number {
  return ((price - min) | (max - price)) >>> 31
}

export function membersOf({ starts, values }: Lists, owner: number): Uint32Array {
  return values.subarray(starts[owner], starts[owner + 1])
}

/** Indexes of those ids that exist. */
export function indexesOf(ids: Uint32Array, idsToFind: readonly number[]): number[] {
  const wantedIds = new Set(idsToFind)
  if (wantedIds.size < 4) return [...wantedIds].map((id) => ids.indexOf(id)).filter((index) => index >= 0)
  const indexes: number[] = []
  for (let index = 0; index < ids.length; index += 1) if (wantedIds.has(ids[index]!)) indexes.push(index)
  return indexes
}
