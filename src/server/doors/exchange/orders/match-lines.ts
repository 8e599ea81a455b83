import { lineSumKopecks } from '#shared/rules/money.ts'
import type { IncomingLine } from './incoming.ts'

/** A stored order line. */
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

export type LineValues = { quantityMilli: number; priceKopecks: number; sumKopecks: number; cancelled: boolean }

/** 1C's rows applied to an order's lines: values for each line, and rows without a line. */
export type MatchedLines = { inputs: Map<number, LineValues>; added: IncomingRow[] }

/** 1C's rows of a good, or of a good in one warehouse, added up. */
export type IncomingRow = Pick<IncomingLine, 'code' | 'quantityMilli' | 'priceKopecks' | 'sumKopecks'> & {
  warehouseId: number | undefined
}

/**
 * Matches 1C's rows with order lines by Ид and, if all rows of a good name their warehouse, by warehouse. Otherwise a
 * row stands for all lines of its good, and a smaller quantity is taken from the last line first. Lines of goods
 * without a row are removed.
 */
export function matchLines(
  lines: CurrentLine[],
  rows: IncomingLine[],
  warehouseIdOf: (warehouse: string) => number | undefined,
): MatchedLines {
  const rowsByCode = mergeRows(rows, warehouseIdOf)
  const inputs = new Map<number, LineValues>()
  const added: IncomingRow[] = []
  for (const [code, codeLines] of Map.groupBy(lines, ({ code1c }) => code1c)) {
    const warehouseLines = rowsByCode.get(code) ?? []
    if (warehouseLines.some(({ warehouseId }) => warehouseId === undefined)) {
      distributeRow(codeLines, warehouseLines[0], inputs)
      continue
    }
    for (const [warehouseId, group] of Map.groupBy(codeLines, (line) => line.warehouseId))
      distributeRow(
        group,
        warehouseLines.find((row) => row.warehouseId === warehouseId),
        inputs,
      )
    added.push(...warehouseLines.filter((row) => !codeLines.some((line) => line.warehouseId === row.warehouseId)))
  }
  const knownCodes = new Set(lines.map(({ code1c }) => code1c))
  for (const [code, warehouseLines] of rowsByCode) if (!knownCodes.has(code)) added.push(...warehouseLines)
  return { inputs, added }
}

/** One row per good, or per good and warehouse if every row of the good names one. */
function mergeRows(
  rows: IncomingLine[],
  warehouseIdOf: (warehouse: string) => number | undefined,
): Map<string, IncomingRow[]> {
  const hasWarehouses = rows
    .filter(({ quantityMilli }) => quantityMilli > 0)
    .map((row) => ({ ...row, warehouseId: warehouseIdOf(row.warehouse) }))
  const merged = new Map<string, IncomingRow[]>()
  for (const [code, group] of Map.groupBy(hasWarehouses, (row) => row.code)) {
    const allNameWarehouse = group.every(({ warehouseId }) => warehouseId !== undefined)
    const parts = allNameWarehouse
      ? [...Map.groupBy(group, ({ warehouseId }) => warehouseId)]
      : [[undefined, group] as const]
    merged.set(
      code,
      parts.map(([warehouseId, part]) => ({ code, warehouseId, ...sumRows(part) })),
    )
  }
  return merged
}

/** The common price of several rows, otherwise the average. */
function sumRows(rows: IncomingRow[]): Pick<IncomingRow, 'quantityMilli' | 'priceKopecks' | 'sumKopecks'> {
  const quantityMilli = rows.reduce((sum, row) => sum + row.quantityMilli, 0)
  const sums = rows.map(
    ({ priceKopecks, sumKopecks, quantityMilli: quantity }) =>
      sumKopecks ?? (priceKopecks === undefined ? undefined : lineSumKopecks(priceKopecks, quantity)),
  )
  const totalKopecks = sums.every((sum) => sum !== undefined) ? sums.reduce((total, sum) => total + sum, 0) : undefined
  const prices = new Set(rows.map(({ priceKopecks }) => priceKopecks))
  const [price] = prices
  const average =
    totalKopecks === undefined
      ? undefined
      : Number((BigInt(Math.max(0, totalKopecks)) * 2000n + BigInt(quantityMilli)) / (2n * BigInt(quantityMilli)))
  return {
    quantityMilli,
    priceKopecks: nonNegative(prices.size === 1 ? price : average),
    sumKopecks: rows.length === 1 ? nonNegative(rows[0]?.sumKopecks) : nonNegative(totalKopecks),
  }
}

function nonNegative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, value)
}

/** A single line takes 1C's sum, which includes discounts; otherwise a line's sum is price × quantity. */
function distributeRow(lines: CurrentLine[], row: IncomingRow | undefined, inputs: Map<number, LineValues>): void {
  const quantities = distributeQuantity(lines, row?.quantityMilli ?? 0)
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

/** Distributes a new total: an increase goes to the first active line, a decrease is taken from the last. */
function distributeQuantity(lines: CurrentLine[], total: number): number[] {
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
    const reduction = Math.min(quantities[index] ?? 0, -missing)
    quantities[index] = (quantities[index] ?? 0) - reduction
    missing += reduction
  }
  return quantities
}
