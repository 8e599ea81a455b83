import { lineSumKopecks } from '#shared/rules/money.ts'
import type { IncomingLine } from './incoming.ts'

/** A line of an order as it stands. */
export type CurrentLine = {
  position: number
  productId: number
  code1c: string
  warehouseId: number
  quantityMilli: number
  priceKopecks: number
  sumKopecks: number
  shippedMilli: number
  cancelled: boolean
  reservedMilli: number
}

export type LineWish = { quantityMilli: number; priceKopecks: number; sumKopecks: number; cancelled: boolean }

/** What 1C's rows make of an order's lines: a wish for each line, and rows that no line stands for. */
export type MatchedLines = { wishes: Map<number, LineWish>; added: { row: IncomingLine; warehouseId: number | undefined }[] }

/**
 * Lays 1C's rows beside the lines of an order, by Ид and, where a row names its warehouse, by that. Rows without one
 * speak for all lines of their good together: what they leave out is taken from the last line first. A line whose
 * good has no row is removed.
 */
export function matchLines(lines: CurrentLine[], rows: IncomingLine[], warehouseIdOf: (warehouse: string) => number | undefined): MatchedLines {
  const wishes = new Map<number, LineWish>()
  const added: MatchedLines['added'] = []
  const rowsOf = Map.groupBy(rows, ({ code }) => code)
  for (const [code, own] of Map.groupBy(lines, ({ code1c }) => code1c)) {
    const told = rowsOf.get(code) ?? []
    const placed = told.map((row) => ({ row, warehouseId: warehouseIdOf(row.warehouse) }))
    const byWarehouse = placed.length > 0 && placed.every(({ warehouseId }) => warehouseId !== undefined)
    for (const [warehouseId, group] of byWarehouse ? Map.groupBy(own, (line) => line.warehouseId) : [[undefined, own] as const]) {
      const here = byWarehouse ? placed.filter((each) => each.warehouseId === warehouseId).map(({ row }) => row) : told
      for (const [position, wish] of shareOut(group, here)) wishes.set(position, wish)
    }
    if (byWarehouse) added.push(...placed.filter(({ warehouseId }) => !own.some((line) => line.warehouseId === warehouseId)))
  }
  const held = new Set(lines.map(({ code1c }) => code1c))
  for (const row of rows) if (!held.has(row.code)) added.push({ row, warehouseId: warehouseIdOf(row.warehouse) })
  return { wishes, added: added.filter(({ row }) => row.quantityMilli > 0) }
}

function shareOut(lines: CurrentLine[], rows: IncomingLine[]): [number, LineWish][] {
  const total = rows.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0)
  const quantities = spread(lines, total)
  const [row] = rows
  const single = rows.length === 1 && quantities.filter((quantity) => quantity > 0).length === 1
  return lines.map((line, index) => {
    const quantityMilli = quantities[index] ?? 0
    if (quantityMilli === 0) return [line.position, { ...line, cancelled: true }]
    return [line.position, { ...priced(line, quantityMilli, single ? row : averaged(rows)), quantityMilli, cancelled: false }]
  })
}

/** Quantities of lines for a new total: more goes to the first one that stands, less is taken from the last. */
function spread(lines: CurrentLine[], total: number): number[] {
  const quantities = lines.map((line) => (line.cancelled ? 0 : line.quantityMilli))
  let missing = total - quantities.reduce((sum, each) => sum + each, 0)
  if (missing > 0) {
    const first = Math.max(0, quantities.findIndex((quantity) => quantity > 0))
    quantities[first] = (quantities[first] ?? 0) + missing
    return quantities
  }
  for (let index = quantities.length - 1; index >= 0 && missing < 0; index -= 1) {
    const taken = Math.min(quantities[index] ?? 0, -missing)
    quantities[index] = (quantities[index] ?? 0) - taken
    missing += taken
  }
  return quantities
}

type Priced = Pick<LineWish, 'priceKopecks' | 'sumKopecks'>

/** 1C's own sum of a row stands, discounts and all; a line without one is price × quantity. */
function priced(line: CurrentLine, quantityMilli: number, row: Partial<Priced> | undefined): Priced {
  const priceKopecks = Math.max(0, row?.priceKopecks ?? line.priceKopecks)
  const unchanged = priceKopecks === line.priceKopecks && quantityMilli === line.quantityMilli
  const computed = unchanged ? line.sumKopecks : lineSumKopecks(priceKopecks, quantityMilli)
  return { priceKopecks, sumKopecks: Math.max(0, row?.sumKopecks ?? computed) }
}

/** One price for a good whose rows cannot be told apart: their common one, else the average. */
function averaged(rows: IncomingLine[]): { priceKopecks: number | undefined } {
  const prices = new Set(rows.map(({ priceKopecks }) => priceKopecks))
  if (prices.size === 1) return { priceKopecks: rows[0]?.priceKopecks }
  const priced = rows.filter((row) => row.priceKopecks !== undefined && row.quantityMilli > 0)
  const quantity = priced.reduce((sum, row) => sum + row.quantityMilli, 0)
  if (quantity === 0) return { priceKopecks: undefined }
  const worth = priced.reduce((sum, row) => sum + lineSumKopecks(row.priceKopecks ?? 0, row.quantityMilli), 0)
  return { priceKopecks: Number((BigInt(worth) * 2000n + BigInt(quantity)) / (2n * BigInt(quantity))) }
}
