import { bitsFor, setBit } from '../bits.ts'
import type { CatalogueFrame } from './build-frame.ts'
import { russianOrder, russianRanks } from './collation.ts'
import { StringInterner } from './string-interner.ts'
import { lookupOf } from '../lists.ts'
import { indexOfId, type Lookup, type Snapshot } from '../snapshot.ts'
import type { SourceProduct } from './source.ts'
import { packEach } from '../string-pool.ts'

type ProductLayout = Pick<
  Snapshot,
  | 'rowCount'
  | 'itemCount'
  | 'rowIds'
  | 'firstItem'
  | 'itemIds'
  | 'rowOfItem'
  | 'hasNoVariants'
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

export type Layout = ProductLayout & {
  rowBrand: Uint32Array
  /** Row or item index of a product, or -1. */
  rowOfProduct: (id: number) => number
  itemOfProduct: (id: number) => number
}

/** A visible product, its variants (empty: it is its own item) and the article shown for it. */
export type LayoutRow = { product: SourceProduct; variants: readonly SourceProduct[]; articul: string }

/** Assigns indexes: rows in Russian order of header, the items of a row next to each other. */
export function layoutOfProducts(
  frame: CatalogueFrame,
  products: readonly SourceProduct[],
): { layout: Layout; rows: LayoutRow[] } {
  const { rows, articulRanks } = rowsOf(products)
  const firstItem = firstItems(rows)
  const columns = emptyColumns(rows.length, firstItem[rows.length]!)
  const units = new StringInterner()
  // Index 0 means no picture; the second type is the one that uploads are converted to, so that a catalogue's first
  // picture needs no rebuild.
  const pictureTypes = new StringInterner(['', 'webp'])
  // In one pass, because products are scattered in memory and each access misses the cache.
  for (let row = 0; row < rows.length; row += 1) {
    const { product, variants } = rows[row]!
    const first = firstItem[row]!
    columns.rowIds[row] = product.id
    columns.rowBrand[row] = brandIndex(frame, product)
    columns.rowPicture[row] = product.pictureId ?? 0
    columns.rowPictureType[row] = pictureTypes.indexOf(product.pictureType ?? '')
    if (variants.length < 2) setBit(columns.hasNoVariants, first)
    for (let item = first; item < firstItem[row + 1]!; item += 1) {
      const { id, stepMilli, decimals, unit } = variants[item - first] ?? product
      columns.itemIds[item] = id
      columns.rowOfItem[item] = row
      columns.itemStep[item] = stepMilli
      columns.itemDecimals[item] = decimals
      columns.itemUnit[item] = units.indexOf(unit)
      if (product.isNew) setBit(columns.isNew, item)
      if (product.isHit) setBit(columns.isHit, item)
      if (product.isSale) setBit(columns.isSale, item)
    }
  }
  const rowStart = createRowStarts(frame)
  const rowLookup = lookupOf(columns.rowIds)
  const itemLookup = lookupOf(columns.itemIds)
  const layout = {
    ...columns,
    firstItem,
    articulRanks,
    units: units.values(),
    pictureTypes: pictureTypes.values(),
    rowJson: packEach(rows.length, (index) => rowStart(rows[index]!, columns.rowBrand[index]!)),
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
    hasNoVariants: bitsFor(itemCount),
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

/** A variant of an inactive product is not shown; a product without active variants is its own item. */
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
  const noPicture: readonly SourceProduct[] = []
  const all = parents.map((product): LayoutRow => {
    const own = variants.get(product.id)?.sort((a, b) => a.id - b.id) ?? noPicture
    return { product, variants: own, articul: product.articul || (own[0]?.articul ?? '') }
  })
  const order = russianOrder(parents.map(({ name }) => name))
  const ranks = russianRanks(all.map(({ articul }) => articul))
  return { rows: Array.from(order, (index) => all[index]!), articulRanks: order.map((index) => ranks[index]!) }
}

function brandIndex({ brandIndexes, brandIds }: CatalogueFrame, { brandId }: SourceProduct): number {
  return (brandId === null ? undefined : brandIndexes.get(brandId)) ?? brandIds.length
}

/** Writes the part of each row's JSON that does not depend on view, stock or price. */
function createRowStarts({ brandIds, brandNames }: CatalogueFrame): (row: LayoutRow, brand: number) => string {
  const brands = brandNames.map((header, index) => JSON.stringify({ id: brandIds[index], header }))
  return ({ product, articul }, brand) => {
    const header = JSON.stringify(product.name)
    const title =
      product.fullName === '' || product.fullName === product.name ? header : JSON.stringify(product.fullName)
    return (
      `{"id":${product.id},"title":${title},"header":${header},"articul":${JSON.stringify(articul)},` +
      `"url":"/product/${product.id}","brand":${brands[brand] ?? 'null'}`
    )
  }
}

/** An array over all ids while they are dense, binary search otherwise. */
function idToIndex(lookup: Lookup): (id: number) => number {
  const { ids, indexes } = lookup
  const max = ids.at(-1) ?? 0
  if (max > ids.length * 16) return (id) => indexOfId(lookup, id)
  const byId = new Int32Array(max + 1).fill(-1)
  for (let index = 0; index < ids.length; index += 1) byId[ids[index]!] = indexes[index]!
  return (id) => byId[id] ?? -1
}
