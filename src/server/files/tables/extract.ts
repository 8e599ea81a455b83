import { parseQuantityText, type QuantityText } from '#shared/rules/quantity-text.ts'
import { plainText, shownText, type Cell, type Sheet } from './sheet.ts'

/** Where to read: rows from 0 from this one on, and the column of each field from 0. */
export type ExtractChoice = { from: number; columns: { articul?: number; code?: number; barcode?: number; name?: number; /** What goes on with the name. */ tail?: number | undefined; /** What the quantity is counted in. */ unit?: number | undefined; qnt: number } }

/** A row with a quantity: its number as a spreadsheet counts, from 1, and its texts. */
export type ExtractedRow = { row: number; articul: string; code: string; barcode: string; name: string; qnt: string; unit?: string }

export type Extracted = { rows: ExtractedRow[]; /** Filled rows without a quantity. */ skipped: number; isCut: boolean }

/** Cells that a merge reaches downwards; more rows than this are a layout, not a good's name. */
const mostMergedRows = 200
const total = /^(итого|итог|всего|total|subtotal|grand total)(?![a-zа-яё])/i

/**
 * All rows with a quantity, up to `most`; sums of the rows above them, signatures below a table, and headings repeated in
 * it are skipped.
 */
export function extractRows(sheet: Sheet, { from, columns }: ExtractChoice, most: number): Extracted {
  const texts = textsBelowMerges(sheet, [columns.articul, columns.code, columns.barcode, columns.name])
  const repeats = headingAbove(sheet, from, columns)
  const isSum = sumsOf()
  // Below a total they are goods only if more goods follow.
  const doubtful: ExtractedRow[] = []
  let isOver = false
  const rows: ExtractedRow[] = []
  let skipped = 0
  for (let place = from; place < sheet.rowCount; place += 1) {
    const cells = sheet.row(place)
    const qnt = plainText(cells[columns.qnt])
    const quantity = parseQuantityText(qnt)
    if (quantity === 'empty') {
      if (cells.some((cell) => shownText(cell) !== '')) skipped += 1
      isOver ||= rows.length > 0 && cells.some((cell) => total.test(shownText(cell)))
      continue
    }
    const at = (column: number | undefined, textOf: (cell: Cell | undefined) => string) => (column === undefined ? '' : textOf(texts(place, column, cells)))
    const row = { row: place + 1, articul: at(columns.articul, codeText), code: at(columns.code, codeText), barcode: at(columns.barcode, codeText), name: nameOf(at(columns.name, shownText), at(columns.tail, shownText)), qnt, unit: at(columns.unit, shownText) }
    const isTotal = isNoGood(row, cells)
    isOver ||= isTotal
    if (isTotal || isSum(row, quantity) || (quantity === 'unclear' && (isNameless(row) || repeats(row)))) skipped += 1
    else if (isOver && quantity === 'unclear' && isWordsAlone(row)) doubtful.push(row)
    else {
      rows.push(...doubtful.splice(0), row)
      if (rows.length > most) break
    }
  }
  return { rows: rows.slice(0, most), skipped: skipped + doubtful.length, isCut: sheet.isCut || rows.length > most }
}

/** Whether a row says again what stands above the table. */
function headingAbove(sheet: Sheet, from: number, columns: ExtractChoice['columns']): (row: ExtractedRow) => boolean {
  const told = (column: number | undefined, place: number) => (column === undefined || place < 0 ? '' : shownText(sheet.row(place)[column]).toLowerCase())
  const rows = [from - 1, from - 2].map((place) => ({ qnt: told(columns.qnt, place), articul: told(columns.articul, place), code: told(columns.code, place), name: told(columns.name, place) }))
  return (row) => rows.some((heading) => (['qnt', 'articul', 'code', 'name'] as const).some((field) => heading[field] !== '' && row[field].toLowerCase() === heading[field]))
}

/** Whether a quantity without a good is the sum of those above it: of all, or since the last such sum. */
function sumsOf(): (row: ExtractedRow, quantity: QuantityText) => boolean {
  const since = { all: 0, last: 0, rows: 0 }
  return (row, quantity) => {
    if (typeof quantity === 'string') return false
    const { milli } = quantity
    if (isNameless(row) && since.rows > 1 && (milli === since.all || milli === since.last)) {
      since.last = 0
      return true
    }
    since.all += milli
    since.last += milli
    since.rows += 1
    return false
  }
}

/** A director's name, not a good. */
function isWordsAlone({ articul, code, barcode, qnt }: ExtractedRow): boolean {
  return !/\d/.test(articul + code + barcode + qnt)
}

/** Digits of a code that a sheet holds as a number: with the zeros that are shown before them, without added decimals. */
function codeText(cell: Cell | undefined): string {
  const [shown, plain] = [shownText(cell), plainText(cell)]
  if (shown === plain) return shown
  return shown.replace(/\D/g, '').replace(/^0+/, '') === plain.replace(/\D/g, '').replace(/^0+/, '') ? shown : plain
}

/** As a variant is called: its parameters in parentheses. */
function nameOf(name: string, tail: string): string {
  return tail === '' ? name : `${name} (${tail})`
}

function isNameless({ articul, code, barcode, name }: ExtractedRow): boolean {
  return articul === '' && code === '' && barcode === '' && name === ''
}

/** 'Итого: 120' has a quantity, but asks for nothing. */
function isNoGood({ articul, code, barcode, name }: ExtractedRow, cells: readonly (Cell | undefined)[]): boolean {
  if (barcode !== '' || [articul, code].some((text) => text !== '' && !total.test(text))) return false
  return total.test(name) || cells.some((cell) => total.test(shownText(cell)))
}

/** A text merged over several rows belongs to each of them. */
function textsBelowMerges(sheet: Sheet, columns: readonly (number | undefined)[]) {
  const tops = new Map<string, number>()
  for (const { top, bottom, left, right } of sheet.merges) {
    if (bottom <= top || bottom - top > mostMergedRows) continue
    for (const column of columns) {
      if (column === undefined || column < left || column > right) continue
      for (let row = top + 1; row <= bottom; row += 1) tops.set(`${row}:${column}`, top)
    }
  }
  return (row: number, column: number, cells: readonly (Cell | undefined)[]): Cell | undefined => {
    const top = tops.size === 0 ? undefined : tops.get(`${row}:${column}`)
    return top === undefined ? cells[column] : (sheet.row(top)[column] ?? cells[column])
  }
}
