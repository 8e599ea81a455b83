import { parseMilli } from '../parse/decimal.ts'
import type { OfferItem } from '../parse/items.ts'

/** Warehouse of stock sent without a warehouse. */
export const defaultWarehouse = { code: 'основной-склад', name: 'Основной склад' }

export type PlannedStocks = {
  /** Thousandths by Ид of the warehouse. */
  milliByWarehouse: Map<string, number>
  /** The record covers all stock of the good: other warehouses are empty. */
  complete: boolean
  rejects: string[]
}

/**
 * Normalises an offer's stock. 1C omits empty warehouses if it also sends the total; a total alone goes to the default
 * warehouse. Undefined if the record has no stock.
 */
export function planStocks({ total, stocks }: Pick<OfferItem, 'total' | 'stocks'>): PlannedStocks | undefined {
  if (total === undefined && stocks.length === 0) return undefined
  const milliByWarehouse = new Map<string, number>()
  const rejects: string[] = []
  for (const { warehouseCode, quantity } of stocks) {
    const milli = parseMilli(quantity)
    if (milli === undefined) rejects.push(`Неверный остаток «${quantity}»`)
    else milliByWarehouse.set(warehouseCode, (milliByWarehouse.get(warehouseCode) ?? 0) + milli)
  }
  if (total === undefined || rejects.length > 0) return { milliByWarehouse, complete: false, rejects }
  const wholeMilli = parseMilli(total)
  if (wholeMilli === undefined)
    return { milliByWarehouse, complete: false, rejects: [`Неверное количество «${total}»`] }
  if (stocks.length === 0) milliByWarehouse.set(defaultWarehouse.code, wholeMilli)
  return { milliByWarehouse, complete: true, rejects }
}
