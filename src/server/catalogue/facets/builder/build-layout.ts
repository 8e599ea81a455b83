import { bitsFor, setBit } from '../bits.ts'
import type { CatalogueFrame } from './build-frame.ts'
import { russianOrder, russianRanks } from './collation.ts'
import { StringInterner } from './string-interner.ts'
import { lookupOf } from '../lists.ts'
import { indexOfId, type Lookup, type Snapshot } from '../snapshot.ts'
import type { SourceProduct } from './source.ts'
import { packEach } from '../string-pool.ts'

type Laid = Pick<
  Snapshot,
  | 'rowCount'
  | 'itemCount'
  | 'rowIds'
  | 'firstItem'
  | 'itemIds'
  | 'rowOfItem'
  | 'isLone'
  | 'rowLookup'
  | 'itemLookup'
  | 'rowJson'
  | 'articulRanks'
  | 'rowPicture'
  | 'rowPictureType'
  | 'pictureTypes'
  | 'itemStep'
  | 'itemDecimals'
  | 'itemUnit'
  | 'units'
  | 'isNew'
  | 'isHit'
  | 'isSale'
>

export type Layout = Laid & {
  rowBrand: Uint32Array
  /** The row or item of a product, or -1. */
  rowOfProduct: (id: number) => number
  itemOfProduct: (id: number) => number
}

/** A product that is shown, with its variants (none: it is its own item), and the article that it shows. */
export type LayoutRow = { product: SourceProduct; variants: readonly SourceProduct[]; articul: string }

/** Gives every row and item its index: rows in Russian order of header, the items of a row side by side. */
export function layOutProducts(
  frame: CatalogueFrame,
  products: readonly SourceProduct[],
): { layout: Layout; rows: LayoutRow[] } {
  const { rows, articulRanks } = rowsOf(products)
  const firstItem = firstItems(rows)
  const laid = emptyColumns(rows.length, firstItem[rows.length]!)
  const units = new StringInterner()
  // None, and the one that pictures are made into: the first picture of all needs no rebuild.
  const pictureTypes = new StringInterner(['', 'webp'])
  // In one go: products lie far apart in memory, and each look at one takes its time.
  for (let row = 0; row < rows.length; row += 1) {
    const { product, variants } = rows[row]!
    const first = firstItem[row]!
    laid.rowIds[row] = product.id
    laid.rowBrand[row] = brandIndex(frame, product)
    laid.rowPicture[row] = product.pictureId ?? 0
    laid.rowPictureType[row] = pictureTypes.indexOf(product.pictureType ?? '')
    if (variants.length < 2) setBit(laid.isLone, first)
    for (let item = first; item < firstItem[row + 1]!; item += 1) {
      const { id, stepMilli, decimals, unit } = variants[item - first] ?? product
      laid.itemIds[item] = id
      laid.rowOfItem[item] = row
      laid.itemStep[item] = stepMilli
      laid.itemDecimals[item] = decimals
      laid.itemUnit[item] = units.indexOf(unit)
      if (product.isNew) setBit(laid.isNew, item)
      if (product.isHit) setBit(laid.isHit, item)
      if (product.isSale) setBit(laid.isSale, item)
    }
  }
  const rowStart = createRowStarts(frame)
  const rowLookup = lookupOf(laid.rowIds)
  const itemLookup = lookupOf(laid.itemIds)
  const layout = {
    ...laid,
    firstItem,
    articulRanks,
    units: units.values(),
    pictureTypes: pictureTypes.values(),
    rowJson: packEach(rows.length, (index) => rowStart(rows[index]!, laid.rowBrand[index]!)),
    rowLookup,
    itemLookup,
    rowOfProduct: idToIndex(rowLookup),
    itemOfProduct: idToIndex(itemLookup),
  }
  return { layout, rows }
}

function emptyColumns(rowCount: number, itemCount: number) {
  return {
    rowCount,
    itemCount,
    rowIds: new Uint32Array(rowCount),
    rowBrand: new Uint32Array(rowCount),
    rowPicture: new Uint32Array(rowCount),
    rowPictureType: new Uint8Array(rowCount),
    itemIds: new Uint32Array(itemCount),
    rowOfItem: new Uint32Array(itemCount),
    isLone: bitsFor(itemCount),
    itemStep: new Float64Array(itemCount),
    itemDecimals: new Uint8Array(itemCount),
    itemUnit: new Uint32Array(itemCount),
    isNew: bitsFor(itemCount),
    isHit: bitsFor(itemCount),
    isSale: bitsFor(itemCount),
  }
}

function firstItems(rows: readonly LayoutRow[]): Uint32Array {
  const firstItem = new Uint32Array(rows.length + 1)
  for (let row = 0; row < rows.length; row += 1)
    firstItem[row + 1] = firstItem[row]! + Math.max(1, rows[row]!.variants.length)
  return firstItem
}

/** A variant whose parent is not sold any more is not shown; a parent without active variants is its own item. */
function rowsOf(products: readonly SourceProduct[]): { rows: LayoutRow[]; articulRanks: Uint32Array } {
  const variants = new Map<number, SourceProduct[]>()
  const parents: SourceProduct[] = []
  for (const product of products) {
    if (product.parentId === null) {
      parents.push(product)
      continue
    }
    const siblings = variants.get(product.parentId)
    if (siblings) siblings.push(product)
    else variants.set(product.parentId, [product])
  }
  const none: readonly SourceProduct[] = []
  const all = parents.map((product): LayoutRow => {
    const own = variants.get(product.id)?.sort((a, b) => a.id - b.id) ?? none
    return { product, variants: own, articul: product.articul || (own[0]?.articul ?? '') }
  })
  const order = russianOrder(parents.map(({ name }) => name))
  const ranks = russianRanks(all.map(({ articul }) => articul))
  return { rows: Array.from(order, (index) => all[index]!), articulRanks: order.map((index) => ranks[index]!) }
}

function brandIndex({ brandIndexes, brandIds }: CatalogueFrame, { brandId }: SourceProduct): number {
  return (brandId === null ? undefined : brandIndexes.get(brandId)) ?? brandIds.length
}

/** Writes the start of rows: what no view, stock or price changes. */
function createRowStarts({ brandIds, brandNames }: CatalogueFrame): (row: LayoutRow, brand: number) => string {
  const brands = brandNames.map((header, index) => JSON.stringify({ id: brandIds[index], header }))
  return ({ product, articul }, brand) => {
    const header = JSON.stringify(product.name)
    const title =
      product.fullName === '' || product.fullName === product.name ? header : JSON.stringify(product.fullName)
    return `{"id":${product.id},"title":${title},"header":${header},"articul":${JSON.stringify(articul)},"url":"/product/${product.id}","brand":${brands[brand] ?? 'null'}`
  }
}

/** By an array over all ids, for ids are given out one after the other; where they are far apart, by halving. */
function idToIndex(lookup: Lookup): (id: number) => number {
  const { ids, indexes } = lookup
  const max = ids.at(-1) ?? 0
  if (max > ids.length * 16) return (id) => indexOfId(lookup, id)
  const byId = new Int32Array(max + 1).fill(-1)
  for (let index = 0; index < ids.length; index += 1) byId[ids[index]!] = indexes[index]!
  return (id) => byId[id] ?? -1
}
