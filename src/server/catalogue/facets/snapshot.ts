import { maxOrderable, type Decimals } from '#shared/rules/step.ts'
import type { Bits } from './bits.ts'
import type { Lists } from './lists.ts'
import type { StringPool } from './string-pool.ts'
import type { TextIndex } from './text/text-index.ts'

export type Category = {
  id: number
  parent: number
  name: string
  url: string
  description: string
  staffDescription: string | null
  /** Chosen by staff; 0 = none. */
  staffPicture: number
  children: number[]
}
export type Parameter = { id: number; name: string; firstValue: number; endValue: number }

/**
 * The catalogue at one moment. A *row* is what a list shows: a product. An *item* is what is sold: the product itself,
 * or a variant. Rows are in Russian order of header, so a row's index is its rank; the items of a row are adjacent.
 * `values`, `brands` and `categories` are addressed by index, not id. Only deltas.ts writes to it, between searches.
 */
export type Snapshot = {
  /** pg_current_snapshot() of the read; changes not visible to it still have to be applied. */
  asOf: string
  rowCount: number
  itemCount: number

  rowIds: Uint32Array
  firstItem: Uint32Array
  itemIds: Uint32Array
  rowOfItem: Uint32Array
  /** Items that are the only one of their row (most are). */
  hasNoVariants: Bits
  /** Sorted ids with the row or item of each. */
  rowLookup: Lookup
  itemLookup: Lookup

  /** Constant start of a row's JSON: id, title, header, articul, url, brand. */
  rowJson: StringPool
  articulRanks: Uint32Array
  rowPicture: Uint32Array
  rowPictureType: Uint8Array
  pictureTypes: string[]

  itemStep: Float64Array
  itemDecimals: Uint8Array
  itemUnit: Uint32Array
  units: string[]

  isNew: Bits
  isHit: Bits
  isSale: Bits

  /** Per price type; 0 = not sold. `effective` is the sale price while a sale runs. */
  priceTypeIds: number[]
  listPrices: Float64Array[]
  effectivePrices: Float64Array[]
  sold: Bits[]

  /**
   * Per warehouse: available thousandths (never negative), the part that whole steps allow to order, and the time of
   * the last change in ms.
   */
  warehouseIds: number[]
  stocks: Float64Array[]
  orderableStocks: Float64Array[]
  stockChangedMs: Float64Array

  categories: Category[]
  /** Rows of each category including its descendants. */
  categoryRows: Lists
  /** The items of those rows. */
  categoryItems: Lists

  brandIds: Uint32Array
  brandNames: string[]
  /** Rows of each brand. */
  brandRows: Lists

  tagIds: Uint32Array
  tagNames: string[]
  tagRows: Lists

  parameters: Parameter[]
  valueIds: Uint32Array
  valueNames: string[]
  /**
   * What each item is counted by: ascending indexes of its parameter values, then its brand offset by the number of
   * values (one past the last brand for none).
   */
  itemFacets: { starts: Uint32Array; indexes: Uint16Array | Uint32Array }
  /** Items of each value. */
  valueItems: Lists

  text: TextIndex
}

export type Lookup = { ids: Uint32Array; indexes: Uint32Array }

/** Index of an id, or -1. */
export function indexOfId({ ids, indexes }: Lookup, id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? indexes[low]! : -1
}

/** Row of a product or variant, or -1. */
export function rowOf(snapshot: Snapshot, productId: number): number {
  const row = indexOfId(snapshot.rowLookup, productId)
  if (row >= 0) return row
  const item = indexOfId(snapshot.itemLookup, productId)
  return item < 0 ? -1 : snapshot.rowOfItem[item]!
}

/** The only writer of stock: keeps the orderable stock consistent with it. */
export function putStock(
  snapshot: Pick<Snapshot, 'stocks' | 'orderableStocks' | 'itemStep' | 'itemDecimals'>,
  warehouse: number,
  item: number,
  availableMilli: number,
): void {
  snapshot.stocks[warehouse]![item] = Math.max(0, availableMilli)
  const rule = {
    stepMilli: snapshot.itemStep[item]!,
    decimals: decimalsOf(snapshot, item),
    availableMilli,
  }
  snapshot.orderableStocks[warehouse]![item] = maxOrderable(rule)
}

export function decimalsOf(snapshot: Pick<Snapshot, 'itemDecimals'>, item: number): Decimals {
  // The table's check constraint allows no other values.
  return snapshot.itemDecimals[item] as Decimals
}

/** Indexes of an item's parameter values. */
export function valuesOfItem({ itemFacets: { starts, indexes } }: Snapshot, item: number): Uint16Array | Uint32Array {
  return indexes.subarray(starts[item], starts[item + 1]! - 1)
}

export function hasVariants(snapshot: Snapshot, row: number): boolean {
  return snapshot.itemIds[snapshot.firstItem[row]!] !== snapshot.rowIds[row]
}
