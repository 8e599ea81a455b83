import { randomUUID } from 'node:crypto'
import { storeEntries, type EntryInput } from '#server/buying/ledger/shared-queries-rows.ts'
import type { Db } from '#server/platform/db/client.ts'

export type LedgerInput = Partial<Omit<EntryInput, 'debitKopecks' | 'creditKopecks' | 'dueOn' | 'code1c'>> & {
  id?: string
  /** Kopecks. */
  debit?: number
  credit?: number
  due?: string
}

/** Inserts documents and payments into the ledger of a contract. */
export async function addLedger(
  db: Db,
  contractId: number,
  entries: readonly LedgerInput[],
  asOf = new Date(),
): Promise<void> {
  const rows = entries.map(({ id = randomUUID(), debit, credit, due, ...entry }, index) => ({
    code1c: id,
    contractId,
    kind: credit === undefined ? ('sale' as const) : ('payment' as const),
    number: String(index + 1),
    day: '2026-11-01',
    ...entry,
    ...(debit === undefined ? {} : { debitKopecks: debit }),
    ...(credit === undefined ? {} : { creditKopecks: credit }),
    ...(due === undefined ? {} : { dueOn: due }),
  }))
  await db.transaction((tx) => storeEntries(tx, { feed: 'ledger', entries: rows, asOf }))
}
