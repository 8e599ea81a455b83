import { paperTitle } from '#shared/rules/ledger.ts'
import type { EntryRow } from './queries.ts'

/** What an entry is based on: its order, the documents it pays, or a text from 1C. */
export function basisText({ order, settles, basis }: Pick<EntryRow, 'order' | 'settles' | 'basis'>): string {
  if (order !== null) return `Заказ ${order.number}`
  return basis === '' && settles.length > 0 ? `За ${settles.map(paperTitle).join(', ')}` : basis
}
