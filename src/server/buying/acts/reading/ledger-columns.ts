import { plainOf, shownOf, type SampleRow } from '#server/platform/files/tables/sample.ts'
import { parseKopecks } from './money-text.ts'
import { findDay } from './day-text.ts'

/** Columns of a ledger file, from 0. */
export type LedgerColumns = {
  /** The row of the headings, and the first row of lines. */
  heading: number
  from: number
  date: number | undefined
  documents: number[]
  debit?: number
  credit?: number
  /** A single column of sums; its sign or words tell the side. */
  sum?: number
  /** Range of this ledger's columns: an act has two ledgers side by side. */
  first: number
  last: number
}

/** Headings follow a title, parties and a period. */
const maxHeadingRows = 60
/** Number of rows examined to decide what a column contains. */
const sampleRows = 300
const debitWord = /^(?:дебет|дт|приход денег)(?![а-яё])/i
const creditWord = /^(?:кредит|кт)(?![а-яё])/i
const sumWord = /^сумма/i
const dateWord = /^(?:дата|период)/i
const documentWord = /документ|содержание|операци|наименование|номер|^№(?!\s*п)/i
const orderWord = /^(?:№\s*п\/?п|п\/п|n\s*п\/п)/i
const account = /^\d{2}(?:\.\d{1,2})*$/

/**
 * Columns of a card of an account, an act of reconciliation or a plain list, by their headings; of two halves the
 * buyer's. Further headings below, of the next page or of another account, have columns of their own. Undefined: no
 * column of sums.
 */
export function findLedgerColumns(
  rows: readonly SampleRow[],
  own: { buyer: string; seller: string },
): LedgerColumns[] | undefined {
  const headings = rows.flatMap((row, at) => (isHeading(row) ? [at] : []))
  const [first] = headings
  if (first === undefined || first > maxHeadingRows) return undefined
  const tables = headings.flatMap((at, index) => {
    const table = columnsUnder(rows, { at, until: headings[index + 1] ?? rows.length }, own)
    return table ? [table] : []
  })
  const [leading] = tables
  if (!leading) return undefined
  return leading.date === undefined ? [leading] : tables
}

function isHeading(row: SampleRow): boolean {
  const has = (word: RegExp) => toColumns(row, word).length > 0
  return (has(debitWord) && has(creditWord)) || (has(sumWord) && has(dateWord))
}

function columnsUnder(
  rows: readonly SampleRow[],
  { at, until }: { at: number; until: number },
  own: { buyer: string; seller: string },
): LedgerColumns | undefined {
  const row = rows[at]
  if (!row) return undefined
  const body = rows.slice(at + 1, Math.min(until, at + 1 + sampleRows))
  const [debits, credits] = [toColumns(row, debitWord), toColumns(row, creditWord)]
  if (debits.length > 0 && credits.length > 0) {
    const halves = splitHalves(debits, credits)
    const half = halves.length > 1 ? chooseHalf(halves, rows.slice(0, at), body, own) : halves[0]
    return half && toLedgerColumns(half, row, body)
  }
  const [sum] = toColumns(row, sumWord)
  return sum === undefined ? undefined : toLedgerColumns({ first: 0, last: row.cells.length - 1, sum }, row, body)
}

type Half = { first: number; last: number; debit?: number[]; credit?: number[]; sum?: number }

function toColumns(row: SampleRow, word: RegExp): number[] {
  return row.cells.flatMap((cell, column) => (word.test(shownOf(cell).trim()) ? [column] : []))
}

/**
 * A heading over several columns stands in each of them. Whichever side comes first, its return after the other begins
 * the second half.
 */
function splitHalves(debits: readonly number[], credits: readonly number[]): Half[] {
  const sides = [
    ...debits.map((column) => ({ column, side: 'debit' as const })),
    ...credits.map((column) => ({ column, side: 'credit' as const })),
  ].toSorted((one, other) => one.column - other.column)
  const halves: Required<Omit<Half, 'sum'>>[] = []
  let former: 'debit' | 'credit' | undefined
  for (const { column, side } of sides) {
    const half = halves.at(-1)
    if (!half || (side !== former && half[side].length > 0))
      halves.push({ first: half ? half.last + 1 : 0, last: column, debit: [], credit: [] })
    const own = halves.at(-1)
    own?.[side].push(column)
    if (own) own.last = column
    former = side
  }
  return halves.filter(({ debit, credit }) => debit.length > 0 && credit.length > 0)
}

/** The half with the buyer's name above it, otherwise the one without ours, otherwise the first with sums. */
function chooseHalf(
  halves: Half[],
  above: readonly SampleRow[],
  body: readonly SampleRow[],
  own: { buyer: string; seller: string },
): Half | undefined {
  const titleOf = ({ first, last }: Half) =>
    above
      .map(
        ({ cells }) =>
          cells
            .slice(first, last + 1)
            .map(shownOf)
            .find((text) => /по данным/i.test(text)) ?? '',
      )
      .findLast((text) => text !== '') ?? ''
  const names = (half: Half, name: string) =>
    name !== '' && withoutLegalForm(titleOf(half)).includes(withoutLegalForm(name))
  const filled = halves.filter((half) => sumColumns(half, body) > 0)
  return (
    filled.find((half) => names(half, own.buyer)) ??
    (filled.some((half) => names(half, own.seller)) ? filled.find((half) => !names(half, own.seller)) : undefined) ??
    filled[0] ??
    halves[0]
  )
}

/** Without legal form and punctuation: ООО «Вектор» → вектор. */
function withoutLegalForm(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<![а-яё])(?:ооо|ао|пао|ип|зао|нко)(?![а-яё])/g, '')
    .replace(/[^а-яёa-z\d]+/g, ' ')
    .trim()
}

function sumColumns({ debit = [], credit = [] }: Half, body: readonly SampleRow[]): number {
  return [...debit, ...credit].reduce((count, column) => count + countSums(body, column), 0)
}

/** Of a heading's columns the one that contains money: an account card also has account numbers there. */
function sumColumn(columns: readonly number[], body: readonly SampleRow[], until: number): number | undefined {
  const [first] = columns
  if (first === undefined) return undefined
  const span = columns.length > 1 ? columns : [first, first + 1].filter((column) => column < until)
  return span.toSorted((a, b) => countSums(body, b) - countSums(body, a) || a - b)[0]
}

function countSums(body: readonly SampleRow[], column: number): number {
  return body.filter(({ cells }) => {
    const text = plainOf(cells[column]).trim()
    return text !== '' && !account.test(text) && parseKopecks(text) !== undefined
  }).length
}

function toLedgerColumns(half: Half, heading: SampleRow, body: readonly SampleRow[]): LedgerColumns {
  const { first, last, sum } = half
  const [debitStart = last + 1] = half.debit ?? []
  const [creditStart = last + 1] = half.credit ?? []
  const debit = sumColumn(half.debit ?? [], body, creditStart > debitStart ? creditStart : last + 2)
  const credit = sumColumn(half.credit ?? [], body, debitStart > creditStart ? debitStart : last + 2)
  const sides = sum === undefined ? { debit, credit } : { sum }
  const limit = Math.min(...[debit, credit, sum].filter((column) => column !== undefined))
  const columns = Array.from({ length: Math.max(0, limit - first) }, (_, index) => first + index)
  const date =
    columns.find((column) => dateWord.test(shownOf(heading.cells[column]).trim())) ??
    columns.find(
      (column) => body.filter(({ cells }) => findDay(plainOf(cells[column])) !== null).length > body.length / 3,
    )
  const named = columns.filter((column) => {
    const text = shownOf(heading.cells[column]).trim()
    return column !== date && documentWord.test(text) && !orderWord.test(text)
  })
  const worded = columns.filter(
    (column) => column !== date && body.filter(({ cells }) => /\p{L}{3}/u.test(shownOf(cells[column]))).length > 0,
  )
  return {
    heading: heading.row,
    from: heading.row + 1,
    date,
    documents: named.length > 0 ? named : worded,
    ...Object.fromEntries(Object.entries(sides).filter(([, column]) => column !== undefined)),
    first,
    last: Math.max(last, debit ?? 0, credit ?? 0),
  }
}
