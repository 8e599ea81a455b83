import { bitCount, hasBit, lowestBit, type Bits } from './bits.ts'
import { membersOf, type Choices, type Facet } from './constraints.ts'
import type { FacetCount, FacetFilter, FacetView, SearchResult } from './query.ts'
import type { Scratch } from './scratch.ts'
import type { Parameter, Snapshot } from './snapshot.ts'
import { priceBlocks, type Workspace } from './workspace.ts'

type Counted = Pick<SearchResult, 'total' | 'brands' | 'tags' | 'parameters' | 'prices' | 'flags'>

/** All that is counted for an answer. */
export function countAnswer(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  choices: Choices,
  matching: Bits,
  available: Bits,
): Counted {
  const { scratch } = workspace
  const counted = countMatching(snapshot, workspace, matching, available)
  const rowsWith = (facet: Facet, items: Bits, otherwise: number) =>
    choices.has(facet) ? countRows(snapshot, scratch, choices.ignoring(facet), items) : otherwise
  if (choices.has('brand')) countBrands(snapshot, workspace, choices.ignoring('brand'))
  return {
    total: counted.total,
    brands: facetCounts(snapshot.brandIds, workspace.brandCounts, 0, snapshot.brandIds.length, filter.brandIds),
    tags: tagCounts(snapshot, scratch, filter, choices.has('tag') ? choices.ignoring('tag') : matching),
    parameters: parameterCounts(snapshot, workspace, filter, choices),
    prices: view.pricesHidden ? undefined : priceBounds(snapshot, workspace, view, choices.has('price') ? choices.ignoring('price') : matching),
    flags: {
      available: rowsWith('available', available, counted.available),
      isNew: rowsWith('new', snapshot.isNew, counted.isNew),
      isSale: rowsWith('sale', snapshot.isSale, counted.isSale),
    },
  }
}

type RowCounts = { total: number; available: number; isNew: number; isSale: number }

/** Of the matching items: rows, brands, flags and parameter values. */
function countMatching(snapshot: Snapshot, workspace: Workspace, matching: Bits, available: Bits): RowCounts {
  workspace.brandCounts.fill(0)
  workspace.valueCounts.fill(0)
  workspace.valueStamps.fill(0)
  const counted = { total: 0, available: 0, isNew: 0, isSale: 0 }
  countLone(snapshot, workspace, matching, available, counted)
  countSiblings(snapshot, workspace, matching, available, counted)
  return counted
}

/** Items that are all of their row: nothing of theirs can have been counted already. */
function countLone(snapshot: Snapshot, { brandCounts, valueCounts, scratch }: Workspace, matching: Bits, available: Bits, counted: RowCounts): void {
  const { isLone, itemBrand, isNew, isSale } = snapshot
  const { starts, values } = snapshot.itemValues
  for (const word of scratch.words) {
    const lone = matching[word]! & isLone[word]!
    if (lone === 0) continue
    counted.total += bitCount(lone)
    counted.available += bitCount(lone & available[word]!)
    counted.isNew += bitCount(lone & isNew[word]!)
    counted.isSale += bitCount(lone & isSale[word]!)
    for (let left = lone; left !== 0; left &= left - 1) {
      const item = (word << 5) + lowestBit(left)
      brandCounts[itemBrand[item]!]! += 1
      const end = starts[item + 1]!
      for (let place = starts[item]!; place < end; place += 1) valueCounts[values[place]!]! += 1
    }
  }
}

/** Items beside others of their row: what several of them have counts once. */
function countSiblings(snapshot: Snapshot, { brandCounts, valueCounts, valueStamps, scratch }: Workspace, matching: Bits, available: Bits, counted: RowCounts): void {
  const { isLone, rowOfItem, itemBrand, isNew, isSale } = snapshot
  const { starts, values } = snapshot.itemValues
  let last = -1
  let lastAvailable = -1
  for (const word of scratch.words) {
    for (let left = matching[word]! & ~isLone[word]!; left !== 0; left &= left - 1) {
      const bit = lowestBit(left)
      const item = (word << 5) + bit
      const row = rowOfItem[item]!
      if (row !== last) {
        last = row
        counted.total += 1
        brandCounts[itemBrand[item]!]! += 1
        // Flags are a row's: all its items carry them.
        counted.isNew += (isNew[word]! >>> bit) & 1
        counted.isSale += (isSale[word]! >>> bit) & 1
      }
      if (((available[word]! >>> bit) & 1) === 1 && row !== lastAvailable) {
        lastAvailable = row
        counted.available += 1
      }
      for (let place = starts[item]!; place < starts[item + 1]!; place += 1) {
        const value = values[place]!
        if (valueStamps[value] === row + 1) continue
        valueStamps[value] = row + 1
        valueCounts[value]! += 1
      }
    }
  }
}

function countBrands({ rowOfItem, itemBrand }: Snapshot, { brandCounts, scratch }: Workspace, items: Bits): void {
  brandCounts.fill(0)
  let last = -1
  for (const word of scratch.words) {
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const item = (word << 5) + lowestBit(left)
      const row = rowOfItem[item]!
      if (row === last) continue
      last = row
      brandCounts[itemBrand[item]!]! += 1
    }
  }
}

function tagCounts(snapshot: Snapshot, { words }: Scratch, { tagIds: chosen }: FacetFilter, items: Bits): FacetCount[] {
  const { tagIds, tagRows } = snapshot
  const counts = Uint32Array.from(tagIds, (_, tag) => {
    if (words.length === 0) return 0
    let count = 0
    for (const row of membersOf(tagRows, tag)) if (rowHasAny(snapshot, row, items)) count += 1
    return count
  })
  return facetCounts(tagIds, counts, 0, tagIds.length, chosen)
}

function parameterCounts(snapshot: Snapshot, workspace: Workspace, filter: FacetFilter, choices: Choices): SearchResult['parameters'] {
  const chosen = new Map(filter.values)
  const offered: SearchResult['parameters'] = []
  for (let place = 0; place < snapshot.parameters.length; place += 1) {
    const parameter = snapshot.parameters[place]!
    const own = chosen.get(parameter.id)
    if (own) countValuesOf(snapshot, workspace, parameter, choices.ignoring(`parameter ${parameter.id}`))
    const values = facetCounts(snapshot.valueIds, workspace.valueCounts, parameter.firstValue, parameter.endValue, own ?? [])
    if (values.length > 0) offered.push({ parameter: place, values })
  }
  return offered
}

/** Rows of one parameter's values among the items. */
function countValuesOf({ rowOfItem, valueItems }: Snapshot, { valueCounts }: Workspace, { firstValue, endValue }: Parameter, items: Bits): void {
  for (let value = firstValue; value < endValue; value += 1) {
    const having = membersOf(valueItems, value)
    let count = 0
    let last = -1
    for (let index = 0; index < having.length; index += 1) {
      const item = having[index]!
      if (!hasBit(items, item)) continue
      const row = rowOfItem[item]!
      if (row === last) continue
      last = row
      count += 1
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

/** Least and highest price among the items; a block of 32 that cannot widen the bounds is not looked into. */
function priceBounds(snapshot: Snapshot, workspace: Workspace, view: FacetView, items: Bits): SearchResult['prices'] {
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  const effective = snapshot.effectivePrices[type]
  if (!effective) return undefined
  const blocks = priceBlocks(snapshot, workspace, type)
  const prices = blocks.fits ? blocks.whole : effective
  let least = Infinity
  let most = -Infinity
  for (const word of workspace.scratch.words) {
    if (blocks.least[word]! >= least && blocks.most[word]! <= most) continue
    for (let left = items[word]!; left !== 0; left &= left - 1) {
      const price = prices[(word << 5) + lowestBit(left)]!
      if (price < least) least = price
      if (price > most) most = price
    }
  }
  return most < least ? undefined : { minKopecks: least, maxKopecks: most }
}

/** Rows with an item in both sets. */
function countRows({ rowOfItem }: Snapshot, { words }: Scratch, items: Bits, others: Bits): number {
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
