import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockLedger, receiveEntries, saveLedgerState, type LedgerFeed } from './shared-queries-receive.ts'

/** An entry in memory; kopecks and thousandths. */
export type EntryInput = {
  code1c: string
  contractId: number
  kind: LedgerKind
  paper?: string
  number: string
  day: Day
  debitKopecks?: number
  creditKopecks?: number
  /** Due date of a debit; default: its own day. */
  dueOn?: Day
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

/** Stores entries that were not staged from 1C, like a partial feed. */
export async function storeEntries(
  tx: Db,
  { feed, entries, asOf }: { feed: LedgerFeed; entries: readonly EntryInput[]; asOf: Date },
): Promise<void> {
  const rows = entries.map(({ debitKopecks = 0, creditKopecks = 0, ...entry }, index) => ({
    line: index + 1,
    code1c: entry.code1c,
    contract: entry.contractId,
    kind: entry.kind,
    paper: entry.paper ?? '',
    number: entry.number,
    day: entry.day,
    debit: debitKopecks,
    credit: creditKopecks,
    due: debitKopecks > 0 ? (entry.dueOn ?? entry.day) : null,
    order_id: entry.orderId ?? null,
    basis: entry.basis ?? '',
    settlements: entry.settles ?? null,
    goods: entry.goods ?? null,
  }))
  await lockLedger(tx)
  await receiveEntries(tx, {
    feed,
    sent: sql`
      select line, code1c, contract as contract_id, kind, paper, number, day, debit as debit_kopecks,
        credit as credit_kopecks, due as due_on, order_id, basis, settlements, goods
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(line int, code1c text, contract int, kind text,
        paper text, number text, day date, debit bigint, credit bigint, due date, order_id int, basis text,
        settlements jsonb, goods jsonb)`,
    deleted: sql`select ''::text as code1c where false`,
  })
  await saveLedgerState(tx, { feed, asOf })
}
