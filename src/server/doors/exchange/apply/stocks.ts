import { importStock } from '#server/catalogue/stock/import-stock.ts'
import { defaultWarehouse, type PlannedStocks } from '../plan/stocks.ts'
import type { ImportContext } from './context.ts'
import { ensureWarehouses } from './price-types.ts'

export type StocksOfProduct = Omit<PlannedStocks, 'rejects'> & { productId: number; receivedAt: Date }

/** Writes stock figures by warehouse id and counts the results. */
export async function writeStocks(context: ImportContext, records: StocksOfProduct[]): Promise<void> {
  if (records.length === 0) return
  const warehouses = await ensureWarehouses(
    context,
    records.flatMap(({ milliByWarehouse }) => namedWarehouses(milliByWarehouse)),
  )
  const idOf = (code: string) => warehouses.get(code) ?? 0
  const { created, changed, unchanged, productIds } = await importStock(
    context.sql,
    records.map(({ milliByWarehouse, ...record }) => ({
      ...record,
      onHandMilli: new Map([...milliByWarehouse].map(([code, milli]) => [idOf(code), milli])),
    })),
    { stockMeaning: context.settings.stockMeaning, defaultWarehouseId: warehouses.get(defaultWarehouse.code) },
  )
  context.tally.add('stocks', 'created', created)
  context.tally.add('stocks', 'changed', changed)
  context.tally.add('stocks', 'unchanged', unchanged)
  for (const id of productIds) context.changedStocks.add(id)
}

/** 1C omits empty warehouses, so a record without stock does not create a default one. */
function namedWarehouses(milliByWarehouse: Map<string, number>): string[] {
  return [...milliByWarehouse]
    .filter(([code, milli]) => code !== defaultWarehouse.code || milli !== 0)
    .map(([code]) => code)
}
