import { isFilled, type Cell } from './cells.ts'
import { letterheads, otherTitles, signatures } from './headings.ts'
import type { Random } from './random.ts'
import type { Merge, RowTruth, Table } from './tables.ts'
import type { TrueColumns } from './types.ts'

/** A sheet ready to be written, with the expected rows. */
export type Sheet = {
  name: string
  grid: Cell[][]
  merges: Merge[]
  hiddenRows: number[]
  hiddenColumns: number[]
  truth: (RowTruth & { row: number })[]
  headerRow: number
  columns?: TrueColumns | undefined
}

/** One table with a letterhead above and signatures below. */
export function sheetOf(random: Random, name: string, table: Table, { plain = false } = {}): Sheet {
  const sheet = emptySheet(name)
  const left = plain || random.chance(0.8) ? 0 : random.chance(0.15) ? random.integer(58, 70) : random.integer(1, 3)
  if (!plain) addLetterhead(random, sheet)
  const at = { row: sheet.grid.length, column: left }
  addTable(sheet, table, at)
  sheet.headerRow = table.head.length === 0 ? 0 : at.row + table.head.length
  sheet.columns = moved(table.columns, left)
  if (!plain && random.chance(0.3)) addSignatures(random, sheet)
  return sheet
}

/** A list of stock, sales, returns or prices, without an order. */
export function sheetOfOtherList(random: Random, table: Table): Sheet {
  const sheet = emptySheet('Лист1')
  sheet.grid.push([random.pick(otherTitles)])
  if (random.chance(0.5)) sheet.grid.push([random.pick(['ООО «Вектор», ИНН 7707083893', 'Склад: основной'])])
  addTable(sheet, table, { row: sheet.grid.length, column: 0 })
  const { qnt: _, ...naming } = table.columns
  const above = sheet.grid.length - table.body.length
  return { ...sheet, truth: [], headerRow: above, columns: { ...naming, qnt: [] } }
}

/** Two tables with their own headings, one below the other. */
export function stackedSheet(random: Random, tables: readonly Table[]): Sheet {
  const sheet = emptySheet('Лист1')
  addLetterhead(random, sheet)
  for (const table of tables) {
    if (sheet.grid.length > 0 && random.chance(0.8)) sheet.grid.push([])
    if (random.chance(0.5)) sheet.grid.push([random.pick(letterheads)])
    addTable(sheet, table, { row: sheet.grid.length, column: 0 })
  }
  return sheet
}

/** A table, and below it a second one without headings whose article and quantity are in each other's column. */
export function swappedSheet(random: Random, table: Table): Sheet {
  const [article = 0, [quantity = 0]] = [table.columns.articul, table.columns.qnt]
  const half = Math.ceil(table.body.length / 2)
  const swapped = table.body.slice(half).map(({ cells, truth = [] }) => ({
    cells: cells.with(article, cells[quantity] ?? null).with(quantity, cells[article] ?? null),
    truth: truth.map((each) => ({ ...each, kind: 'question' as const, note: `${each.note}, columns swapped` })),
  }))
  const between: Cell[] = random.chance(0.6) ? [] : [random.pick(['Доп. заказ', 'Ещё', 'Дозаказ:', 'Также нужно'])]
  const body = [...table.body.slice(0, half), { cells: between }, ...swapped]
  const sheet = sheetOf(random, 'Лист1', { ...table, body })
  // No choice of columns describes both tables.
  return { ...sheet, columns: undefined }
}

/** Two tables side by side; a row of the sheet may order from both. */
export function pairedSheet(random: Random, tables: readonly Table[]): Sheet {
  const sheet = emptySheet('Лист1')
  addLetterhead(random, sheet)
  const row = sheet.grid.length
  const heads = Math.max(...tables.map(({ head }) => head.length))
  let column = 0
  for (const table of tables) {
    addTable(sheet, table, { row: row + heads - table.head.length, column })
    column = Math.max(0, ...sheet.grid.map((cells) => cells.length)) + random.integer(0, 1)
  }
  return sheet
}

/** Some rows of the table are hidden, as by a filter. */
export function withHiddenRows(random: Random, sheet: Sheet): Sheet {
  const hiddenRows = sheet.truth.filter((_, at) => at > 0 && random.chance(0.3)).map(({ row }) => row)
  const truth = sheet.truth.map((each) => (hiddenRows.includes(each.row) ? { ...each, kind: 'hidden' as const } : each))
  return { ...sheet, hiddenRows, truth }
}

export function filledRows({ grid }: Sheet): number {
  return grid.filter(isFilled).length
}

export function emptySheet(name: string): Sheet {
  return { name, grid: [], merges: [], hiddenRows: [], hiddenColumns: [], truth: [], headerRow: 0 }
}

function addLetterhead(random: Random, sheet: Sheet): void {
  if (random.chance(0.35)) return
  for (let left = random.chance(0.2) ? random.integer(10, 20) : random.integer(1, 6); left > 0; left -= 1) {
    const cells: Cell[] = []
    if (random.chance(0.75)) cells[random.chance(0.7) ? 0 : random.integer(1, 4)] = random.pick(letterheads)
    if (random.chance(0.1)) cells[5] = random.pick<Cell>(['18.11.2026', 1284, 'стр. 1', 22])
    sheet.grid.push(Array.from(cells, (cell) => cell ?? null))
  }
}

function addSignatures(random: Random, sheet: Sheet): void {
  if (random.chance(0.7)) sheet.grid.push([])
  for (let left = random.integer(1, 3); left > 0; left -= 1) sheet.grid.push([random.pick(signatures)])
}

function addTable(
  sheet: Sheet,
  { head, merges, body, hiddenColumns }: Table,
  at: { row: number; column: number },
): void {
  for (const [index, cells] of [...head, ...body.map((row) => row.cells)].entries()) {
    const row = (sheet.grid[at.row + index] ??= [])
    while (row.length < at.column) row.push(null)
    for (const [offset, cell] of cells.entries()) row[at.column + offset] = cell
  }
  for (let row = 0; row < sheet.grid.length; row += 1) sheet.grid[row] ??= []
  for (const merge of merges) sheet.merges.push({ ...merge, row: merge.row + at.row, column: merge.column + at.column })
  for (const [index, { truth = [] }] of body.entries()) {
    for (const each of truth) sheet.truth.push({ ...each, row: at.row + head.length + index + 1 })
  }
  sheet.hiddenColumns.push(...hiddenColumns.map((column) => column + at.column))
}

function moved(columns: TrueColumns, by: number): TrueColumns {
  const { qnt, ...rest } = columns
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, at]) => [field, at + by])),
    qnt: qnt.map((at) => at + by),
  }
}
