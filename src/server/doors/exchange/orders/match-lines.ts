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

export type LineInput = { quantityMilli: number; priceKopecks: number; sumKopecks: number; cancelled: boolean }

/** What 1C's rows make of an order's lines: an input for each line, and rows without a line. */
export type MatchedLines = { inputs: Map<number, LineInput>; added: Row[] }

/** All that 1C says of a good, or of a good in one warehouse. */
export type Row = Pick<IncomingLine, 'code' | 'quantityMilli' | 'priceKopecks' | 'sumKopecks'> & {
  warehouseId: number | undefined
}

/**
 * Lays 1C's rows beside the lines of an order, by Ид and, where all rows of a good name their warehouse, by that. Rows
 * without one speak for all lines of their good together: what they leave out is taken from the last line first. A
 * line whose good has no row is removed.
 */
export function matchLines(
  lines: CurrentLine[],
  rows: IncomingLine[],
  warehouseIdOf: (warehouse: string) => number | undefined,
): MatchedLines {
  const told = mergeRows(rows, warehouseIdOf)
  const inputs = new Map<number, LineInput>()
  const added: Row[] = []
  for (const [code, own] of Map.groupBy(lines, ({ code1c }) => code1c)) {
    const here = told.get(code) ?? []
    if (here.some(({ warehouseId }) => warehouseId === undefined)) {
      shareOut(own, here[0], inputs)
      continue
    }
    for (const [warehouseId, group] of Map.groupBy(own, (line) => line.warehouseId))
      shareOut(
        group,
        here.find((row) => row.warehouseId === warehouseId),
        inputs,
      )
    added.push(...here.filter((row) => !own.some((line) => line.warehouseId === row.warehouseId)))
  }
  const held = new Set(lines.map(({ code1c }) => code1c))
  for (const [code, here] of told) if (!held.has(code)) added.push(...here)
  return { inputs, added }
}

/** One row per good, or per good and warehouse where every row of the good names one. */
function mergeRows(rows: IncomingLine[], warehouseIdOf: (warehouse: string) => number | undefined): Map<string, Row[]> {
  const placed = rows
    .filter(({ quantityMilli }) => quantityMilli > 0)
    .map((row) => ({ ...row, warehouseId: warehouseIdOf(row.warehouse) }))
  const merged = new Map<string, Row[]>()
  for (const [code, group] of Map.groupBy(placed, (row) => row.code)) {
    const told = group.every(({ warehouseId }) => warehouseId !== undefined)
    const parts = told ? [...Map.groupBy(group, ({ warehouseId }) => warehouseId)] : [[undefined, group] as const]
    merged.set(
      code,
      parts.map(([warehouseId, part]) => ({ code, warehouseId, ...addUp(part) })),
    )
  }
  return merged
}

/** A price for rows together: their common one, else the average. */
function addUp(rows: Row[]): Pick<Row, 'quantityMilli' | 'priceKopecks' | 'sumKopecks'> {
  const quantityMilli = rows.reduce((sum, row) => sum + row.quantityMilli, 0)
  const sums = rows.map(
    ({ priceKopecks, sumKopecks, quantityMilli: quantity }) =>
      sumKopecks ?? (priceKopecks === undefined ? undefined : lineSumKopecks(priceKopecks, quantity)),
  )
  const worth = sums.every((sum) => sum !== undefined) ? sums.reduce((total, sum) => total + sum, 0) : undefined
  const prices = new Set(rows.map(({ priceKopecks }) => priceKopecks))
  const [price] = prices
  const average =
    worth === undefined
      ? undefined
      : Number((BigInt(Math.max(0, worth)) * 2000n + BigInt(quantityMilli)) / (2n * BigInt(quantityMilli)))
  return {
    quantityMilli,
    priceKopecks: notNegative(prices.size === 1 ? price : average),
    sumKopecks: rows.length === 1 ? notNegative(rows[0]?.sumKopecks) : notNegative(worth),
  }
}

function notNegative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, value)
}

/** 1C's own sum stands where it is that of one line, discounts and all; else a line is price × quantity. */
function shareOut(lines: CurrentLine[], row: Row | undefined, inputs: Map<number, LineInput>): void {
  const quantities = spread(lines, row?.quantityMilli ?? 0)
  const single = quantities.filter((quantity) => quantity > 0).length === 1
  for (const [index, line] of lines.entries()) {
    const quantityMilli = quantities[index] ?? 0
    if (quantityMilli === 0) {
      inputs.set(line.position, { ...line, cancelled: true })
      continue
    }
    const priceKopecks = row?.priceKopecks ?? line.priceKopecks
    const unchanged = priceKopecks === line.priceKopecks && quantityMilli === line.quantityMilli
    const computed = unchanged ? line.sumKopecks : lineSumKopecks(priceKopecks, quantityMilli)
    inputs.set(line.position, {
      quantityMilli,
      priceKopecks,
      sumKopecks: single ? (row?.sumKopecks ?? computed) : computed,
      cancelled: false,
    })
  }
}

/** Quantities of lines for a new total: more goes to the first one that stands, less is taken from the last. */
function spread(lines: CurrentLine[], total: number): number[] {
  const quantities = lines.map((line) => (line.cancelled ? 0 : line.quantityMilli))
  let missing = total - quantities.reduce((sum, each) => sum + each, 0)
  if (missing > 0) {
    const first = Math.max(
      0,
      quantities.findIndex((quantity) => quantity > 0),
    )
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
