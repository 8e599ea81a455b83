import { bitsFor, lowestBit, setBit, type Bits } from './bits.ts'
import type { FacetFilter, FacetView } from './query.ts'
import { placeOf, rowOf, type Lists, type Lookup, type Snapshot } from './snapshot.ts'
import { lookupOf } from './lists.ts'

/** What a choice of the filter panel leaves: a facet's counts ignore the choice made in that facet. */
export type Facet = 'brand' | 'price' | 'available' | 'new' | 'sale' | 'tag' | `parameter ${number}`
export type Constraint = { facet: Facet; items: Bits }

/**
 * Items by how many choices they fail: none (`matching`), exactly one, or more. An item that fails only the choice of
 * one facet still counts in that facet, so two bit sets answer the counts of all facets.
 */
export class Choices {
  readonly #base: Bits
  readonly #failsOne: Bits
  readonly #failsTwo: Bits
  readonly #constraints = new Map<Facet, Bits>()

  constructor(base: Bits) {
    this.#base = base
    this.#failsOne = new Uint32Array(base.length)
    this.#failsTwo = new Uint32Array(base.length)
  }

  add({ facet, items }: Constraint): void {
    this.#constraints.set(facet, items)
    for (let word = 0; word < items.length; word += 1) {
      const failing = ~items[word]!
      this.#failsTwo[word]! |= this.#failsOne[word]! & failing
      this.#failsOne[word]! |= failing
    }
  }

  has(facet: Facet): boolean {
    return this.#constraints.has(facet)
  }

  /** Items that satisfy every choice. */
  matching(): Bits {
    return this.#base.map((base, word) => base & ~this.#failsOne[word]!)
  }

  /** Items that satisfy every choice but perhaps this facet's own. */
  ignoring(facet: Facet): Bits {
    const own = this.#constraints.get(facet)
    if (!own) return this.matching()
    return this.#base.map((base, word) => base & ~this.#failsTwo[word]! & ~(this.#failsOne[word]! & own[word]!))
  }
}

/** What no facet undoes: sold at the view's price type, in the category, on the asked-for list. */
export function baseItems(snapshot: Snapshot, view: FacetView, filter: FacetFilter): Bits {
  const sold = snapshot.sold[snapshot.priceTypeIds.indexOf(view.priceTypeId)]
  const base = sold ? sold.slice() : bitsFor(snapshot.itemCount)
  if (filter.categoryId !== undefined) {
    const category = snapshot.categories.findIndex(({ id }) => id === filter.categoryId)
    keepRows(snapshot, base, category < 0 ? [] : membersOf(snapshot.categoryRows, category))
  }
  if (filter.productIds) keepRows(snapshot, base, filter.productIds.map((id) => rowOf(snapshot, id)).filter((row) => row >= 0))
  const list = { all: undefined, hit: snapshot.isHit, new: snapshot.isNew, sale: snapshot.isSale }[filter.only]
  if (list) for (let word = 0; word < base.length; word += 1) base[word]! &= list[word]!
  return base
}

export function keepRows(snapshot: Snapshot, base: Bits, rows: Iterable<number>): void {
  const kept = itemsOfRows(snapshot, rows)
  for (let word = 0; word < base.length; word += 1) base[word]! &= kept[word]!
}

/** The choices that ask nothing of stock. */
export function* panelConstraints(snapshot: Snapshot, view: FacetView, filter: FacetFilter, base: Bits): Generator<Constraint> {
  if (filter.isNew) yield { facet: 'new', items: snapshot.isNew }
  if (filter.isSale) yield { facet: 'sale', items: snapshot.isSale }
  if (filter.brandIds.length > 0) {
    yield { facet: 'brand', items: itemsOfLists(snapshot, snapshot.brandRows, placesOf(snapshot.brandIds, filter.brandIds)) }
  }
  if (filter.tagIds.length > 0) {
    yield { facet: 'tag', items: itemsOfLists(snapshot, snapshot.tagRows, placesOf(snapshot.tagIds, filter.tagIds)) }
  }
  for (const [parameterId, valueIds] of filter.values) {
    yield { facet: `parameter ${parameterId}`, items: itemsOfValues(snapshot, parameterId, valueIds) }
  }
  if (filter.price) yield { facet: 'price', items: itemsInPriceRange(snapshot, view, filter.price, base) }
}

function itemsOfRows({ firstItem, itemCount }: Snapshot, rows: Iterable<number>): Bits {
  const items = bitsFor(itemCount)
  for (const row of rows) for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) setBit(items, item)
  return items
}

function itemsOfLists(snapshot: Snapshot, rowsOf: Lists, places: readonly number[]): Bits {
  const items = bitsFor(snapshot.itemCount)
  const { firstItem } = snapshot
  for (const place of places) {
    for (const row of membersOf(rowsOf, place)) {
      for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) setBit(items, item)
    }
  }
  return items
}

function itemsOfValues(snapshot: Snapshot, parameterId: number, valueIds: readonly number[]): Bits {
  const items = bitsFor(snapshot.itemCount)
  const parameter = snapshot.parameters.find(({ id }) => id === parameterId)
  if (!parameter) return items
  for (const place of placesOf(snapshot.valueIds, valueIds)) {
    if (place < parameter.firstValue || place >= parameter.endValue) continue
    for (const item of membersOf(snapshot.valueItems, place)) setBit(items, item)
  }
  return items
}

function itemsInPriceRange(snapshot: Snapshot, view: FacetView, range: NonNullable<FacetFilter['price']>, base: Bits): Bits {
  const items = bitsFor(snapshot.itemCount)
  const prices = snapshot.effectivePrices[snapshot.priceTypeIds.indexOf(view.priceTypeId)]
  if (!prices) return items
  const least = range.minKopecks ?? -Infinity
  const most = range.maxKopecks ?? Infinity
  for (let word = 0; word < base.length; word += 1) {
    let inRange = 0
    for (let left = base[word]!; left !== 0; left &= left - 1) {
      const bit = lowestBit(left)
      const price = prices[(word << 5) + bit]!
      if (price >= least && price <= most) inRange |= 1 << bit
    }
    items[word] = inRange
  }
  return items
}

export function membersOf({ starts, values }: Lists, owner: number): Uint32Array {
  return values.subarray(starts[owner], starts[owner + 1])
}

/** Places of the ids that exist. */
function placesOf(ids: Uint32Array, wanted: readonly number[]): number[] {
  if (wanted.length < 4) return wanted.map((id) => ids.indexOf(id)).filter((place) => place >= 0)
  const lookup: Lookup = lookupOf(ids)
  return wanted.map((id) => placeOf(lookup, id)).filter((place) => place >= 0)
}
