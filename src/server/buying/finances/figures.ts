import type { EntryRow } from './queries.ts'

export type EntryFigures = { shippedKopecks: number | null; paidKopecks: number | null; leftKopecks: number | null }

/** What an entry adds to the debt, what was paid of it or by it, and what is left; null where that says nothing. */
export function figuresOf({
  kind,
  debitKopecks,
  creditKopecks,
  leftKopecks,
}: Pick<EntryRow, 'kind' | 'debitKopecks' | 'creditKopecks' | 'leftKopecks'>): EntryFigures {
  // Money that went back is no shipment: it lowers what was paid.
  if (kind === 'payment' || kind === 'refund')
    return { shippedKopecks: null, paidKopecks: creditKopecks - debitKopecks, leftKopecks: null }
  if (debitKopecks <= 0) return { shippedKopecks: debitKopecks - creditKopecks, paidKopecks: null, leftKopecks: null }
  return { shippedKopecks: debitKopecks, paidKopecks: debitKopecks - leftKopecks, leftKopecks }
}
