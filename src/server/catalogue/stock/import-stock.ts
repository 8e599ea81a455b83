import {
  releaseConfirmedReservations,
  insertFigures,
  listConfirmedLines,
  listFigures,
  lockFigures,
  updateFigures,
  type ConfirmedLine,
  type Connection,
  type StockFigure,
} from './queries-import.ts'

/** Stock of a good as sent by 1C. */
export type StockUpdate = {
  productId: number
  receivedAt: Date
  /** Thousandths by warehouse. */
  onHandMilli: Map<number, number>
  /** Whether it lists all stock of the good: other warehouses are empty. */
  complete: boolean
}

export type ImportedStock = {
  created: number
  changed: number
  unchanged: number
  /** Goods with changed stock or reservation. The caller records the changes for the catalogue. */
  productIds: number[]
}

type Settings = {
  /** Meaning of 1C's figures (product.md §5, Reservation). */
  stockMeaning: 'free' | 'onHand'
  /** Warehouse for a total without warehouses. */
  defaultWarehouseId: number | undefined
}

/**
 * Writes stock figures that differ, and ends reservations that 1C's figures already contain. Locks rows by (product,
 * warehouse), the order that orders use too; unchanged figures are neither written nor locked.
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
  const figures = records.flatMap((record) => figuresToWrite(record, byProduct.get(record.productId) ?? [], settings))
  const onHandBefore = new Map(before.map((figure) => [stockKey(figure), figure.onHandMilli]))
  // A warehouse that never held a good needs no row.
  const created = figures.filter((figure) => figure.onHandMilli !== 0 && !onHandBefore.has(stockKey(figure)))
  const changed = figures.filter(
    (figure) => onHandBefore.has(stockKey(figure)) && onHandBefore.get(stockKey(figure)) !== figure.onHandMilli,
  )
  const ended = await findContainedLines(connection, records, settings)

  await lockFigures(connection, [...changed, ...ended])
  await updateFigures(connection, changed)
  await insertFigures(connection, created)
  await releaseConfirmedReservations(connection, ended)
  return {
    created: created.length,
    changed: changed.length,
    unchanged: figures.length - created.length - changed.length,
    productIds: [...created, ...changed, ...ended].map(({ productId }) => productId),
  }
}

function figuresToWrite(
  { productId, onHandMilli: onHand, complete: isComplete }: StockUpdate,
  before: readonly StockFigure[],
  settings: Settings,
): StockFigure[] {
  const { defaultWarehouseId } = settings
  const listed = [...onHand].map(([warehouseId, onHandMilli]) => ({ productId, warehouseId, onHandMilli }))
  const hasOnlyTotal = listed.length === 1 && listed[0]?.warehouseId === defaultWarehouseId
  const otherWarehouses = before.filter(
    ({ warehouseId, onHandMilli }) => warehouseId !== defaultWarehouseId && onHandMilli !== 0,
  )
  // A file without warehouses that only repeats their total changes nothing.
  if (hasOnlyTotal && otherWarehouses.length > 0 && totalOnHand(otherWarehouses) === listed[0]?.onHandMilli) return []

  const cleared = before.filter(
    ({ warehouseId, onHandMilli }) =>
      !onHand.has(warehouseId) &&
      onHandMilli !== 0 &&
      (isComplete || (warehouseId === defaultWarehouseId && listed.length > 0)),
  )
  return [...listed, ...cleared.map((figure) => ({ ...figure, onHandMilli: 0 }))]
}

/** Lines of orders confirmed before 1C sent these figures: with meaning `free` the figures already contain them. */
async function findContainedLines(
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

function stockKey({ productId, warehouseId }: StockFigure): string {
  return `${productId}/${warehouseId}`
}

function totalOnHand(figures: readonly StockFigure[]): number {
  return figures.reduce((sum, { onHandMilli }) => sum + onHandMilli, 0)
}
