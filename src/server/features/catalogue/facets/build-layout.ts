import { bitsFor, setBit } from './bits.ts'
import type { Frame } from './build-frame.ts'
import { russianOrder, russianRanks } from './collation.ts'
import { lookupOf } from './lists.ts'
import type { Snapshot } from './snapshot.ts'
import type { SourceProduct } from './source.ts'
import { packEach } from './string-pool.ts'

/** What search reads of a row. */
export type RowTexts = { name: string; variantNames: string[]; articles: string[]; numbers: string[] }

type Laid = Pick<
  Snapshot,
  | 'rowCount' | 'itemCount' | 'rowIds' | 'firstItem' | 'itemIds' | 'rowOfItem' | 'isLone' | 'rowLookup' | 'itemLookup'
  | 'rowJson' | 'articulRanks' | 'itemBrand' | 'rowPicture' | 'rowPictureType' | 'pictureTypes'
  | 'itemStep' | 'itemDecimals' | 'itemUnit' | 'units' | 'isNew' | 'isHit' | 'isSale'
>

export type Layout = Laid & { rowBrand: Uint32Array; rowOfProduct: Map<number, number>; itemOfProduct: Map<number, number>; texts: RowTexts[] }

type Row = { product: SourceProduct; items: SourceProduct[]; articul: string }

/** Gives every row and item its place: rows in Russian order of header, the items of a row side by side. */
export function layOutProducts(frame: Frame, products: readonly SourceProduct[]): Layout {
  const rows = rowsOf(products)
  const items = rows.flatMap((row) => row.items)
  const firstItem = new Uint32Array(rows.length + 1)
  const rowOfItem = new Uint32Array(items.length)
  const isLone = bitsFor(items.length)
  for (const [row, { items: own }] of rows.entries()) {
    const first = firstItem[row]!
    firstItem[row + 1] = first + own.length
    rowOfItem.fill(row, first, first + own.length)
    if (own.length === 1) setBit(isLone, first)
  }
  const rowIds = Uint32Array.from(rows, ({ product }) => product.id)
  const itemIds = Uint32Array.from(items, ({ id }) => id)
  const units = distinct(items.map(({ unit }) => unit))
  // None, and the one that pictures are made into: the first picture of all needs no rebuild.
  const pictureTypes = distinct(['', 'webp', ...rows.map(({ product }) => product.pictureType ?? '')])
  const rowBrand = Uint32Array.from(rows, ({ product }) => brandPlace(frame, product))

  return {
    rowCount: rows.length,
    itemCount: items.length,
    rowIds,
    firstItem,
    itemIds,
    rowOfItem,
    isLone,
    rowLookup: lookupOf(rowIds),
    itemLookup: lookupOf(itemIds),
    rowJson: packEach(rows.length, (place) => rowStart(frame, rows[place]!, rowBrand[place]!)),
    articulRanks: russianRanks(rows.map(({ articul }) => articul)),
    rowBrand,
    itemBrand: rowOfItem.map((row) => rowBrand[row]!),
    rowPicture: Uint32Array.from(rows, ({ product }) => product.pictureId ?? 0),
    rowPictureType: Uint8Array.from(rows, ({ product }) => pictureTypes.places.get(product.pictureType ?? '') ?? 0),
    pictureTypes: pictureTypes.values,
    itemStep: Float64Array.from(items, ({ stepMilli }) => stepMilli),
    itemDecimals: Uint8Array.from(items, ({ decimals }) => decimals),
    itemUnit: Uint32Array.from(items, ({ unit }) => units.places.get(unit) ?? 0),
    units: units.values,
    ...flagsOf(rows, firstItem, items.length),
    rowOfProduct: placesById(rowIds),
    itemOfProduct: placesById(itemIds),
    texts: rows.map(textsOf),
  }
}

/** A variant whose parent is not sold any more is not shown; a parent without active variants is its own item. */
function rowsOf(products: readonly SourceProduct[]): Row[] {
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
  const order = russianOrder(parents.map(({ name }) => name))
  return Array.from(order, (index) => {
    const product = parents[index]!
    const items = variants.get(product.id)?.sort((a, b) => a.id - b.id) ?? [product]
    return { product, items, articul: product.articul || (items[0]?.articul ?? '') }
  })
}

function brandPlace({ brandPlaces, brandIds }: Frame, { brandId }: SourceProduct): number {
  return (brandId === null ? undefined : brandPlaces.get(brandId)) ?? brandIds.length
}

function rowStart({ brandIds, brandNames }: Frame, { product, articul }: Row, brand: number): string {
  const start = {
    id: product.id,
    title: product.fullName || product.name,
    header: product.name,
    articul,
    url: `/product/${product.id}`,
    brand: brand < brandIds.length ? { id: brandIds[brand], header: brandNames[brand] } : null,
  }
  return JSON.stringify(start).slice(0, -1)
}

function flagsOf(rows: readonly Row[], firstItem: Uint32Array, itemCount: number): Pick<Snapshot, 'isNew' | 'isHit' | 'isSale'> {
  const flags = { isNew: bitsFor(itemCount), isHit: bitsFor(itemCount), isSale: bitsFor(itemCount) }
  for (const [row, { product }] of rows.entries()) {
    for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) {
      if (product.isNew) setBit(flags.isNew, item)
      if (product.isHit) setBit(flags.isHit, item)
      if (product.isSale) setBit(flags.isSale, item)
    }
  }
  return flags
}

function textsOf({ product, items }: Row): RowTexts {
  const variants = items.includes(product) ? [] : items
  const all = [product, ...variants]
  return {
    name: product.name,
    variantNames: variants.map(({ name }) => name),
    articles: all.map(({ articul }) => articul),
    numbers: all.flatMap(({ code, barcodes }) => [code, ...barcodes]),
  }
}

function distinct(texts: readonly string[]): { values: string[]; places: Map<string, number> } {
  const places = new Map<string, number>()
  for (const text of texts) if (!places.has(text)) places.set(text, places.size)
  return { values: [...places.keys()], places }
}

function placesById(ids: Uint32Array): Map<number, number> {
  const places = new Map<number, number>()
  for (let place = 0; place < ids.length; place += 1) places.set(ids[place]!, place)
  return places
}
