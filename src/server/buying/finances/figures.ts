import type { EntryRow } from './queries.ts'

export type EntryFigures = { shippedKopecks: number | null; paidKopecks: number | null; leftKopecks: number | null }

/** Amounts of an entry: shipped, paid, and left to pay; null where it does not apply. */
export function entryFigures({
  kind,
  debitKopecks,
  creditKopecks,
  leftKopecks,
}: Pick<EntryRow, 'kind' | 'debitKopecks' | 'creditKopecks' | 'leftKopecks'>): EntryFigures {
  // A refund is not a shipment: it reduces what was paid.
  if (kind === 'payment' || kind === 'refund')
    return { shippedKopecks: null, paidKopecks: creditKopecks - debitKopecks, leftKopecks: null }
  if (debitKopecks <= 0) return { shippedKopecks: debitKopecks - creditKopecks, paidKopecks: null, leftKopecks: null }
  return { shippedKopecks: debitKopecks, paidKopecks: debitKopecks - leftKopecks, leftKopecks }
}
