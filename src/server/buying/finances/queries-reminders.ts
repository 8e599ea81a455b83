import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type DueDay = { contractId: number; dueOn: Day }

/** Contracts with unpaid documents, by due date, oldest first. */
export async function listDueDays(db: Db, { from, to }: { from: Day; to: Day }): Promise<DueDay[]> {
  const { rows } = await db.execute<DueDay>(sql`
    select contract_id as "contractId", due_on::text as "dueOn" from ledger_entries
    where active and left_kopecks > 0 and due_on between ${from}::date and ${to}::date
    group by contract_id, due_on order by due_on, contract_id`)
  return rows
}

export type RemindedDocument = {
  id: number
  kind: LedgerKind
  paper: string
  number: string
  day: Day
  leftKopecks: number
}

/**
 * Records a reminder of all unpaid documents of a contract and due date; returns those not reminded yet. Of two
 * concurrent runs the second waits for the first and gets none.
 */
export async function recordReminders(
  db: Db,
  { contractId, dueOn, step }: DueDay & { step: number },
): Promise<RemindedDocument[]> {
  const { rows } = await db.execute<RemindedDocument>(sql`
    with noted as (
      insert into debt_reminders (entry_id, due_on, step)
      select id, due_on, ${step}::int from ledger_entries
      where contract_id = ${contractId} and due_on = ${dueOn}::date and active and left_kopecks > 0 order by id
      on conflict do nothing returning entry_id)
    select entry.id, entry.kind, entry.paper, entry.number, entry.day::text, entry.left_kopecks as "leftKopecks"
    from noted join ledger_entries entry on entry.id = noted.entry_id order by entry.day, entry.id`)
  return rows
}

export type Debtors = { number: string; accountIds: number[] }

/** Accounts that may see the finances of a contract, and its number. */
export async function findDebtContacts(db: Db, { contractId }: { contractId: number }): Promise<Debtors> {
  const { rows } = await db.execute<Debtors>(sql`
    select contract.number, (
      select coalesce(jsonb_agg(account.id order by account.id), '[]') from (${allowedContractsOfAll}) allotted
      join accounts account on account.id = allotted.account_id and ${holds(sql`account`, 'finances.view')}
      where allotted.contract_id = contract.id) as "accountIds"
    from contracts contract where contract.id = ${contractId}`)
  return rows[0] ?? { number: '', accountIds: [] }
}
