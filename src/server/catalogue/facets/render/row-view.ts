import { hasBit, type Bits } from '../bits.ts'
import type { FacetView, RowView } from '../query.ts'
import { decimalsOf, hasVariants, indexOfId, type Snapshot } from '../snapshot.ts'

/** The matching item with the lowest price, which the row shows; the first of equals; -1: none matches. */
export function cheapestItem({ firstItem }: Snapshot, prices: Float64Array, row: number, matching: Bits): number {
  let cheapest = -1
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) {
    if (!hasBit(matching, item)) continue
    if (cheapest < 0 || prices[item]! < prices[cheapest]!) cheapest = item
  }
  return cheapest
}

/** A row as shown: the lowest matching price, everything else summed over matching items. */
export function rowView(
  snapshot: Snapshot,
  view: FacetView,
  row: number,
  { matching, warehouses, chosen }: { matching: Bits; warehouses: readonly number[]; chosen: readonly number[] },
): RowView {
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  const effective = snapshot.effectivePrices[type]!
  const item = cheapestItem(snapshot, effective, row, matching)
  const rrc = rrcPrices(snapshot, view)?.[item] ?? 0
  const list = snapshot.listPrices[type]![item]!
  const { stocks, orderableStocks } = snapshot
  const stocksMilli: number[] = []
  const orderableMilli: number[] = []
  let totalMilli = 0
  for (let index = 0; index < warehouses.length; index += 1) {
    const milli = sumOf(snapshot, row, matching, stocks[warehouses[index]!]!)
    stocksMilli.push(milli)
    orderableMilli.push(sumOf(snapshot, row, matching, orderableStocks[warehouses[index]!]!))
    totalMilli += milli
  }
  let restMilli = 0
  let availableForOrderMilli = 0
  for (const warehouse of chosen) {
    restMilli += sumOf(snapshot, row, matching, stocks[warehouse]!)
    availableForOrderMilli += sumOf(snapshot, row, matching, orderableStocks[warehouse]!)
  }
  return {
    row,
    item,
    priceKopecks: effective[item]!,
    rrcKopecks: rrc > 0 ? rrc : null,
    oldKopecks: list > effective[item]! ? list : null,
    stocksMilli,
    orderableMilli,
    totalMilli,
    restMilli,
    availableForOrderMilli,
    variantCount: hasVariants(snapshot, row) ? soldItems(snapshot, row, snapshot.sold[type]!) : 0,
  }
}

/** A single item; undefined if it is not sold. Kopecks and thousandths; stock per warehouse of the view. */
export function itemView(snapshot: Snapshot, view: FacetView, productId: number) {
  const item = indexOfId(snapshot.itemLookup, productId)
  const type = snapshot.priceTypeIds.indexOf(view.priceTypeId)
  if (item < 0 || type < 0 || !hasBit(snapshot.sold[type]!, item)) return undefined
  const rrc = rrcPrices(snapshot, view)?.[item] ?? 0
  return {
    priceKopecks: snapshot.effectivePrices[type]![item]!,
    rrcKopecks: rrc > 0 ? rrc : null,
    stocksMilli: view.warehouseIds.map((id) => snapshot.stocks[snapshot.warehouseIds.indexOf(id)]?.[item] ?? 0),
    orderableMilli: view.warehouseIds.map(
      (id) => snapshot.orderableStocks[snapshot.warehouseIds.indexOf(id)]?.[item] ?? 0,
    ),
    stepMilli: snapshot.itemStep[item]!,
    decimals: decimalsOf(snapshot, item),
    unit: snapshot.units[snapshot.itemUnit[item]!]!,
  }
}

/** Whether a product or one of its variants is sold at a price type. */
export function isSold(snapshot: Snapshot, priceTypeId: number, productId: number): boolean {
  const row = indexOfId(snapshot.rowLookup, productId)
  const sold = snapshot.sold[snapshot.priceTypeIds.indexOf(priceTypeId)]
  return row >= 0 && sold !== undefined && soldItems(snapshot, row, sold) > 0
}

export function rrcPrices(snapshot: Snapshot, { rrcTypeId }: FacetView): Float64Array | undefined {
  return rrcTypeId === null ? undefined : snapshot.effectivePrices[snapshot.priceTypeIds.indexOf(rrcTypeId)]
}

function sumOf({ firstItem }: Snapshot, row: number, matching: Bits, stock: Float64Array): number {
  let milli = 0
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1)
    if (hasBit(matching, item)) milli += stock[item]!
  return milli
}

function soldItems({ firstItem }: Snapshot, row: number, sold: Bits): number {
  let count = 0
  for (let item = firstItem[row]!; item < firstItem[row + 1]!; item += 1) if (hasBit(sold, item)) count += 1
  return count
}
