import type { Day } from '#shared/rules/dates.ts'
import { plainOf, shownOf, type SampleRow } from '#server/platform/files/tables/sample.ts'
import { findDay, month } from './day-text.ts'
import { findLedgerColumns, type LedgerColumns } from './ledger-columns.ts'
import { parseKopecks } from './money-text.ts'

/** A line of the buyer's ledger as in the file. */
export type BookLine = {
  /** Row number in the spreadsheet, from 1. */
  row: number
  day: Day | null
  document: string
  debitKopecks: number
  creditKopecks: number
}

export type BookFile = {
  lines: BookLine[]
  /** Debit − credit stated in the file; null: not stated. */
  openingKopecks: number | null
  closingKopecks: number | null
}

const opening = /начал|входящ|на\s+нач/i
/** Opening and closing balance rows; 'Корректировка сальдо' is a document. */
const balance = /^[\d\s.:/-]*(?:сальдо|остаток)(?![а-яё])/i
const totals = /^[\d\s.:/-]*(?:обороты?|итого|всего)(?![а-яё])/i
const maxDocumentLength = 300

/** Reads lines, opening and closing balance of a sheet; undefined: it has no columns of sums. */
export function readLedger(rows: readonly SampleRow[], own: { buyer: string; seller: string }): BookFile | undefined {
  const tables = findLedgerColumns(rows, own)
  if (!tables) return undefined
  const [leading] = tables
  const read = tables.flatMap((columns, index) => {
    const until = tables[index + 1]?.heading ?? Infinity
    const table = readTable(
      rows.filter(({ row }) => row >= columns.from && row < until),
      columns,
    )
    // A summary beside the lines tells no days.
    const isSummary = table.lines.length > 0 && table.lines.every(({ day }) => day === null)
    return leading?.date !== undefined && isSummary ? [] : [table]
  })
  const file = joinBooks(read)
  return file.lines.length === 0 && file.openingKopecks === null ? undefined : file
}

/** Tables of several accounts as one book; one without an opening balance goes on with the table before it. */
export function joinBooks(tables: readonly BookFile[]): BookFile {
  const accounts: BookFile[] = []
  for (const table of tables) {
    const former = accounts.at(-1)
    if (!former || table.openingKopecks !== null) accounts.push({ ...table })
    else if (table.lines.length > 0) former.closingKopecks = table.closingKopecks
  }
  const sum = (pick: (account: BookFile) => number | null) => {
    const known = accounts.map(pick).filter((kopecks) => kopecks !== null)
    return known.length < accounts.length || known.length === 0 ? null : known.reduce((total, each) => total + each, 0)
  }
  return {
    lines: tables.flatMap(({ lines }) => lines),
    openingKopecks: sum(({ openingKopecks }) => openingKopecks),
    closingKopecks: sum(({ closingKopecks }) => closingKopecks),
  }
}

function readTable(rows: readonly SampleRow[], columns: LedgerColumns): BookFile {
  const file: BookFile = { lines: [], openingKopecks: null, closingKopecks: null }
  let day: Day | null = null
  for (const row of rows) {
    const words = readText(row, columns)
    const sums = readSums(row, columns, words)
    if (totals.test(words)) continue
    if (balance.test(words)) {
      const kopecks = (sums?.debitKopecks ?? 0) - (sums?.creditKopecks ?? 0)
      if (opening.test(words) || (file.lines.length === 0 && file.openingKopecks === null))
        file.openingKopecks ??= kopecks
      else file.closingKopecks = kopecks
      continue
    }
    if (sums === undefined || isPeriod(row, columns)) continue
    day = readDay(row, columns) ?? day
    for (const side of signedSides(sums))
      file.lines.push({ row: row.row + 1, day, document: readDocument(row, columns), ...side })
  }
  return file
}

/** A row that names nothing but a month sums it up; so does one that names nothing at all. */
function isPeriod(row: SampleRow, { first, documents, debit, credit, sum }: LedgerColumns): boolean {
  const until = Math.min(...[debit, credit, sum].filter((column) => column !== undefined))
  const words = row.cells.slice(first, until).map(shownOf).join(' ').trim()
  return (words === '' && documents.length > 0) || month.test(words)
}

type Sums = Pick<BookLine, 'debitKopecks' | 'creditKopecks'>

/** A row with debit and credit becomes two lines. */
function signedSides({ debitKopecks, creditKopecks }: Sums): Sums[] {
  return [
    { debitKopecks, creditKopecks: 0 },
    { debitKopecks: 0, creditKopecks },
  ].filter((side) => side.debitKopecks !== 0 || side.creditKopecks !== 0)
}

const paying = /оплат|плат[её]ж|списани|перечисл|п\/п|возврат/i

function readSums(row: SampleRow, { debit, credit, sum }: LedgerColumns, words: string): Sums | undefined {
  if (sum !== undefined) {
    const kopecks = readSum(row, sum)
    if (kopecks === undefined || kopecks === 0) return undefined
    // In the buyer's ledger their payments are debits.
    const paid = kopecks < 0 || paying.test(words)
    return paid
      ? { debitKopecks: Math.abs(kopecks), creditKopecks: 0 }
      : { debitKopecks: 0, creditKopecks: Math.abs(kopecks) }
  }
  const [debitKopecks, creditKopecks] = [readSum(row, debit), readSum(row, credit)]
  if (debitKopecks === undefined && creditKopecks === undefined) return undefined
  return { debitKopecks: debitKopecks ?? 0, creditKopecks: creditKopecks ?? 0 }
}

function readSum(row: SampleRow, column: number | undefined): number | undefined {
  if (column === undefined) return undefined
  return parseKopecks(plainOf(row.cells[column])) ?? parseKopecks(shownOf(row.cells[column]))
}

function readText(row: SampleRow, { documents, first, last }: LedgerColumns): string {
  const beside = row.cells.slice(first, Math.max(last + 1, ...documents.map((column) => column + 1)))
  return beside.map(shownOf).join(' ')
}

function readDocument(row: SampleRow, { documents }: LedgerColumns): string {
  const texts = documents.map((column) => shownOf(row.cells[column]).trim()).filter(Boolean)
  return [...new Set(texts)].join(' ').slice(0, maxDocumentLength)
}

function readDay(row: SampleRow, { date, documents }: LedgerColumns): Day | null {
  const own = date === undefined ? null : (findDay(plainOf(row.cells[date])) ?? findDay(shownOf(row.cells[date])))
  // Without a date column the date in the document's text is used.
  return own ?? (date === undefined ? findDay(documents.map((column) => shownOf(row.cells[column])).join(' ')) : null)
}
