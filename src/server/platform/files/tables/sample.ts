import { maxColumns, plainText, shownText, type Sheet } from './sheet.ts'

/** Two texts of a cell: as it is shown, and a number's digits; one text where they are the same. */
export type SampleCell = string | readonly [shown: string, plain: string]

export type SampleRow = { /** From 0. */ row: number; cells: readonly SampleCell[] }

/** A sample of a sheet, for detecting its columns. */
export type SheetSample = {
  index: number
  name: string
  /** Rows with anything in them. */
  filled: number
  /** The first filled rows, with merged headings written into each of their columns. */
  head: SampleRow[]
  /** Rows from all over the sheet: evenly, and the first that fill each column. */
  body: SampleRow[]
  /** Rows of words alone below the head, which may be the headings of further tables. */
  captions: SampleRow[]
  /** Rows of a few words, which may be titles. */
  titles: { row: number; text: string }[]
  /** Rows in all, as many as were looked at, and filled columns behind those that are read. */
  totalRows: number
  rowCount: number
  columnsBeyond: number
  typed?: Sheet['typed']
  isHiddenSheet?: boolean
}

const headRows = 40
const evenRows = 150
const ofEachColumn = 8
const maxCaptions = 100
const maxTitles = 200

export function shownOf(cell: SampleCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell[0]
}

export function plainOf(cell: SampleCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell[1]
}

/** Looks through a sheet once. */
export function sampleSheet(sheet: Sheet, index: number): SheetSample {
  const filled = filledRows(sheet)
  const head = filled.slice(0, headRows)
  const body = [...new Set([...head, ...evenly(filled, evenRows), ...firstOfColumns(sheet, filled)])].toSorted(
    (a, b) => a - b,
  )
  return {
    index,
    name: sheet.name,
    filled: filled.length,
    head: head.map((row) => ({ row, cells: withMerged(sheet, row) })),
    body: body.map((row) => ({ row, cells: cellsOf(sheet, row) })),
    captions: captionsOf(sheet, filled).map((row) => ({ row, cells: withMerged(sheet, row) })),
    titles: titlesOf(sheet, filled),
    totalRows: sheet.totalRows,
    rowCount: sheet.rowCount,
    columnsBeyond: sheet.columnsBeyond,
    ...(sheet.typed ? { typed: sheet.typed } : {}),
    ...(sheet.isHiddenSheet ? { isHiddenSheet: true } : {}),
  }
}

/** Every row with anything in it. */
export function filledCells(sheet: Sheet): SampleRow[] {
  return filledRows(sheet).map((row) => ({ row, cells: withMerged(sheet, row) }))
}

/** Goods have a figure somewhere in their row; headings rarely have any. */
function captionsOf(sheet: Sheet, filled: readonly number[]): number[] {
  const captions: number[] = []
  for (const row of filled) {
    const texts = sheet.row(row).map(shownText).filter(Boolean)
    if (texts.length >= 2 && texts.every((text) => !/^\s*[-+]?\d/.test(text))) captions.push(row)
    if (captions.length === maxCaptions) break
  }
  return captions
}

function titlesOf(sheet: Sheet, filled: readonly number[]): SheetSample['titles'] {
  const titles: SheetSample['titles'] = []
  for (const row of filled) {
    const texts = sheet.row(row).map(shownText).filter(Boolean)
    if (texts.length <= 2 && /^\p{L}{3}/u.test(texts[0] ?? '')) titles.push({ row, text: texts.join(' ') })
    if (titles.length === maxTitles) break
  }
  return titles
}

function filledRows(sheet: Sheet): number[] {
  const filled: number[] = []
  for (let row = 0; row < sheet.rowCount; row += 1)
    if (sheet.row(row).some((cell) => shownText(cell) !== '')) filled.push(row)
  return filled
}

function evenly(rows: readonly number[], count: number): number[] {
  const step = Math.max(1, rows.length / count)
  return Array.from({ length: Math.min(count, rows.length) }, (_, index) => rows[Math.floor(index * step)] ?? 0)
}

/** A quantity column may be empty except for a few rows far below. */
function firstOfColumns(sheet: Sheet, filled: readonly number[]): number[] {
  const seen: number[] = []
  const found: number[] = []
  for (const row of filled.slice(headRows)) {
    let isNew = false
    for (const [column, cell] of sheet.row(row).entries()) {
      if (shownText(cell) === '' || (seen[column] ?? 0) >= ofEachColumn) continue
      seen[column] = (seen[column] ?? 0) + 1
      isNew = true
    }
    if (isNew) found.push(row)
  }
  return found
}

function cellsOf(sheet: Sheet, row: number): SampleCell[] {
  return Array.from(sheet.row(row), (cell) => {
    const [shown, plain] = [shownText(cell), plainText(cell)]
    return shown === plain ? shown : ([shown, plain] as const)
  })
}

/** A heading over several columns stands in the first of them. */
function withMerged(sheet: Sheet, row: number): SampleCell[] {
  const cells = cellsOf(sheet, row)
  for (const { top, left, right } of sheet.merges) {
    if (top !== row || right === left) continue
    const text = cells[left] ?? ''
    for (let column = left + 1; column <= Math.min(right, maxColumns - 1); column += 1)
      if (shownOf(cells[column]) === '') cells[column] = text
  }
  return Array.from(cells, (cell) => cell ?? '')
}
