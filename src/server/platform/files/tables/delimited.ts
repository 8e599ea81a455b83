import Papa from 'papaparse'
import { isQuotedLine, stripQuotePrefix } from './quoted-mail.ts'
import { maxColumns, maxSheetRows, type Sheet } from './sheet.ts'
import { haveExplicitQuantities, areTypedLines, parseTypedLine, stripSenders } from './typed-lines.ts'

const delimiters = ['\t', ';', '|', ','] as const
const maxSampleLines = 200

/**
 * Reads text with one row per line. The delimiter is the one with the most consistent number of cells per line. Text
 * without a delimiter is read as typed lines with a good and a quantity each.
 */
export function readDelimited(text: string, name: string): Sheet {
  const source = stripSenders(text.replace(/^\ufeff/, '').replace(/^sep=(.)\r?\n/i, ''))
  const delimiter = delimiterOf(source)
  const lines = delimiter === undefined ? joinQuotedLines(source.split(/\r\n|\r|\n/)) : []
  const cells =
    delimiter === undefined ? [] : Papa.parse<string[]>(source, { delimiter, preview: maxSheetRows + 1 }).data
  const firstCells = delimiter === undefined ? lines : cells.map(([first = '']) => first)
  const quoted = new Set(
    firstCells.flatMap((line, index) => (isQuotedLine(line, { isTyped: delimiter === undefined }) ? [index] : [])),
  )
  const rows =
    delimiter === undefined
      ? lines.slice(0, maxSheetRows + 1).map(parseTypedLine)
      : cells.map((row, index) => (quoted.has(index) ? [stripQuotePrefix(row[0] ?? ''), ...row.slice(1)] : row))
  // A final line break ends the last row; it does not begin another one.
  const end = rows.length > 0 && (rows.at(-1) ?? []).every((cell) => cell === '') ? rows.length - 1 : rows.length
  return {
    name,
    rowCount: Math.min(end, maxSheetRows),
    row: (index) => (rows[index] ?? []).slice(0, maxColumns),
    merges: [],
    totalRows: end > maxSheetRows ? Math.max(end, countLines(source)) : end,
    isHidden: () => false,
    isQuoted: (index) => quoted.has(index),
    columnsBeyond: rows.reduce((beyond, { length }) => Math.max(beyond, length - maxColumns), 0),
    ...(delimiter === undefined && rows.some(({ length }) => length >= 2)
      ? { typed: haveExplicitQuantities(lines) ? 'explicit' : 'bare' }
      : {}),
  }
}

const maxLinesPerCell = 6

/** Joins the lines of a quoted cell to one row. A quote that is not closed within a few lines belongs to a name. */
function joinQuotedLines(lines: readonly string[]): string[] {
  const rows: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const rest = opensQuote(line) ? lines.slice(index + 1, index + maxLinesPerCell) : []
    const end = rest.findIndex((next) => next.includes('"'))
    const isClosed = /^[^"]*"\s*$/.test(rest[end] ?? '')
    rows.push(isClosed ? [line, ...rest.slice(0, end + 1)].join(' ') : line)
    if (isClosed) index += end + 1
  }
  return rows
}

function opensQuote(line: string): boolean {
  return line.startsWith('"') && (line.match(/"/g)?.length ?? 0) % 2 === 1
}

/** Estimates the rows of a text that is too long to be read; line breaks inside quoted cells are counted, too. */
function countLines(text: string): number {
  return text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length
}

/** Undefined if no delimiter is used consistently. */
export function delimiterOf(text: string): string | undefined {
  const head = text.slice(0, 100_000)
  let best: { delimiter: string; score: number } | undefined
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: maxSampleLines })
    // Quoted cells that contain the delimiter were written by a program.
    const hasQuotedDelimiter = new RegExp(
      `(?:^|[${delimiter}])"[^"\\n]*[${delimiter}][^"\\n]*"(?:[${delimiter}]|\\r?$)`,
      'm',
    ).test(head)
    const score = consistencyScore(data, delimiter, hasQuotedDelimiter)
    if (score > 0 && (!best || score > best.score)) best = { delimiter, score }
  }
  return best?.delimiter
}

/** Share of filled lines with the most common number of cells; stricter for the comma, also a decimal point. */
function consistencyScore(rows: string[][], delimiter: string, hasQuotedDelimiter: boolean): number {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const widths = new Map<number, number>()
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width = 1, lines = 0] = [...widths].filter(([cells]) => cells > 1).toSorted((a, b) => b[1] - a[1])[0] ?? []
  if (width === 1) return 0
  const share = lines / filled.length
  if (hasQuotedDelimiter && share >= 0.8) return share * 0.8
  if (delimiter === ',')
    return share >= 0.8 && !areDecimalCommas(filled) && !isProse(filled, delimiter) ? share * 0.8 : 0
  if (delimiter === ';' && isProse(filled, delimiter)) return 0
  return share >= 0.5 ? share + (delimiter === '\t' ? 0.5 : 0) : 0
}

/** Typed lines contain commas, too: 'Круг отрезной, 125 мм - 4 шт'. */
function isProse(rows: string[][], delimiter: string): boolean {
  const pairs = rows.flatMap((cells) => cells.slice(1).map((cell, index) => [cells[index] ?? '', cell] as const))
  const spaced = pairs.filter(
    ([before, cell]) => cell.startsWith(' ') || (delimiter === ',' && /\d$/.test(before) && /^\d/.test(cell)),
  ).length
  const [head = [], ...body] = rows
  const areNumbers = (cells: string[]) => cells.slice(1).every((cell) => /^\s*[\d\s.,:]*$/.test(cell))
  const isTable = (areNumbers(head) || areHeadings(head)) && body.every(areNumbers)
  return spaced > pairs.length * 0.7 && !isTable && areTypedLines(rows.map((cells) => cells.join(delimiter)))
}

/** 'Артикул,Кол-во'; not 'Добрый день, коллеги'. */
function areHeadings(cells: readonly string[]): boolean {
  return cells.every((cell) => /^\p{L}[^\d]*$/u.test(cell))
}

/** 'Сахар 6,31' is one cell: digits on both sides of the only comma. */
function areDecimalCommas(rows: string[][]): boolean {
  return rows.every(
    (cells) =>
      cells.length === 2 &&
      /\d$/.test(cells[0] ?? '') &&
      /^\d{1,3}(\D|$)/.test(cells[1] ?? '') &&
      /\s\d+$/.test(cells[0] ?? ''),
  )
}
