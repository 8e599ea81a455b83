import Papa from 'papaparse'
import { isQuotedLine, withoutQuoting } from './quoted-letters.ts'
import { maxColumns, maxSheetRows, type Sheet } from './sheet.ts'
import { haveExplicitQuantities, areTypedLines, typedRow, withoutSenders } from './typed-lines.ts'

const delimiters = ['\t', ';', '|', ','] as const
const looked = 200

/**
 * Text with one row a line as a sheet. The delimiter is the one that gives most lines the same number of cells; text
 * without one, as it is typed into a message, gives a code and a quantity a line.
 */
export function readDelimited(text: string, name: string): Sheet {
  const source = withoutSenders(text.replace(/^\ufeff/, '').replace(/^sep=(.)\r?\n/i, ''))
  const delimiter = delimiterOf(source)
  const lines = delimiter === undefined ? withQuotedBreaks(source.split(/\r\n|\r|\n/)) : []
  const cells =
    delimiter === undefined ? [] : Papa.parse<string[]>(source, { delimiter, preview: maxSheetRows + 1 }).data
  const starts = delimiter === undefined ? lines : cells.map(([first = '']) => first)
  const quoted = new Set(
    starts.flatMap((line, index) => (isQuotedLine(line, { isTyped: delimiter === undefined }) ? [index] : [])),
  )
  const rows =
    delimiter === undefined
      ? lines.slice(0, maxSheetRows + 1).map(typedRow)
      : cells.map((row, index) => (quoted.has(index) ? [withoutQuoting(row[0] ?? ''), ...row.slice(1)] : row))
  // What the text ends with is the end of its last row.
  const end = rows.length > 0 && (rows.at(-1) ?? []).every((cell) => cell === '') ? rows.length - 1 : rows.length
  return {
    name,
    rowCount: Math.min(end, maxSheetRows),
    row: (place) => (rows[place] ?? []).slice(0, maxColumns),
    merges: [],
    totalRows: end > maxSheetRows ? Math.max(end, countLines(source)) : end,
    isHidden: () => false,
    isQuoted: (place) => quoted.has(place),
    columnsBeyond: rows.reduce((beyond, { length }) => Math.max(beyond, length - maxColumns), 0),
    ...(delimiter === undefined && rows.some(({ length }) => length >= 2)
      ? { typed: haveExplicitQuantities(lines) ? 'explicit' : 'bare' }
      : {}),
  }
}

const mostBrokenLines = 6

/** A cell with line breaks is quoted: its lines are one row. A quote that nothing closes soon belongs to a name. */
function withQuotedBreaks(lines: readonly string[]): string[] {
  const rows: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const rest = opensQuote(line) ? lines.slice(at + 1, at + mostBrokenLines) : []
    const end = rest.findIndex((next) => next.includes('"'))
    const isClosed = /^[^"]*"\s*$/.test(rest[end] ?? '')
    rows.push(isClosed ? [line, ...rest.slice(0, end + 1)].join(' ') : line)
    if (isClosed) at += end + 1
  }
  return rows
}

function opensQuote(line: string): boolean {
  return line.startsWith('"') && (line.match(/"/g)?.length ?? 0) % 2 === 1
}

/** Rows of a text that is too long to be read whole; a line break inside a quoted cell counts as one, too. */
function countLines(text: string): number {
  return text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length
}

/** Undefined: no delimiter stands in the lines alike. */
export function delimiterOf(text: string): string | undefined {
  const head = text.slice(0, 100_000)
  let best: { delimiter: string; score: number } | undefined
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: looked })
    // Quoted cells that hold the delimiter are those of a program's table, whatever stands in them.
    const isQuoting = new RegExp(
      `(?:^|[${delimiter}])"[^"\\n]*[${delimiter}][^"\\n]*"(?:[${delimiter}]|\\r?$)`,
      'm',
    ).test(head)
    const score = consistency(data, delimiter, isQuoting)
    if (score > 0 && (!best || score > best.score)) best = { delimiter, score }
  }
  return best?.delimiter
}

/** Share of filled lines with the commonest number of cells; a comma is also a decimal sign and must do better. */
function consistency(rows: string[][], delimiter: string, isQuoting: boolean): number {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const widths = new Map<number, number>()
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width = 1, lines = 0] = [...widths].filter(([cells]) => cells > 1).toSorted((a, b) => b[1] - a[1])[0] ?? []
  if (width === 1) return 0
  const share = lines / filled.length
  if (isQuoting && share >= 0.8) return share * 0.8
  if (delimiter === ',') return share >= 0.8 && !isDecimalSign(filled) && !isProse(filled, delimiter) ? share * 0.8 : 0
  if (delimiter === ';' && isProse(filled, delimiter)) return 0
  return share >= 0.5 ? share + (delimiter === '\t' ? 0.5 : 0) : 0
}

/** Lines that people have typed have commas, too: 'Круг отрезной, 125 мм - 4 шт'. */
function isProse(rows: string[][], delimiter: string): boolean {
  const after = rows.flatMap((cells) => cells.slice(1).map((cell, index) => [cells[index] ?? '', cell] as const))
  const spaced = after.filter(
    ([before, cell]) => cell.startsWith(' ') || (delimiter === ',' && /\d$/.test(before) && /^\d/.test(cell)),
  ).length
  const [head = [], ...body] = rows
  const holdsNumbers = (cells: string[]) => cells.slice(1).every((cell) => /^\s*[\d\s.,:]*$/.test(cell))
  const isTable = (holdsNumbers(head) || areHeadings(head)) && body.every(holdsNumbers)
  return spaced > after.length * 0.7 && !isTable && areTypedLines(rows.map((cells) => cells.join(delimiter)))
}

/** 'Артикул,Кол-во', and no 'Добрый день, коллеги'. */
function areHeadings(cells: readonly string[]): boolean {
  return cells.every((cell) => /^\p{L}[^\d]*$/u.test(cell))
}

/** 'Сахар 6,31' is one cell: what a comma divides are digits on both sides of it. */
function isDecimalSign(rows: string[][]): boolean {
  return rows.every(
    (cells) =>
      cells.length === 2 &&
      /\d$/.test(cells[0] ?? '') &&
      /^\d{1,3}(\D|$)/.test(cells[1] ?? '') &&
      /\s\d+$/.test(cells[0] ?? ''),
  )
}
