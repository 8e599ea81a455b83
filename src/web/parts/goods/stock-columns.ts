/** A column of stock: one warehouse, or all warehouses that did not fit. */
export type StockColumn = { key: string; header: string; ids: number[] }

const max = 4

/** Up to four warehouses have a column each; of more, the first three do and the rest share one. */
export function stockColumns(warehouses: readonly { id: number; header: string }[]): StockColumn[] {
  const ownColumns = warehouses.length <= max ? warehouses : warehouses.slice(0, max - 1)
  const columns = ownColumns.map(({ id, header }) => ({ key: String(id), header, ids: [id] }))
  const rest = warehouses.slice(ownColumns.length).map(({ id }) => id)
  return rest.length === 0 ? columns : [...columns, { key: 'rest', header: `Ещё ${rest.length}`, ids: rest }]
}

export function stockIn(stocks: readonly { wms_id: number; quantity: number }[], { ids }: StockColumn): number {
  const milli = stocks
    .filter(({ wms_id }) => ids.includes(wms_id))
    .reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0)
  return milli / 1000
}
