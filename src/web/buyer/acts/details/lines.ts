import type { ActDetails, ActRow, ActRun, ActView } from '#shared/api/money/acts.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'

export type RowsReply = {
  items: readonly ActRow[]
  runs: readonly ActRun[]
  pagination: { page: number; pages: number }
}

export type LinesViewProps = { act: ActDetails; view: ActView; rows: RowsReply | undefined; isRefreshing: boolean }

/** A line with an answer, or a collapsed range of matching lines. */
export type LineItem = { kind: 'row'; row: ActRow } | { kind: 'run'; run: ActRun }

/** Rows and collapsed ranges in the order of the act. */
export function orderItems({ items, runs }: RowsReply): LineItem[] {
  const runsBefore = (match: number | null) =>
    runs.filter(({ before }) => before === match).map((run): LineItem => ({ kind: 'run', run }))
  return [...items.flatMap((row): LineItem[] => [...runsBefore(row.match), { kind: 'row', row }]), ...runsBefore(null)]
}

export type DebitCredit = { debit: number; credit: number }

/** A balance in the supplier's ledger: the buyer's debt is a debit. */
export function balanceOf(sum: number): DebitCredit {
  return { debit: Math.max(0, sum), credit: Math.max(0, -sum) }
}

/** Balances and turnovers of both sides; debit and credit of the buyer's ledger are swapped. */
export function totalsOf({ opening, debit, credit, closing, book, difference }: ActDetails) {
  const ours = { opening: balanceOf(opening), turnover: { debit, credit }, closing: balanceOf(closing) }
  if (book === null || difference === null) return { ours, theirs: null }
  return {
    ours,
    theirs: {
      opening: balanceOf(-(book.opening ?? opening)),
      turnover: { debit: book.credit, credit: book.debit },
      closing: balanceOf(roubles(kopecks(difference) - kopecks(closing))),
    },
  }
}

/** Long names of documents in 1C, and what accountants call them. */
const shortKinds = [
  [/^Поступление \([^)]*\)/i, 'Поступление'],
  [/^Реализация \([^)]*\)/i, 'Реализация'],
  [/^Плат[её]жное поручение(?: исходящее| входящее)?/i, 'П/п'],
  // Money keeps its account, to differ from goods of the same number.
  [/^Списание с расч[её]тного сч[её]та/i, 'Списание со счёта'],
  [/^Поступление на расч[её]тный сч[её]т/i, 'Поступление на счёт'],
] as const

/** A buyer's document for a narrow column: its kind shortened, its number whole. */
export function shortDocument(document: string): string {
  return shortKinds.reduce((text, [kind, short]) => text.replace(kind, short), document)
}

/** Title of a line: our document's, else theirs. */
export function titleOf({ ours: [our], theirs: [their] }: ActRow): string {
  return our?.title ?? their?.document ?? ''
}
