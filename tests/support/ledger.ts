import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import { lockLedger, receiveEntries, saveLedgerState } from '#server/buying/ledger/shared-queries-receive.ts'
import type { Db } from '#server/platform/db/client.ts'

export type LedgerInput = {
  id?: string
  kind?: LedgerKind
  paper?: string
  number?: string
  day?: string
  /** Kopecks. */
  debit?: number
  credit?: number
  due?: string
  orderId?: number
  basis?: string
  settles?: { document: string; sumKopecks: number }[]
  goods?: {
    productId: number | null
    articul: string
    name: string
    unit: string
    quantityMilli: number
    sumKopecks: number
    vatKopecks: number
  }[]
}

/** Documents and payments in the books of a contract, as a partial feed brings them. */
export async function addLedger(
  db: Db,
  contractId: number,
  entries: readonly LedgerInput[],
  asOf = new Date(),
): Promise<void> {
  const rows = entries.map((entry, index) => ({
    line: index + 1,
    code1c: entry.id ?? randomUUID(),
    kind: entry.kind ?? (entry.credit === undefined ? 'sale' : 'payment'),
    paper: entry.paper ?? '',
    number: entry.number ?? String(index + 1),
    day: entry.day ?? '2026-11-01',
    debit: entry.debit ?? 0,
    credit: entry.credit ?? 0,
    due: (entry.debit ?? 0) > 0 ? (entry.due ?? entry.day ?? '2026-11-01') : null,
    order_id: entry.orderId ?? null,
    basis: entry.basis ?? '',
    settlements: entry.settles ?? null,
    goods: entry.goods ?? null,
  }))
  await db.transaction(async (tx) => {
    await lockLedger(tx)
    await receiveEntries(tx, {
      feed: 'ledger',
      sent: sql`
        select line, code1c, ${contractId}::int as contract_id, kind, paper, number, day, debit as debit_kopecks,
          credit as credit_kopecks, due as due_on, order_id, basis, settlements, goods
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(line int, code1c text, kind text, paper text,
          number text, day date, debit bigint, credit bigint, due date, order_id int, basis text, settlements jsonb,
          goods jsonb)`,
      deleted: sql`select ''::text as code1c where false`,
    })
    await saveLedgerState(tx, { feed: 'ledger', asOf })
  })
}
