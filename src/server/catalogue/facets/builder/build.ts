import { bitsFor, setBit } from '../bits.ts'
import { frameOf, type CatalogueFrame } from './build-frame.ts'
import { layoutOfProducts, type Layout } from './build-layout.ts'
import { buildTextIndex } from './build-text.ts'
import { groupPairs, invert, Numbers, sortedDistinct, type Lists } from '../lists.ts'
import { putStock, type Snapshot } from '../snapshot.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { SourceFrame, SourceLink, SourcePrice, SourceProduct, SourceStock } from './source.ts'

export type Builder = {
  addProducts: (products: readonly SourceProduct[]) => void
  /** To be called after all products; the following calls refer to them. */
  createLayout: () => void
  addCategoryLinks: (links: readonly SourceLink[]) => void
  addTagLinks: (links: readonly SourceLink[]) => void
  addParameterLinks: (links: readonly SourceLink[]) => void
  addPrices: (prices: readonly SourcePrice[]) => void
  addStocks: (stocks: readonly SourceStock[]) => void
  finish: (asOf: string) => Snapshot
}

/**
 * Builds a snapshot from rows delivered in chunks; call the functions in the order of the type. References to unknown
 * products, categories or values are skipped, because the database may hold inactive ones.
 */
export function createBuilder(source: SourceFrame): Builder {
  const frame = frameOf(source)
  let products: SourceProduct[] = []
  let currentLayout: Layout | undefined
  const layout = (): Layout => {
    if (!currentLayout) throw new Error('links, prices and stocks come after layOut()')
    return currentLayout
  }
  const links = { categories: pairs(), tags: pairs(), values: pairs() }
  let facts: Facts | undefined
  let text: TextIndex | undefined

  return {
    addProducts(chunk) {
      for (const product of chunk) products.push(product)
    },
    createLayout() {
      const laid = layoutOfProducts(frame, products)
      products = []
      currentLayout = laid.layout
      facts = emptyFacts(source, currentLayout.itemCount)
      // First, so that the products can be garbage-collected.
      text = buildTextIndex(frame, laid.rows, source.synonyms)
    },
    addCategoryLinks(chunk) {
      const { rowOfProduct } = layout()
      for (const link of chunk) addPair(links.categories, rowOfProduct(link[0]), frame.categoryIndexes.get(link[1]))
    },
    addTagLinks(chunk) {
      const { rowOfProduct } = layout()
      for (const link of chunk) addPair(links.tags, rowOfProduct(link[0]), frame.tagIndexes.get(link[1]))
    },
    addParameterLinks(chunk) {
      const { rowOfProduct, itemOfProduct, firstItem } = layout()
      for (const link of chunk) {
        const value = frame.valueIndexes.get(link[1])
        const item = itemOfProduct(link[0])
        if (item >= 0) {
          addPair(links.values, item, value)
          continue
        }
        // A product with variants has the values of all of them.
        const row = rowOfProduct(link[0])
        if (row < 0) continue
        for (let variant = firstItem[row]!; variant < firstItem[row + 1]!; variant += 1)
          addPair(links.values, variant, value)
      }
    },
    addPrices(chunk) {
      const { itemOfProduct } = layout()
      for (const price of chunk) if (facts) putPrice(facts, itemOfProduct(price[0]), price)
    },
    addStocks(chunk) {
      const { itemOfProduct, itemStep, itemDecimals } = layout()
      const target = facts && { ...facts, itemStep, itemDecimals }
      for (const stock of chunk) if (target) addStock(target, itemOfProduct(stock[0]), stock)
    },
    finish(asOf) {
      const { rowOfProduct: _rows, itemOfProduct: _items, rowBrand, ...laid } = layout()
      if (!facts || !text) throw new Error('nothing was laid out')
      const itemValues = sortedDistinct(groupPairs(laid.itemCount, links.values.owners, links.values.members))
      const rowCategories = groupPairs(laid.rowCount, links.categories.owners, links.categories.members)
      const rowTags = sortedDistinct(groupPairs(laid.rowCount, links.tags.owners, links.tags.members))
      const rowBrands = { starts: Uint32Array.from({ length: laid.rowCount + 1 }, (_, row) => row), values: rowBrand }
      const categoryRows = invert(withAncestors(rowCategories, frame), frame.categories.length)
      return {
        asOf,
        ...laid,
        ...facts,
        categories: frame.categories,
        categoryRows,
        categoryItems: itemsOfLists(categoryRows, laid.firstItem),
        brandIds: frame.brandIds,
        brandNames: frame.brandNames,
        brandRows: invert(rowBrands, frame.brandIds.length + 1),
        tagIds: frame.tagIds,
        tagNames: frame.tagNames,
        tagRows: invert(rowTags, frame.tagIds.length),
        parameters: frame.parameters,
        valueIds: frame.valueIds,
        valueNames: frame.valueNames,
        itemFacets: facetsOf(itemValues, frame, laid.rowOfItem, rowBrand),
        valueItems: invert(itemValues, frame.valueIds.length),
        text,
      }
    },
  }
}

type Pairs = { owners: Numbers; members: Numbers }

function pairs(): Pairs {
  return { owners: new Numbers(), members: new Numbers() }
}

function addPair({ owners, members }: Pairs, owner: number, member: number | undefined): void {
  if (owner < 0 || member === undefined) return
  owners.push(owner)
  members.push(member)
}

type Facts = Pick<
  Snapshot,
  | 'priceTypeIds'
  | 'listPrices'
  | 'effectivePrices'
  | 'sold'
  | 'warehouseIds'
  | 'stocks'
  | 'orderableStocks'
  | 'stockChangedMs'
>

function emptyFacts({ priceTypeIds, warehouseIds }: SourceFrame, itemCount: number): Facts {
  return {
    priceTypeIds,
    listPrices: priceTypeIds.map(() => new Float64Array(itemCount)),
    effectivePrices: priceTypeIds.map(() => new Float64Array(itemCount)),
    sold: priceTypeIds.map(() => bitsFor(itemCount)),
    warehouseIds,
    stocks: warehouseIds.map(() => new Float64Array(itemCount)),
    orderableStocks: warehouseIds.map(() => new Float64Array(itemCount)),
    stockChangedMs: new Float64Array(warehouseIds.length),
  }
}

function putPrice(facts: Facts, item: number, [, priceTypeId, listKopecks, saleKopecks]: SourcePrice): void {
  const type = facts.priceTypeIds.indexOf(priceTypeId)
  if (item < 0 || type < 0) return
  facts.listPrices[type]![item] = listKopecks
  facts.effectivePrices[type]![item] = saleKopecks ?? listKopecks
  setBit(facts.sold[type]!, item)
}

function addStock(
  facts: Facts & Pick<Layout, 'itemStep' | 'itemDecimals'>,
  item: number,
  [, warehouseId, availableMilli, updatedAtMs]: SourceStock,
): void {
  const warehouse = facts.warehouseIds.indexOf(warehouseId)
  if (item < 0 || warehouse < 0) return
  putStock(facts, warehouse, item, availableMilli)
  facts.stockChangedMs[warehouse] = Math.max(facts.stockChangedMs[warehouse]!, updatedAtMs)
}

/** Per item: its values, then its brand. */
function facetsOf(
  { starts: firstValue, values }: Lists,
  { valueIds, brandIds }: CatalogueFrame,
  rowOfItem: Uint32Array,
  rowBrand: Uint32Array,
): Snapshot['itemFacets'] {
  const starts = firstValue.map((start, item) => start + item)
  const size = values.length + rowOfItem.length
  const indexes = valueIds.length + brandIds.length < 65_536 ? new Uint16Array(size) : new Uint32Array(size)
  for (let item = 0; item < rowOfItem.length; item += 1) {
    const end = starts[item + 1]! - 1
    for (let at = starts[item]!; at < end; at += 1) indexes[at] = values[at - item]!
    indexes[end] = valueIds.length + rowBrand[rowOfItem[item]!]!
  }
  return { starts, indexes }
}

/** Per row: its categories and all their ancestors. */
function withAncestors(rowCategories: Lists, { categories }: CatalogueFrame): Lists {
  const owners = new Numbers()
  const members = new Numbers()
  for (let row = 0; row + 1 < rowCategories.starts.length; row += 1) {
    for (let index = rowCategories.starts[row]!; index < rowCategories.starts[row + 1]!; index += 1) {
      for (let category = rowCategories.values[index]!; category >= 0; category = categories[category]!.parent) {
        owners.push(row)
        members.push(category)
      }
    }
  }
  return sortedDistinct(groupPairs(rowCategories.starts.length - 1, owners, members))
}

function itemsOfLists({ starts, values }: Lists, firstItem: Uint32Array): Lists {
  const itemStarts = new Uint32Array(starts.length)
  const items = new Uint32Array(values.reduce((count, row) => count + firstItem[row + 1]! - firstItem[row]!, 0))
  let end = 0
  for (let owner = 0; owner + 1 < starts.length; owner += 1) {
    for (let index = starts[owner]!; index < starts[owner + 1]!; index += 1) {
      const row = values[index]!
      for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) {
        items[end] = item
        end += 1
      }
    }
    itemStarts[owner + 1] = end
  }
  return { starts: itemStarts, values: items }
}
