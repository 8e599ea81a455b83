import { formatMilli } from '#shared/rules/money.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { availableForOrder, fitQuantity, isByHundredths, roundToOrderable, type Decimals } from '#shared/rules/step.ts'

/** A product (or variant) with its available quantities and the basket's, per warehouse. Thousandths. */
export type Goods = {
  productId: number
  parentId: number | null
  unit: string
  stepMilli: number
  decimals: Decimals
  sold: boolean
  hasVariants: boolean
  listKopecks: number | null
  /** Without breaks. */
  priceKopecks: number | null
  warehouses: { warehouseId: number; availableMilli: number; quantityMilli: number }[]
}

/** Adds or sets a quantity (without sign), in one warehouse or spread over the basket's. */
export type LineRequest = {
  productId: number
  warehouseId: number | undefined
  quantityMilli: number
  mode: 'add' | 'set'
}

export type LineKey = { productId: number; warehouseId: number }

export type LineChange = {
  productId: number
  warehouseId: number
  quantityMilli: number
  priceKopecks: number
  stepMilli: number
  availableMilli: number
  note: string
}

export type Outcome = { lines: LineChange[] } | { refused: 'insufficientStock'; availableMilli: number }

/**
 * Rounds and caps a requested quantity and spreads it over warehouses in order of preference, one line each (product.md
 * §4). If the basket already holds everything available, adding returns its lines unchanged. Refuses when nothing is
 * available.
 */
export function fitLines(request: LineRequest, goods: Goods, warehouseIds: number[]): Outcome {
  const warehouses = (request.warehouseId === undefined ? warehouseIds : [request.warehouseId]).map((id) =>
    warehouseOf(goods, id),
  )
  const outside = quantityElsewhere(request, goods, warehouseIds)
  if (request.mode === 'set' && request.quantityMilli === 0)
    return { lines: removal(goods, [...warehouses, ...outside]) }

  const rule = { stepMilli: goods.stepMilli, decimals: goods.decimals }
  const orderableMilli = roundToOrderable(request.quantityMilli, rule)
  const lines: LineChange[] = []
  let left = orderableMilli
  for (const warehouse of warehouses) {
    const inBasketMilli = request.mode === 'add' ? warehouse.quantityMilli : 0
    const quantityMilli =
      left > 0
        ? fitQuantity(inBasketMilli + left, { ...rule, availableMilli: warehouse.availableMilli }).quantityMilli
        : 0
    if (quantityMilli > inBasketMilli) {
      lines.push(lineOf(goods, warehouse, quantityMilli))
      left -= quantityMilli - inBasketMilli
    } else if (request.mode === 'set' && warehouse.quantityMilli > 0) lines.push(lineOf(goods, warehouse, 0))
  }
  const maxMilli = availableForOrder(
    warehouses.map(({ availableMilli }) => availableMilli),
    rule,
  )
  if (left === orderableMilli && request.mode === 'add' && maxMilli > 0)
    return { lines: unchanged(goods, warehouses, maxMilli) }
  const last = lines.findLast(({ quantityMilli }) => quantityMilli > 0)
  if (!last) return { refused: 'insufficientStock', availableMilli: maxMilli }
  last.note = changeNote({ requestedMilli: request.quantityMilli, orderableMilli, left }, goods, maxMilli)
  return { lines: [...lines, ...outside.map((warehouse) => lineOf(goods, warehouse, 0))] }
}

/** Lines of a product in the basket. */
export function currentLines(goods: Goods): LineChange[] {
  return goods.warehouses
    .filter(({ quantityMilli }) => quantityMilli > 0)
    .map((warehouse) => lineOf(goods, warehouse, warehouse.quantityMilli))
}

function warehouseOf(goods: Goods, warehouseId: number) {
  return (
    goods.warehouses.find((warehouse) => warehouse.warehouseId === warehouseId) ?? {
      warehouseId,
      availableMilli: 0,
      quantityMilli: 0,
    }
  )
}

/** Returns current lines unchanged with a note: no more is available. */
function unchanged(goods: Goods, warehouses: Goods['warehouses'], maxMilli: number): LineChange[] {
  const lines = warehouses
    .filter(({ quantityMilli }) => quantityMilli > 0)
    .map((warehouse) => lineOf(goods, warehouse, warehouse.quantityMilli))
  const note = `Весь остаток уже в корзине: можно заказать ${inUnits(goods, maxMilli)}`
  return lines.map((each, index) => (index === lines.length - 1 ? { ...each, note } : each))
}

/** A quantity without a warehouse is the product's total, so lines outside the spread are removed. */
function quantityElsewhere(
  { mode, warehouseId }: LineRequest,
  goods: Goods,
  warehouseIds: number[],
): Goods['warehouses'] {
  if (mode !== 'set' || warehouseId !== undefined) return []
  return goods.warehouses.filter(
    (warehouse) => warehouse.quantityMilli > 0 && !warehouseIds.includes(warehouse.warehouseId),
  )
}

/** Removed lines; also for a line that does not exist, to confirm the call. */
function removal(goods: Goods, warehouses: Goods['warehouses']): LineChange[] {
  const linesWithQuantity = warehouses.filter(({ quantityMilli }) => quantityMilli > 0)
  return (linesWithQuantity.length > 0 ? linesWithQuantity : warehouses.slice(0, 1)).map((warehouse) =>
    lineOf(goods, warehouse, 0),
  )
}

/** A line of a good in a warehouse, with its current price and stock. */
export function lineOf(goods: Goods, warehouse: Goods['warehouses'][number], quantityMilli: number): LineChange {
  const { productId, stepMilli, priceKopecks } = goods
  const { warehouseId, availableMilli } = warehouse
  return {
    productId,
    warehouseId,
    quantityMilli,
    priceKopecks: priceKopecks ?? 0,
    stepMilli,
    availableMilli: Math.max(0, availableMilli),
    note: '',
  }
}

function inUnits({ unit }: Goods, milli: number): string {
  return `${formatMilli(milli)} ${unit}`
}

/** Note on what was changed and why. */
function changeNote(
  { requestedMilli, orderableMilli, left }: { requestedMilli: number; orderableMilli: number; left: number },
  goods: Goods,
  maxMilli: number,
): string {
  const notes = []
  if (orderableMilli !== requestedMilli || left < 0) {
    notes.push(
      isByHundredths(goods)
        ? 'Количество округлено до сотых'
        : `Количество округлено вверх: ${stepText(goods, goods.unit)}`,
    )
  }
  if (left > 0) notes.push(`Количество уменьшено до остатка: можно заказать ${inUnits(goods, maxMilli)}`)
  return notes.join('. ')
}

export function isAt(line: LineKey, key: LineKey): boolean {
  return line.productId === key.productId && line.warehouseId === key.warehouseId
}
