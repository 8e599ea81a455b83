import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { settingInSql } from '#server/platform/settings.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Acts are built from one snapshot of the ledger; data of the period's last day must have arrived. */
const hasData = sql`(select (min(as_of) at time zone 'Europe/Moscow')::date >= a.last_day from ledger_states)`

/** Claims the next act with complete data; undefined: none. */
export async function beginNextAct(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update acts set state = 'building' where id = (
      select a.id from acts a where a.state = 'building' or a.state = 'requested' and ${hasData}
      order by a.requested_at, a.id for update skip locked limit 1)
    returning id`)
  return rows[0]?.id
}

export type BuiltAct = {
  id: number
  number: string
  organisationId: number
  contractId: number
  firstDay: Day
  lastDay: Day
  requestedById: number
  mail: boolean
  answerBy: Day
}

/** Copies the ledger of the period under the act's lock; undefined: another process has built it. */
export async function buildAct(tx: Db, { actId }: { actId: number }): Promise<BuiltAct | undefined> {
  const { rows: locked } = await tx.execute(
    sql`select from acts where id = ${actId} and state = 'building' for update skip locked`,
  )
  if (locked.length === 0) return undefined
  await tx.execute(sql`delete from act_lines where act_id = ${actId}`)
  const { rows } = await tx.execute<BuiltAct>(sql`
    with act as (select * from acts where id = ${actId}), before as (
      select coalesce(sum(e.debit_kopecks - e.credit_kopecks), 0) as kopecks from act
      join ledger_entries e on e.contract_id = act.contract_id and e.active and e.day < act.first_day
    ), copied as (
      insert into act_lines (act_id, position, day, kind, paper, number, basis, debit_kopecks, credit_kopecks, match)
      select act.id, e.position, e.day, e.kind, e.paper, e.number, e.basis, e.debit_kopecks, e.credit_kopecks,
        e.position
      from act join lateral (
        select l.*, row_number() over (order by l.day, l.id) as position from ledger_entries l
        where l.contract_id = act.contract_id and l.active and l.day between act.first_day and act.last_day) e on true
      returning debit_kopecks, credit_kopecks)
    update acts set state = 'ready', ready_at = now(), error = '',
      as_of = (select min(as_of) from ledger_states),
      answer_by = (now() at time zone 'Europe/Moscow')::date + (${settingInSql('acts.answerDays')} #>> '{}')::int,
      opening_kopecks = before.kopecks, debit_kopecks = sums.debit, credit_kopecks = sums.credit,
      line_count = sums.count, matches = sums.count
    from before, (select coalesce(sum(debit_kopecks), 0) as debit, coalesce(sum(credit_kopecks), 0) as credit,
      count(*)::int as count from copied) sums
    where acts.id = ${actId}
    returning acts.id, acts.number, acts.organisation_id as "organisationId",
      acts.contract_id as "contractId", acts.first_day::text as "firstDay",
      acts.last_day::text as "lastDay", acts.requested_by_id as "requestedById", acts.mail, acts.answer_by::text
        as "answerBy"`)
  return rows[0]
}

export type FailedAct = Pick<BuiltAct, 'id' | 'number' | 'contractId' | 'requestedById' | 'mail'>

/** Fails requests for which 1C has sent no data within this many hours. */
export async function failOverdueActs(
  tx: Db,
  { hours, error }: { hours: number; error: string },
): Promise<FailedAct[]> {
  const { rows } = await tx.execute<FailedAct>(sql`
    update acts a set state = 'failed', error = ${error}
    where a.state = 'requested' and a.requested_at < now() - make_interval(hours => ${hours})
      and coalesce(${hasData}, false) = false
    returning a.id, a.number, a.contract_id as "contractId", a.requested_by_id as "requestedById", a.mail`)
  return rows
}
