import type { RowStatus } from '#shared/api/uploads.ts'
import { listNumbers } from '#shared/rules/list-text.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { stepText, unavailableMessage } from '#shared/rules/step-text.ts'
import { roundToOrderable } from '#shared/rules/step.ts'
import { fitLines, type Goods } from '#server/buying/basket/fit-lines.ts'

export type Fit = {
  acceptedMilli: number
  status: Extract<RowStatus, 'ok' | 'rounded' | 'capped' | 'out'>
  note: string
}

/** The orderable part of a quantity, by the rules of an empty basket. `warehouseIds` in order of preference. */
export function fitQuantity(requestedMilli: number, goods: Goods, warehouseIds: number[]): Fit {
  const outcome = fitLines(
    { productId: goods.productId, warehouseId: undefined, quantityMilli: requestedMilli, mode: 'set' },
    goods,
    warehouseIds,
  )
  if ('refused' in outcome)
    return { acceptedMilli: 0, status: 'out', note: unavailableMessage(sumAvailable(goods, warehouseIds) > 0) }
  const acceptedMilli = outcome.lines.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0)
  if (acceptedMilli === requestedMilli) return { acceptedMilli, status: 'ok', note: '' }
  const change = `${formatMilli(requestedMilli)} → ${formatMilli(acceptedMilli)}`
  if (acceptedMilli < roundToOrderable(requestedMilli, goods))
    return { acceptedMilli, status: 'capped', note: `Уменьшено: ${change}, больше нет в наличии` }
  return { acceptedMilli, status: 'rounded', note: `Округлено: ${change}, ${stepText(goods)}` }
}

/** What adding a quantity to the basket would add, in thousandths. */
export function addableMilli(requestedMilli: number, goods: Goods, warehouseIds: number[]): number {
  const outcome = fitLines(
    { productId: goods.productId, warehouseId: undefined, quantityMilli: requestedMilli, mode: 'add' },
    goods,
    warehouseIds,
  )
  if ('refused' in outcome) return 0
  return Math.max(
    0,
    outcome.lines.reduce((sum, line) => sum + line.quantityMilli - basketMilli(goods, line), 0),
  )
}

/** The basket's quantity of a good in the warehouse of a line. */
export function basketMilli({ warehouses }: Goods, { warehouseId }: { warehouseId: number }): number {
  return warehouses.find((each) => each.warehouseId === warehouseId)?.quantityMilli ?? 0
}

/**
 * Merges rows of one good, in the order of their first ones; rows without a single good or quantity, and doubtful ones,
 * stay separate.
 */
export function mergeRows<
  Row extends { goodId: number | undefined; requestedMilli: number | undefined; doubt: unknown },
>(rows: readonly Row[]): Row[][] {
  const merged: Row[][] = []
  const byGood = new Map<number, Row[]>()
  for (const row of rows) {
    const isSure = row.requestedMilli !== undefined && (row.doubt === null || row.doubt === 'columns')
    const existing = row.goodId === undefined || !isSure ? undefined : byGood.get(row.goodId)
    if (existing) {
      existing.push(row)
      continue
    }
    const group = [row]
    merged.push(group)
    if (row.goodId !== undefined && isSure) byGood.set(row.goodId, group)
  }
  return merged
}

const maxNamed = 5

/** 'Сложены строки 8 и 31' */
export function mergeNote(rows: readonly number[]): string {
  return `Сложены строки ${listNumbers(rows, maxNamed)}`
}

function sumAvailable({ warehouses }: Goods, warehouseIds: number[]): number {
  return warehouses.reduce(
    (sum, warehouse) =>
      warehouseIds.includes(warehouse.warehouseId) ? sum + Math.max(0, warehouse.availableMilli) : sum,
    0,
  )
}
