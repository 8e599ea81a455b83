import type { ClipboardEvent } from 'react'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'

/** A line of a pasted table: what names the good, and how much of it; '' where the table has no such column. */
export type PastedLine = { code: string; qnt: string }

/** The table of a paste, which then does not go into the field; undefined where it is one cell. */
export function takeTable(event: ClipboardEvent): string | undefined {
  const text = event.clipboardData.getData('text/plain')
  if (!isTable(text)) return undefined
  event.preventDefault()
  return text
}

/** Whether a pasted text is more than one cell: then it fills rows instead of the field. */
export function isTable(text: string): boolean {
  return /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''))
}

/**
 * The lines of a table copied from a spreadsheet: codes and quantities in the columns that its headings name, else the
 * first column and the first one after it that holds nothing but numbers. A column that counts the rows is passed over.
 */
export function pastedLines(text: string): PastedLine[] {
  const table = cellsOf(text).filter((row) => row.some((cell) => cell !== ''))
  const [first = []] = table
  const isHeaded = table.length > 1 && namesColumns(first)
  const rows = isHeaded ? table.slice(1) : table
  const code = (isHeaded ? headed(first, codeHeadings) : undefined) ?? codeColumn(rows)
  const qnt = (isHeaded ? headed(first, quantityHeadings) : undefined) ?? quantityColumn(rows, code)
  return rows.map((row) => ({ code: row[code] ?? '', qnt: qnt === undefined ? '' : (row[qnt] ?? '') })).filter(({ code, qnt }) => code !== '' || qnt !== '')
}

/** Cells as a spreadsheet copies them: tabs between them, a cell with a line break or a quote inside stands in quotes. */
export function cellsOf(text: string): string[][] {
  const separator = text.includes('\t') || !text.includes(';') ? '\t' : ';'
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.replace(/\s+/g, ' ').trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') {
      endCell()
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

const codeHeadings = [/артикул|articul|article|sku/i, /штрих|barcode|ean/i, /код|code/i]
const quantityHeadings = [/кол-?\s?во|количество|qty|quantity/i, /заказ|order/i]

/** A row of headings has a word that heads a column, and no number. */
function namesColumns(row: readonly string[]): boolean {
  return row.every((cell) => !isNumber(cell)) && [...codeHeadings, ...quantityHeadings].some((heading) => row.some((cell) => heading.test(cell)))
}

function headed(row: readonly string[], headings: readonly RegExp[]): number | undefined {
  for (const heading of headings) {
    const column = row.findIndex((cell) => heading.test(cell))
    if (column >= 0) return column
  }
  return undefined
}

function codeColumn(rows: readonly string[][]): number {
  const isCounted = rows.length > 1 && (rows[0]?.length ?? 0) > 2 && rows.every((row, place) => row[0] === String(place + 1))
  return isCounted ? 1 : 0
}

function quantityColumn(rows: readonly string[][], code: number): number | undefined {
  const width = Math.max(...rows.map((row) => row.length))
  const after = Array.from({ length: width }, (_, column) => column).filter((column) => column > code)
  return after.find((column) => isNumeric(rows, column)) ?? (after.length === 1 ? after[0] : undefined)
}

function isNumeric(rows: readonly string[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.every(isNumber)
}

function isNumber(cell: string): boolean {
  return /^[\d\s.,\u00a0]+(\s*\p{L}{1,4}\.?)?$/u.test(cell) && typeof parseQuantityText(cell) === 'object'
}
