import { hasBit, lowestBit, type Bits } from './bits.ts'
import type { FacetFilter, FacetView } from './query.ts'
import { cheapestItem, rrcPrices } from './render/row-view.ts'
import type { Snapshot } from './snapshot.ts'
import type { Workspace } from './workspace.ts'

export type Sorting = NonNullable<FacetFilter['sorting']> | 'relevance'
type Page = { total: number; first: number; count: number; sorting: Sorting; available: Bits }

/** If a list is this many times longer than needed, the first rows are selected by a heap instead of quickselect. */
const maxPassed = 16

/**
 * The rows of a page. Ties are sorted by header; rows without РРЦ come last in both directions. Relevance means match
 * class (text/match.ts), then in stock, then score.
 */
export function pageOfRows(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  matching: Bits,
  page: Page,
): number[] {
  const { matchedRows } = workspace
  const { total, first, sorting } = page
  const end = Math.min(total, first + page.count)
  if (sorting !== 'relevance' && sorting.field === 'header') {
    const [from, to] = sorting.descending ? [total - end, total - first] : [first, end]
    listRows(snapshot, workspace, matching, to)
    const rows = Array.from(matchedRows.subarray(from, to))
    return sorting.descending ? rows.toReversed() : rows
  }
  listRows(snapshot, workspace, matching, total)
  writeSortKeys(snapshot, workspace, view, matching, page)
  const order = workspace.order.subarray(0, total)
  for (let index = 0; index < total; index += 1) order[index] = index
  selectRange(order, workspace.sortKeys, first, end)
  return Array.from(order.subarray(first, end), (index) => matchedRows[index]!)
}

/** Writes up to `maxRows` rows with a matching item into `workspace.matchedRows`. */
function listRows({ rowOfItem }: Snapshot, { matchedRows, scratch }: Workspace, matching: Bits, maxRows: number): void {
  let count = 0
  for (const word of scratch.words) {
    for (let left = matching[word]!; left !== 0; left &= left - 1) {
      if (count === maxRows) return
      const row = rowOfItem[(word << 5) + lowestBit(left)]!
      if (count > 0 && matchedRows[count - 1] === row) continue
      matchedRows[count] = row
      count += 1
    }
  }
}

/** Ascending sort keys, by index among the matched rows. */
function writeSortKeys(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  matching: Bits,
  { total, sorting, available }: Page,
): void {
  const { matchedRows, sortKeys, scores, classes } = workspace
  if (sorting === 'relevance') {
    for (let index = 0; index < total; index += 1) {
      const row = matchedRows[index]!
      const stock = isInStock(snapshot, row, matching, available) ? 1 : 0
      sortKeys[index] = -((classes[row]! * 2 + stock) * 65_536 + scores[row]!)
    }
    return
  }
  const sign = sorting.descending ? -1 : 1
  if (sorting.field === 'articul') {
    for (let index = 0; index < total; index += 1) sortKeys[index] = sign * snapshot.articulRanks[matchedRows[index]!]!
    return
  }
  const prices = snapshot.effectivePrices[snapshot.priceTypeIds.indexOf(view.priceTypeId)]
  const keys = sorting.field === 'price' ? prices : rrcPrices(snapshot, view)
  if (!prices) return
  for (let index = 0; index < total; index += 1) {
    const item = cheapestItem(snapshot, prices, matchedRows[index]!, matching)
    const key = keys?.[item] ?? 0
    sortKeys[index] = key > 0 ? sign * key : Infinity
  }
}

function isInStock({ firstItem }: Snapshot, row: number, matching: Bits, available: Bits): boolean {
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1)
    if (hasBit(matching, item) && hasBit(available, item)) return true
  return false
}

/** Moves the range [first, end) of the sorted order to its position without sorting the rest. */
function selectRange(order: Uint32Array, keys: Float64Array, first: number, end: number): void {
  if (first >= end) return
  if (end * maxPassed < order.length) {
    leadRange(order, keys, end)
    order.subarray(0, end).sort((a, b) => compare(keys, a, b))
    return
  }
  if (first > 0) partition(order, keys, 0, order.length - 1, first)
  if (end < order.length) partition(order, keys, first, order.length - 1, end)
  order.subarray(first, end).sort((a, b) => compare(keys, a, b))
}

/**
 * Moves the lowest `count` to the front with a heap of the lowest so far: in a long list few are lower than its
 * highest.
 */
function leadRange(order: Uint32Array, keys: Float64Array, count: number): void {
  for (let index = (count >>> 1) - 1; index >= 0; index -= 1) siftDown(order, keys, index, count)
  let highest = keys[order[0]!]!
  for (let index = count; index < order.length; index += 1) {
    // Indexes ascend, so an equal key ranks behind.
    const candidate = order[index]!
    if (keys[candidate]! >= highest) continue
    order[index] = order[0]!
    order[0] = candidate
    siftDown(order, keys, 0, count)
    highest = keys[order[0]]!
  }
}

/** Sift-down in a max-heap of `size`. */
function siftDown(order: Uint32Array, keys: Float64Array, from: number, size: number): void {
  let index = from
  for (;;) {
    let child = 2 * index + 1
    if (child >= size) return
    if (child + 1 < size && compare(keys, order[child]!, order[child + 1]!) < 0) child += 1
    if (compare(keys, order[index]!, order[child]!) >= 0) return
    const displaced = order[index]!
    order[index] = order[child]!
    order[child] = displaced
    index = child
  }
}

/** Quickselect (Hoare, median of three): afterwards everything before `position` sorts before everything after it. */
function partition(order: Uint32Array, keys: Float64Array, from: number, to: number, position: number): void {
  let left = from
  let right = to
  while (left < right) {
    const pivot = medianOfThree(order, keys, left, (left + right) >>> 1, right)
    let low = left
    let high = right
    while (low <= high) {
      while (compare(keys, order[low]!, pivot) < 0) low += 1
      while (compare(keys, order[high]!, pivot) > 0) high -= 1
      if (low > high) break
      const swapped = order[low]!
      order[low] = order[high]!
      order[high] = swapped
      low += 1
      high -= 1
    }
    if (position <= high) right = high
    else if (position >= low) left = low
    else return
  }
}

function medianOfThree(order: Uint32Array, keys: Float64Array, a: number, b: number, c: number): number {
  const [first, middle, last] = [order[a]!, order[b]!, order[c]!]
  if (compare(keys, first, middle) < 0) {
    if (compare(keys, middle, last) < 0) return middle
    return compare(keys, first, last) < 0 ? last : first
  }
  if (compare(keys, first, last) < 0) return first
  return compare(keys, middle, last) < 0 ? last : middle
}

function compare(keys: Float64Array, a: number, b: number): number {
  const keyA = keys[a]!
  const keyB = keys[b]!
  if (keyA !== keyB) return keyA < keyB ? -1 : 1
  return a - b
}
