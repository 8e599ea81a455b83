import {
  endReservations,
  insertFigures,
  listConfirmedLines,
  listFigures,
  lockFigures,
  updateFigures,
  type ConfirmedLine,
  type Connection,
  type StockFigure,
} from './queries-import.ts'

/** Stock figures of a good from 1C. */
export type StockUpdate = {
  productId: number
  receivedAt: Date
  /** Thousandths by warehouse. */
  onHandMilli: Map<number, number>
  /** All of the good's stock: warehouses that are not named hold nothing. */
  complete: boolean
}

export type ImportedStock = {
  created: number
  changed: number
  unchanged: number
  /**
   * Goods whose stock, or what is reserved of it, has changed. The caller records the changes for the catalogue's
   * readers.
   */
  productIds: number[]
}

type Settings = {
  /** What 1C's stock figures mean (product.md §5, Reservation). */
  stockMeaning: 'free' | 'onHand'
  /** Where a total without warehouses is entered. */
  defaultWarehouseId: number | undefined
}

/**
 * Writes stock figures that differ, and ends reservations that 1C's figures now contain. Rows are locked in the order
 * (product, warehouse) that orders take too; a figure that is the same is neither written nor locked.
 */
export async function importStock(
  connection: Connection,
  records: readonly StockUpdate[],
  settings: Settings,
): Promise<ImportedStock> {
  const before = await listFigures(
    connection,
    records.map(({ productId }) => productId),
  )
  const byProduct = Map.groupBy(before, ({ productId }) => productId)
  const wanted = records.flatMap((record) => figuresOf(record, byProduct.get(record.productId) ?? [], settings))
  const known = new Map(before.map((figure) => [keyOf(figure), figure.onHandMilli]))
  // Nothing on hand needs no row: a warehouse that never held a good stays without one.
  const created = wanted.filter((figure) => figure.onHandMilli !== 0 && !known.has(keyOf(figure)))
  const changed = wanted.filter((figure) => known.has(keyOf(figure)) && known.get(keyOf(figure)) !== figure.onHandMilli)
  const ended = await linesToEnd(connection, records, settings)

  await lockFigures(connection, [...changed, ...ended])
  await updateFigures(connection, changed)
  await insertFigures(connection, created)
  await endReservations(connection, ended)
  return {
    created: created.length,
    changed: changed.length,
    unchanged: wanted.length - created.length - changed.length,
    productIds: [...created, ...changed, ...ended].map(({ productId }) => productId),
  }
}

function figuresOf(
  { productId, onHandMilli: onHand, complete: whole }: StockUpdate,
  before: readonly StockFigure[],
  settings: Settings,
): StockFigure[] {
  const { defaultWarehouseId } = settings
  const named = [...onHand].map(([warehouseId, onHandMilli]) => ({ productId, warehouseId, onHandMilli }))
  const onlyTotal = named.length === 1 && named[0]?.warehouseId === defaultWarehouseId
  const elsewhere = before.filter(
    ({ warehouseId, onHandMilli }) => warehouseId !== defaultWarehouseId && onHandMilli !== 0,
  )
  // A total that only repeats what warehouses hold already, from a file that does not name them.
  if (onlyTotal && elsewhere.length > 0 && sumOf(elsewhere) === named[0]?.onHandMilli) return []

  const emptied = before.filter(
    ({ warehouseId, onHandMilli }) =>
      !onHand.has(warehouseId) &&
      onHandMilli !== 0 &&
      (whole || (warehouseId === defaultWarehouseId && named.length > 0)),
  )
  return [...named, ...emptied.map((figure) => ({ ...figure, onHandMilli: 0 }))]
}

/** Lines of orders that 1C had confirmed before it sent these figures: the figures contain them (meaning `free`). */
async function linesToEnd(
  connection: Connection,
  records: readonly StockUpdate[],
  { stockMeaning }: Settings,
): Promise<ConfirmedLine[]> {
  if (stockMeaning !== 'free') return []
  const lines = await listConfirmedLines(
    connection,
    records.map(({ productId }) => productId),
  )
  const byProduct = new Map(records.map((record) => [record.productId, record]))
  return lines.filter(({ productId, warehouseId, confirmedAt }) => {
    const record = byProduct.get(productId)
    if (record === undefined || confirmedAt >= record.receivedAt) return false
    return record.complete || record.onHandMilli.has(warehouseId)
  })
}

function keyOf({ productId, warehouseId }: StockFigure): string {
  return `${productId}/${warehouseId}`
}

function sumOf(figures: readonly StockFigure[]): number {
  return figures.reduce((sum, { onHandMilli }) => sum + onHandMilli, 0)
}
