import type { Day } from '#shared/rules/dates.ts'
import { plainOf, shownOf, type SampleRow } from '#server/platform/files/tables/sample.ts'
import { dayIn } from './day-text.ts'
import { findLedgerColumns, type LedgerColumns } from './ledger-columns.ts'
import { kopecksOf } from './money-text.ts'

/** A line of the buyer's books as it stands in their file. */
export type BookLine = {
  /** As a spreadsheet counts, from 1. */
  row: number
  day: Day | null
  document: string
  debitKopecks: number
  creditKopecks: number
}

export type BookFile = {
  lines: BookLine[]
  /** Debit − credit as the file says; null: it does not. */
  openingKopecks: number | null
  closingKopecks: number | null
}

const opening = /начал|входящ|на\s+нач/i
/** A row that begins so, its number and day apart; 'Корректировка сальдо' is a document. */
const balance = /^[\d\s.:/-]*(?:сальдо|остаток)(?![а-яё])/i
const totals = /^[\d\s.:/-]*(?:обороты?|итого|всего)(?![а-яё])/i
const longestDocument = 300

/** Lines, opening and closing balance of a sheet; undefined: no columns of sums are found in it. */
export function readLedger(rows: readonly SampleRow[], own: { buyer: string; seller: string }): BookFile | undefined {
  const columns = findLedgerColumns(rows, own)
  if (!columns) return undefined
  const file: BookFile = { lines: [], openingKopecks: null, closingKopecks: null }
  let day: Day | null = null
  for (const row of rows) {
    if (row.row < columns.from) continue
    const words = textOf(row, columns)
    const sums = sumsOf(row, columns, words)
    if (totals.test(words)) continue
    if (balance.test(words)) {
      const kopecks = (sums?.debitKopecks ?? 0) - (sums?.creditKopecks ?? 0)
      if (opening.test(words) || (file.lines.length === 0 && file.openingKopecks === null))
        file.openingKopecks ??= kopecks
      else file.closingKopecks = kopecks
      continue
    }
    if (sums === undefined) continue
    day = dayOf(row, columns) ?? day
    for (const side of sidesOf(sums))
      file.lines.push({ row: row.row + 1, day, document: documentOf(row, columns), ...side })
  }
  return file.lines.length === 0 && file.openingKopecks === null ? undefined : file
}

type Sums = Pick<BookLine, 'debitKopecks' | 'creditKopecks'>

/** A row with both is two lines. */
function sidesOf({ debitKopecks, creditKopecks }: Sums): Sums[] {
  return [
    { debitKopecks, creditKopecks: 0 },
    { debitKopecks: 0, creditKopecks },
  ].filter((side) => side.debitKopecks !== 0 || side.creditKopecks !== 0)
}

const paying = /оплат|плат[её]ж|списани|перечисл|п\/п|возврат/i

function sumsOf(row: SampleRow, { debit, credit, sum }: LedgerColumns, words: string): Sums | undefined {
  if (sum !== undefined) {
    const kopecks = sumAt(row, sum)
    if (kopecks === undefined || kopecks === 0) return undefined
    // In the buyer's books what they pay stands in the debit.
    const paid = kopecks < 0 || paying.test(words)
    return paid
      ? { debitKopecks: Math.abs(kopecks), creditKopecks: 0 }
      : { debitKopecks: 0, creditKopecks: Math.abs(kopecks) }
  }
  const [debitKopecks, creditKopecks] = [sumAt(row, debit), sumAt(row, credit)]
  if (debitKopecks === undefined && creditKopecks === undefined) return undefined
  return { debitKopecks: debitKopecks ?? 0, creditKopecks: creditKopecks ?? 0 }
}

function sumAt(row: SampleRow, column: number | undefined): number | undefined {
  if (column === undefined) return undefined
  return kopecksOf(plainOf(row.cells[column])) ?? kopecksOf(shownOf(row.cells[column]))
}

function textOf(row: SampleRow, { documents, first, last }: LedgerColumns): string {
  const beside = row.cells.slice(first, Math.max(last + 1, ...documents.map((column) => column + 1)))
  return beside.map(shownOf).join(' ')
}

function documentOf(row: SampleRow, { documents }: LedgerColumns): string {
  const texts = documents.map((column) => shownOf(row.cells[column]).trim()).filter(Boolean)
  return [...new Set(texts)].join(' ').slice(0, longestDocument)
}

function dayOf(row: SampleRow, { date, documents }: LedgerColumns): Day | null {
  const own = date === undefined ? null : (dayIn(plainOf(row.cells[date])) ?? dayIn(shownOf(row.cells[date])))
  // Without a column of dates the document's own is the best there is.
  return own ?? (date === undefined ? dayIn(documents.map((column) => shownOf(row.cells[column])).join(' ')) : null)
}
