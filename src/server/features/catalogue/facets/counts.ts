import { hasBit, lowestBit, type Bits } from './bits.ts'
import { membersOf, type Choices } from './constraints.ts'
import type { FacetCount, FacetFilter, FacetView, SearchResult } from './query.ts'
import type { Parameter, Snapshot } from './snapshot.ts'
import type { Workspace } from './workspace.ts'

/** Rows with a matching item, ascending in `workspace.matchedRows`; their number. */
export function countMatching({ rowOfItem }: Snapshot, { matchedRows }: Workspace, matching: Bits): number {
  let total = 0
  let last = -1
  for (let word = 0; word < matching.length; word += 1) {
    for (let left = matching[word]!; left !== 0; left &= left - 1) {
      const row = rowOfItem[(word << 5) + lowestBit(left)]!
      if (row === last) continue
      last = row
      matchedRows[total] = row
      total += 1
    }
  }
  return total
}

type Facets = Pick<SearchResult, 'brands' | 'tags' | 'parameters' | 'prices' | 'flags'>

export function countFacets(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  choices: Choices,
  matching: Bits,
  available: Bits,
): Facets {
  return {
    brands: brandCounts(snapshot, workspace, filter, choices.has('brand') ? choices.ignoring('brand') : matching),
    tags: tagCounts(snapshot, filter, choices.has('tag') ? choices.ignoring('tag') : matching),
    parameters: parameterCounts(snapshot, workspace, filter, choices, matching),
    prices: view.pricesHidden ? undefined : priceBounds(snapshot, view, choices.has('price') ? choices.ignoring('price') : matching),
    flags: {
      available: countRows(snapshot, choices.has('available') ? choices.ignoring('available') : matching, available),
      isNew: countRows(snapshot, choices.has('new') ? choices.ignoring('new') : matching, snapshot.isNew),
      isSale: countRows(snapshot, choices.has('sale') ? choices.ignoring('sale') : matching, snapshot.isSale),
    },
  }
}

function brandCounts({ rowOfItem, rowBrand, brandIds }: Snapshot, { brandCounts: counts }: Workspace, { brandIds: chosen }: FacetFilter, items: Bits): FacetCount[] {
  counts.fill(0)
  let last = -1
  for (let word = 0; word < items.length; word += 1) {
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const row = rowOfItem[(word << 5) + lowestBit(left)]!
      if (row === last) continue
      last = row
      counts[rowBrand[row]!]! += 1
    }
  }
  return facetCounts(brandIds, counts, 0, brandIds.length, chosen)
}

function tagCounts(snapshot: Snapshot, { tagIds: chosen }: FacetFilter, items: Bits): FacetCount[] {
  const { tagIds, tagRows } = snapshot
  const counts = Uint32Array.from(tagIds, (_, tag) => {
    let count = 0
    for (const row of membersOf(tagRows, tag)) if (rowHasAny(snapshot, row, items)) count += 1
    return count
  })
  return facetCounts(tagIds, counts, 0, tagIds.length, chosen)
}

function parameterCounts(snapshot: Snapshot, workspace: Workspace, filter: FacetFilter, choices: Choices, matching: Bits): SearchResult['parameters'] {
  const chosen = new Map(filter.values)
  countAllValues(snapshot, workspace, matching)
  for (const parameter of snapshot.parameters) {
    if (chosen.has(parameter.id)) countValuesOf(snapshot, workspace, parameter, choices.ignoring(`parameter ${parameter.id}`))
  }
  return snapshot.parameters.flatMap(({ id, firstValue, endValue }, parameter) => {
    const values = facetCounts(snapshot.valueIds, workspace.valueCounts, firstValue, endValue, chosen.get(id) ?? [])
    return values.length === 0 ? [] : [{ parameter, values }]
  })
}

/** Rows of every value among the items, in one pass over them. */
function countAllValues(snapshot: Snapshot, { valueCounts, valueStamps }: Workspace, items: Bits): void {
  const { rowOfItem, firstItem } = snapshot
  const { starts, values } = snapshot.itemValues
  valueCounts.fill(0)
  valueStamps.fill(0)
  for (let word = 0; word < items.length; word += 1) {
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const item = (word << 5) + lowestBit(left)
      const row = rowOfItem[item]!
      const end = starts[item + 1]!
      if (firstItem[row + 1]! - firstItem[row]! === 1) {
        for (let place = starts[item]!; place < end; place += 1) valueCounts[values[place]!]! += 1
        continue
      }
      for (let place = starts[item]!; place < end; place += 1) {
        const value = values[place]!
        if (valueStamps[value] === row + 1) continue
        valueStamps[value] = row + 1
        valueCounts[value]! += 1
      }
    }
  }
}

/** Rows of one parameter's values among the items, by the items of each value. */
function countValuesOf({ rowOfItem, valueItems }: Snapshot, { valueCounts }: Workspace, { firstValue, endValue }: Parameter, items: Bits): void {
  const { starts, values } = valueItems
  for (let value = firstValue; value < endValue; value += 1) {
    let count = 0
    let last = -1
    for (let place = starts[value]!; place < starts[value + 1]!; place += 1) {
      const item = values[place]!
      if (((items[item >>> 5]! >>> (item & 31)) & 1) === 0) continue
      const row = rowOfItem[item]!
      if (row !== last) count += 1
      last = row
    }
    valueCounts[value] = count
  }
}

/** What the panel offers: values that would leave something, and the chosen ones. */
function facetCounts(ids: Uint32Array, counts: Uint32Array, from: number, to: number, chosen: readonly number[]): FacetCount[] {
  const offered: FacetCount[] = []
  for (let place = from; place < to; place += 1) {
    const count = counts[place]!
    const selected = chosen.length > 0 && chosen.includes(ids[place]!)
    if (count > 0 || selected) offered.push({ place, count, selected })
  }
  return offered
}

function priceBounds({ effectivePrices, priceTypeIds }: Snapshot, view: FacetView, items: Bits): SearchResult['prices'] {
  const prices = effectivePrices[priceTypeIds.indexOf(view.priceTypeId)]
  if (!prices) return undefined
  let least = Infinity
  let most = -Infinity
  for (let word = 0; word < items.length; word += 1) {
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const price = prices[(word << 5) + lowestBit(left)]!
      if (price < least) least = price
      if (price > most) most = price
    }
  }
  return most < least ? undefined : { minKopecks: least, maxKopecks: most }
}

/** Rows with an item in both sets. */
function countRows({ rowOfItem }: Snapshot, items: Bits, others: Bits): number {
  let count = 0
  let last = -1
  for (let word = 0; word < items.length; word += 1) {
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
