import { sql } from 'drizzle-orm'
import type { Role } from '#shared/rights.ts'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'

export type Schedule = { everyDays: number; task: 'remind' | 'prepare'; nextOn: string }

/** Null: not a template any more. */
export async function writeSchedule(
  db: Db,
  { draftId, schedule }: { draftId: number; schedule: Schedule | null },
): Promise<void> {
  await db.execute(sql`
    update drafts set every_days = ${schedule?.everyDays ?? null}, task = ${schedule?.task ?? null},
      next_on = ${schedule?.nextOn ?? null}, changed_at = now()
    where id = ${draftId}`)
}

export type DueDraft = Schedule & {
  id: number
  header: string
  accountId: number
  contractId: number
  role: Role
  grants: string[]
  pricePolitics: PriceRule[]
  lines: number
  sumKopecks: number
}

/** Locks a due draft whose account may still buy under its contract; skips drafts locked by other processes. */
export async function lockDue(
  db: Db,
  { today, skippedIds }: { today: string; skippedIds: readonly number[] },
): Promise<DueDraft | undefined> {
  const { rows } = await db.execute<DueDraft>(sql`
    select d.id, d.header, d.account_id as "accountId", d.contract_id as "contractId", d.every_days as "everyDays",
      d.task, d.next_on::text as "nextOn",
      a.role, a.grants, a.price_politics as "pricePolitics",
      (select count(*) from draft_lines line where line.draft_id = d.id and line.removed_at is null)
        as lines,
      (select coalesce(sum(round(line.price_kopecks::numeric * line.quantity_milli / 1000)), 0)::bigint
        from draft_lines line where line.draft_id = d.id and line.removed_at is null) as "sumKopecks"
    from drafts d join accounts a on a.id = d.account_id
    where d.next_on <= ${today}::date and d.removed_at is null and d.id <> all(${sql.param([...skippedIds])}::int[])
      and ${holds(sql`a`, 'draft.edit')}
      and exists (select from (${allowedContractsOfAll}) may where may.account_id = d.account_id
        and may.contract_id = d.contract_id)
    order by d.next_on, d.id limit 1 for update of d skip locked`)
  return rows[0]
}

export async function setNextDay(db: Db, { draftId, nextOn }: { draftId: number; nextOn: string }): Promise<void> {
  await db.execute(sql`update drafts set next_on = ${nextOn}, last_done_at = now() where id = ${draftId}`)
}
