import { hasBit } from './bits.ts'
import { membersOf } from './constraints.ts'
import type { FacetView } from './query.ts'
import { hasVariants, indexOfId, valuesOfItem, type Snapshot } from './snapshot.ts'

const maxSimilar = 6
/** Maximum rows compared; more would delay other searches. */
const maxCompared = 5000

/**
 * Analogues for a product without manual links: goods of its category sold under the view, by number of shared
 * parameter values, then nearest price (unless hidden), then header. Returns product ids.
 */
export function similarGoods(
  snapshot: Snapshot,
  view: FacetView,
  { productId, categoryId }: { productId: number; categoryId: number | null },
): number[] {
  const row = indexOfId(snapshot.rowLookup, productId)
  return row < 0 ? [] : similarTo(snapshot, view, { row, values: valuesOf(snapshot, row), categoryId })
}

/** The same of a product that the catalogue has no more, by the values that it had. */
export function similarToFormer(
  snapshot: Snapshot,
  view: FacetView,
  { categoryId, valueIds }: { categoryId: number | null; valueIds: readonly number[] },
): number[] {
  const valueIdSet = new Set(valueIds)
  const values = new Set<number>()
  for (const [index, id] of snapshot.valueIds.entries()) if (valueIdSet.has(id)) values.add(index)
  return similarTo(snapshot, view, { row: -1, values, categoryId })
}

/** `row` -1: no row of the snapshot. */
function similarTo(
  snapshot: Snapshot,
  view: FacetView,
  { row, values, categoryId }: { row: number; values: ReadonlySet<number>; categoryId: number | null },
): number[] {
  const category = snapshot.categories.findIndex(({ id }) => id === categoryId)
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  if (category < 0 || type < 0) return []
  const priceOf = (each: number) =>
    each < 0 || view.pricesHidden || view.pricePolitics ? 0 : lowestPrice(snapshot, type, each)
  const price = priceOf(row)
  return Array.from(membersOf(snapshot.categoryRows, category).subarray(0, maxCompared))
    .filter((other) => other !== row && isSold(snapshot, type, other))
    .map((other) => ({
      row: other,
      shared: sharedWith(snapshot, other, values),
      distance: distance(price, priceOf(other)),
    }))
    .filter(({ shared }) => shared > 0)
    .sort((one, two) => two.shared - one.shared || one.distance - two.distance || one.row - two.row)
    .slice(0, maxSimilar)
    .flatMap((similar) => snapshot.rowIds[similar.row] ?? [])
}

function isSold({ firstItem, sold }: Snapshot, type: number, row: number): boolean {
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) if (hasBit(sold[type]!, item)) return true
  return false
}

function lowestPrice({ firstItem, sold, effectivePrices }: Snapshot, type: number, row: number): number {
  let lowest = 0
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) {
    const price = effectivePrices[type]![item]!
    if (hasBit(sold[type]!, item) && (lowest === 0 || price < lowest)) lowest = price
  }
  return lowest
}

function valuesOf(snapshot: Snapshot, row: number): Set<number> {
  const { firstItem } = snapshot
  const values = new Set<number>()
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1)
    for (const value of valuesOfItem(snapshot, item)) values.add(value)
  return values
}

function sharedWith(snapshot: Snapshot, row: number, values: ReadonlySet<number>): number {
  let shared = 0
  for (const value of hasVariants(snapshot, row)
    ? valuesOf(snapshot, row)
    : valuesOfItem(snapshot, snapshot.firstItem[row]!))
    if (values.has(value)) shared += 1
  return shared
}

/** Distance of two prices as a ratio, symmetric; 0 = equal. */
function distance(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : Math.abs(Math.log(one / other))
}
