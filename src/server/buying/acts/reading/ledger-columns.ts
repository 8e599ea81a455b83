import { plainOf, shownOf, type SampleRow } from '#server/platform/files/tables/sample.ts'
import { parseKopecks } from './money-text.ts'
import { findDay } from './day-text.ts'

/** Columns of a ledger file, from 0. */
export type LedgerColumns = {
  /** Index of the first row of lines. */
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
 * Finds the columns of an account card, an act of reconciliation or a plain list by their headings; of two halves the
 * buyer's. Undefined: no column of sums.
 */
export function findLedgerColumns(
  rows: readonly SampleRow[],
  own: { buyer: string; seller: string },
): LedgerColumns | undefined {
  for (const [at, row] of rows.entries()) {
    if (at > maxHeadingRows) return undefined
    const debits = toColumns(row, debitWord)
    const credits = toColumns(row, creditWord)
    const body = rows.slice(at + 1, at + 1 + sampleRows)
    if (debits.length > 0 && credits.length > 0) {
      const halves = splitHalves(row, debits, credits)
      const half = halves.length > 1 ? chooseHalf(halves, rows.slice(0, at), body, own) : halves[0]
      if (half) return toLedgerColumns(half, row, body)
    }
    const [sum] = toColumns(row, sumWord)
    if (sum !== undefined && toColumns(row, dateWord).length > 0)
      return toLedgerColumns({ first: 0, last: row.cells.length - 1, sum }, row, body)
  }
  return undefined
}

type Half = { first: number; last: number; debit?: number[]; credit?: number[]; sum?: number }

function toColumns(row: SampleRow, word: RegExp): number[] {
  return row.cells.flatMap((cell, column) => (word.test(shownOf(cell).trim()) ? [column] : []))
}

/** A merged heading is repeated in each of its columns; a second run of debit columns starts the second half. */
function splitHalves(row: SampleRow, debits: number[], credits: number[]): Half[] {
  const starts = debits.filter(
    (column, index) => index === 0 || credits.some((each) => each > (debits[index - 1] ?? 0) && each < column),
  )
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? row.cells.length
    const ofHalf = (list: number[]) => list.filter((column) => column >= start && column < next)
    const last = Math.max(...ofHalf(credits), start)
    const first = index === 0 ? 0 : Math.max(...credits.filter((column) => column < start), 0) + 1
    return { first, last, debit: ofHalf(debits), credit: ofHalf(credits) }
  })
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
  const [creditStart = last + 1] = half.credit ?? []
  const debit = sumColumn(half.debit ?? [], body, creditStart)
  const credit = sumColumn(half.credit ?? [], body, last + 2)
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
    from: heading.row + 1,
    date,
    documents: named.length > 0 ? named : worded,
    ...Object.fromEntries(Object.entries(sides).filter(([, column]) => column !== undefined)),
    first,
    last: Math.max(last, credit ?? 0),
  }
}
