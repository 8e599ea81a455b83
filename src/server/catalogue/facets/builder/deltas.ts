import { putBit } from '../bits.ts'
import { inNameOrder } from './build-frame.ts'
import { groupPairs, invert, Numbers, sortedDistinct } from '../lists.ts'
import { hasVariants, indexOfId, putStock, type Snapshot } from '../snapshot.ts'
import type { SourceLink, SourceNamed, SourcePrice, SourceStock } from './source.ts'

/** Flags with the main picture; null: no picture. */
export type ProductFlags = {
  id: number
  active: boolean
  isNew: boolean
  isHit: boolean
  isSale: boolean
  pictureId: number | null
  pictureType: string | null
}

/**
 * Current data of changed products, each part with the products it covers. Money in kopecks, quantities in thousandths.
 * Prices are those of active products; a variant of an inactive product is inactive.
 */
export type FactChanges = {
  stocks: { productIds: readonly number[]; rows: readonly SourceStock[] }
  prices: { productIds: readonly number[]; rows: readonly SourcePrice[] }
  flags: { rows: readonly ProductFlags[] }
  /** All labels with their products; undefined if unchanged. */
  tags?: { tags: readonly SourceNamed[]; links: readonly SourceLink[] } | undefined
}

/**
 * Applies changes to a snapshot in place; missing price or stock rows are removed. Returns false if a rebuild is needed
 * (an unknown product, price type or warehouse).
 */
export function applyFactChanges(snapshot: Snapshot, { stocks, prices, flags, tags }: FactChanges): boolean {
  if (tags) applyTags(snapshot, tags)
  const complete = [
    applyStocks(snapshot, stocks),
    applyPrices(snapshot, prices),
    ...flags.rows.map((product) => applyFlags(snapshot, product)),
  ]
  return complete.every(Boolean)
}

function applyStocks(snapshot: Snapshot, { productIds, rows }: FactChanges['stocks']): boolean {
  for (const id of productIds) {
    const item = indexOfId(snapshot.itemLookup, id)
    if (item >= 0)
      for (let warehouse = 0; warehouse < snapshot.stocks.length; warehouse += 1) putStock(snapshot, warehouse, item, 0)
  }
  let complete = true
  for (const [productId, warehouseId, availableMilli, updatedAtMs] of rows) {
    const warehouse = snapshot.warehouseIds.indexOf(warehouseId)
    const item = indexOfId(snapshot.itemLookup, productId)
    if (warehouse < 0) complete = false
    if (warehouse < 0 || item < 0) continue
    putStock(snapshot, warehouse, item, availableMilli)
    snapshot.stockChangedMs[warehouse] = Math.max(snapshot.stockChangedMs[warehouse]!, updatedAtMs)
  }
  return complete
}

function applyPrices(snapshot: Snapshot, { productIds, rows }: FactChanges['prices']): boolean {
  for (const id of productIds) {
    const item = indexOfId(snapshot.itemLookup, id)
    if (item >= 0) takeOffSale(snapshot, item)
  }
  let complete = true
  for (const [productId, priceTypeId, listKopecks, saleKopecks] of rows) {
    const type = snapshot.priceTypeIds.indexOf(priceTypeId)
    const item = indexOfId(snapshot.itemLookup, productId)
    if (type < 0 || (item < 0 && indexOfId(snapshot.rowLookup, productId) < 0)) complete = false
    if (type < 0 || item < 0) continue
    snapshot.listPrices[type]![item] = listKopecks
    snapshot.effectivePrices[type]![item] = saleKopecks ?? listKopecks
    putBit(snapshot.sold[type]!, item, true)
  }
  return complete
}

/** Activating or deactivating a product with variants changes the layout. */
function applyFlags(
  snapshot: Snapshot,
  { id, active, isNew, isHit, isSale, pictureId, pictureType }: ProductFlags,
): boolean {
  const row = indexOfId(snapshot.rowLookup, id)
  const item = indexOfId(snapshot.itemLookup, id)
  if (!active) {
    if (item >= 0) takeOffSale(snapshot, item)
    return row < 0 || !hasVariants(snapshot, row)
  }
  if (row < 0) return item >= 0
  for (let index = snapshot.firstItem[row]!; index < snapshot.firstItem[row + 1]!; index += 1) {
    putBit(snapshot.isNew, index, isNew)
    putBit(snapshot.isHit, index, isHit)
    putBit(snapshot.isSale, index, isSale)
  }
  return putPicture(snapshot, row, { id: pictureId ?? 0, type: pictureType ?? '' })
}

function putPicture(snapshot: Snapshot, row: number, { id, type }: { id: number; type: string }): boolean {
  const index = snapshot.pictureTypes.indexOf(type)
  if (index < 0) return false
  snapshot.rowPicture[row] = id
  snapshot.rowPictureType[row] = index
  return true
}

function applyTags(snapshot: Snapshot, { tags, links }: NonNullable<FactChanges['tags']>): void {
  const { ids, names, indexes } = inNameOrder(tags)
  const [rows, members] = [new Numbers(), new Numbers()]
  for (const [productId, tagId] of links) {
    const row = indexOfId(snapshot.rowLookup, productId)
    const tag = indexes.get(tagId)
    if (row < 0 || tag === undefined) continue
    rows.push(row)
    members.push(tag)
  }
  snapshot.tagIds = ids
  snapshot.tagNames = names
  snapshot.tagRows = invert(sortedDistinct(groupPairs(snapshot.rowCount, rows, members)), ids.length)
}

function takeOffSale(snapshot: Snapshot, item: number): void {
  for (const [type, sold] of snapshot.sold.entries()) {
    snapshot.listPrices[type]![item] = 0
    snapshot.effectivePrices[type]![item] = 0
    putBit(sold, item, false)
  }
}
