import { maxColumns, plainText, shownText, wholeTexts, type Sheet } from './sheet.ts'

/** Displayed and plain text of a cell; a single text if they are equal. */
export type SampleCell = string | readonly [shown: string, plain: string]

export type SampleRow = { /** From 0. */ row: number; cells: readonly SampleCell[] }

/** A sample of a sheet, for detecting its columns. */
export type SheetSample = {
  index: number
  name: string
  /** Number of non-empty rows. */
  filled: number
  /** The first filled rows, with merged headings repeated in each of their columns. */
  head: SampleRow[]
  /** Rows of the whole sheet: evenly spaced ones, and the first filled ones of each column. */
  body: SampleRow[]
  /** Rows without numbers, which may be headings of further tables. */
  headingCandidates: SampleRow[]
  /** Rows of a few words, which may be titles. */
  titles: { row: number; text: string }[]
  /** Rows of the sheet, rows read, and filled columns that are not read. */
  totalRows: number
  rowCount: number
  columnsBeyond: number
  typed?: Sheet['typed']
  isHiddenSheet?: boolean
}

const maxHeadRows = 40
const maxEvenRows = 150
const rowsPerColumn = 8
const maxHeadingCandidates = 100
const maxTitles = 200

export function shownOf(cell: SampleCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell[0]
}

export function plainOf(cell: SampleCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell[1]
}

/** Samples a sheet. */
export function sampleSheet(sheet: Sheet, index: number): SheetSample {
  const filled = filledRows(sheet)
  const head = filled.slice(0, maxHeadRows)
  const body = [
    ...new Set([...head, ...pickEvenly(filled, maxEvenRows), ...firstRowsOfColumns(sheet, filled)]),
  ].toSorted((a, b) => a - b)
  return {
    index,
    name: sheet.name,
    filled: filled.length,
    head: head.map((row) => ({ row, cells: cellsWithMerged(sheet, row) })),
    body: body.map((row) => ({ row, cells: cellsOf(sheet, row) })),
    headingCandidates: findHeadingCandidates(sheet, filled).map((row) => ({ row, cells: cellsWithMerged(sheet, row) })),
    titles: findTitles(sheet, filled),
    totalRows: sheet.totalRows,
    rowCount: sheet.rowCount,
    columnsBeyond: sheet.columnsBeyond,
    ...(sheet.typed ? { typed: sheet.typed } : {}),
    ...(sheet.isHiddenSheet ? { isHiddenSheet: true } : {}),
  }
}

/** All non-empty rows. */
export function filledCells(sheet: Sheet, { whole }: { whole: boolean }): SampleRow[] {
  return filledRows(sheet).map((row) => ({ row, cells: cellsWithMerged(sheet, row, whole) }))
}

/** Rows of goods contain a number; headings rarely do. */
function findHeadingCandidates(sheet: Sheet, filled: readonly number[]): number[] {
  const headingCandidates: number[] = []
  for (const row of filled) {
    const texts = sheet.row(row).map(shownText).filter(Boolean)
    if (texts.length >= 2 && texts.every((text) => !/^\s*[-+]?\d/.test(text))) headingCandidates.push(row)
    if (headingCandidates.length === maxHeadingCandidates) break
  }
  return headingCandidates
}

function findTitles(sheet: Sheet, filled: readonly number[]): SheetSample['titles'] {
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

function pickEvenly(rows: readonly number[], count: number): number[] {
  const step = Math.max(1, rows.length / count)
  return Array.from({ length: Math.min(count, rows.length) }, (_, index) => rows[Math.floor(index * step)] ?? 0)
}

/** A quantity column may be empty except for a few rows far below. */
function firstRowsOfColumns(sheet: Sheet, filled: readonly number[]): number[] {
  const countsByColumn: number[] = []
  const found: number[] = []
  for (const row of filled.slice(maxHeadRows)) {
    let isNew = false
    for (const [column, cell] of sheet.row(row).entries()) {
      if (shownText(cell) === '' || (countsByColumn[column] ?? 0) >= rowsPerColumn) continue
      countsByColumn[column] = (countsByColumn[column] ?? 0) + 1
      isNew = true
    }
    if (isNew) found.push(row)
  }
  return found
}

function cellsOf(sheet: Sheet, row: number, whole = false): SampleCell[] {
  return Array.from(sheet.row(row), (cell) => {
    const [shown, plain] = whole ? wholeTexts(cell) : [shownText(cell), plainText(cell)]
    return shown === plain ? shown : ([shown, plain] as const)
  })
}

/** Only the first cell of a merged heading has the text: this repeats it in the others. */
function cellsWithMerged(sheet: Sheet, row: number, whole = false): SampleCell[] {
  const cells = cellsOf(sheet, row, whole)
  for (const { top, left, right } of sheet.merges) {
    if (top !== row || right === left) continue
    const text = cells[left] ?? ''
    for (let column = left + 1; column <= Math.min(right, maxColumns - 1); column += 1)
      if (shownOf(cells[column]) === '') cells[column] = text
  }
  return Array.from(cells, (cell) => cell ?? '')
}
