import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'

export type UnpaidDocument = {
  id: number
  kind: LedgerKind
  paper: string
  number: string
  day: Day
  dueOn: Day
  leftKopecks: number
}

/** Whether 1C has sent documents of a contract. */
export const hasLedger = (contractId: SQL): SQL =>
  sql`exists (select from ledger_entries where contract_id = ${contractId} and active)`

/** Overdue debt of a contract on a day: a row of `kopecks` and `since`, the oldest due date; both null without any. */
export const overdueOf = (contractId: SQL, today: Day): SQL => sql`(
  select sum(left_kopecks)::bigint as kopecks, min(due_on) as since from ledger_entries
  where contract_id = ${contractId} and active and left_kopecks > 0 and due_on < ${today}::date)`

/** Maximum documents listed. */
const maxUnpaid = 1000

/**
 * Unpaid documents of a contract, by due date; undefined: 1C has sent no documents. The caller has checked the
 * contract.
 */
export async function listUnpaidDocuments(
  db: Db,
  { contractId }: { contractId: number },
): Promise<UnpaidDocument[] | undefined> {
  const { rows } = await db.execute<{ known: boolean; documents: UnpaidDocument[] }>(sql`
    select ${hasLedger(sql`${contractId}`)} as known,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'paper', paper, 'number', number,
          'day', day::text, 'dueOn', due_on::text, 'leftKopecks', left_kopecks) order by due_on, day, id), '[]')
        from (select * from ledger_entries where contract_id = ${contractId} and active and left_kopecks > 0
          order by due_on, day, id limit ${maxUnpaid}) unpaid) as documents`)
  return rows[0]?.known === true ? rows[0].documents : undefined
}
