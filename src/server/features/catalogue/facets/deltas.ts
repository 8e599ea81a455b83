import { putBit } from './bits.ts'
import { hasVariants, placeOf, type Snapshot } from './snapshot.ts'

/** What the database now says of products that changed. Kopecks, thousandths, ms. */
export type Facts = {
  /** Every changed product and variant that still exists. */
  products: readonly { id: number; parentId: number | null; active: boolean; isNew: boolean; isHit: boolean; isSale: boolean }[]
  prices: readonly (readonly [productId: number, priceTypeId: number, priceKopecks: number, saleKopecks: number | null])[]
  stocks: readonly (readonly [productId: number, warehouseId: number, availableMilli: number, updatedAtMs: number])[]
}

/**
 * Writes prices, stock and flags of changed products into a snapshot, all of each product's facts at once: a price or
 * stock row that is gone is gone here, too. Answers false when something cannot be told this way (a product that the
 * snapshot does not know) and a rebuild is due.
 */
export function applyFacts(snapshot: Snapshot, changedIds: readonly number[], { products, prices, stocks }: Facts): boolean {
  const known = new Set<number>()
  for (const id of changedIds) if (forgetFacts(snapshot, id)) known.add(id)
  let complete = true
  for (const { id, active, isNew, isHit, isSale } of products) {
    const row = placeOf(snapshot.rowLookup, id)
    if (row >= 0) putFlags(snapshot, row, { isNew, isHit, isSale })
    if (active ? row < 0 && !known.has(id) : row >= 0 && hasVariants(snapshot, row)) complete = false
    if (!active) known.delete(id)
  }
  for (const [productId, priceTypeId, listKopecks, saleKopecks] of prices) {
    const type = snapshot.priceTypeIds.indexOf(priceTypeId)
    if (type < 0) complete = false
    if (type < 0 || !known.has(productId)) continue
    const item = placeOf(snapshot.itemLookup, productId)
    snapshot.listPrices[type]![item] = listKopecks
    snapshot.effectivePrices[type]![item] = saleKopecks ?? listKopecks
    putBit(snapshot.sold[type]!, item, true)
  }
  for (const [productId, warehouseId, availableMilli, updatedAtMs] of stocks) {
    const warehouse = snapshot.warehouseIds.indexOf(warehouseId)
    if (warehouse < 0) complete = false
    if (warehouse < 0 || !known.has(productId)) continue
    snapshot.stocks[warehouse]![placeOf(snapshot.itemLookup, productId)] = Math.max(0, availableMilli)
    snapshot.stockChangedMs[warehouse] = Math.max(snapshot.stockChangedMs[warehouse]!, updatedAtMs)
  }
  return complete
}

/** Takes an item off sale until its facts are written again; false when it is none. */
function forgetFacts(snapshot: Snapshot, productId: number): boolean {
  const item = placeOf(snapshot.itemLookup, productId)
  if (item < 0) return false
  for (const stock of snapshot.stocks) stock[item] = 0
  for (const [type, sold] of snapshot.sold.entries()) {
    snapshot.listPrices[type]![item] = 0
    snapshot.effectivePrices[type]![item] = 0
    putBit(sold, item, false)
  }
  return true
}

function putFlags(snapshot: Snapshot, row: number, flags: { isNew: boolean; isHit: boolean; isSale: boolean }): void {
  for (let item = snapshot.firstItem[row]!; item < snapshot.firstItem[row + 1]!; item += 1) {
    putBit(snapshot.isNew, item, flags.isNew)
    putBit(snapshot.isHit, item, flags.isHit)
    putBit(snapshot.isSale, item, flags.isSale)
  }
}
