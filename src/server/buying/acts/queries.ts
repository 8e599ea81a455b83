import { sql, type SQL } from 'drizzle-orm'
import type { ActGroup } from '#shared/api/money/acts.ts'
import { matchOutcomes } from '#shared/rules/act-outcomes.ts'
import type { ActState } from '#shared/rules/act-states.ts'
import type { Day } from '#shared/rules/dates.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'

export type StoredAct = {
  id: number
  number: string
  contractId: number
  contragentId: number
  contractNumber: string
  contragent: string
  firstDay: Day
  lastDay: Day
  state: ActState
  requestedAt: string
  requestedBy: string
  error: string
  readyAt: string | null
  asOf: string | null
  answerBy: Day | null
  answeredAt: string | null
  answeredBy: string
  answeredById: number | null
  openingKopecks: number
  debitKopecks: number
  creditKopecks: number
  lineCount: number
  /** Number of the last match. */
  matches: number
  differences: number
  agreed: number
  disputed: number
  unanswered: number
  /** When staff sent their replies to the disputed lines. */
  repliedAt: string | null
  repliedBy: string
  /** Disputed lines by the reply of staff, sent or not. */
  accepted: number
  refused: number
  book: StoredBook | null
}

/** Signed as in the act. */
export type StoredBook = {
  name: string
  uploadedAt: string
  lines: number
  outside: number
  openingKopecks: number | null
  closingKopecks: number | null
  debitKopecks: number
  creditKopecks: number
}

const outcomes = Object.entries(matchOutcomes)
const differing = outcomes.flatMap(([outcome, { isDifference }]) => (isDifference ? [outcome] : []))
const answered = outcomes.flatMap(([outcome, { needsAnswer }]) => (needsAnswer ? [outcome] : []))

/** Over `m` = act_matches. */
export const isDifferenceInSql: SQL = sql`m.outcome = any(${sql.param(differing)}::text[])`
export const needsAnswerInSql: SQL = sql`m.outcome = any(${sql.param(answered)}::text[])`

export const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Over `a` = acts, `c` = their contracts and `found` = `countedMatches`. */
export const actColumns = sql`
  a.id, a.number, a.contract_id as "contractId", c.contragent_id as "contragentId", c.number as "contractNumber",
  c.company as contragent, a.first_day::text as "firstDay", a.last_day::text as "lastDay", a.state,
  ${iso(sql`a.requested_at`)} as "requestedAt", a.requested_by as "requestedBy", a.error,
  ${iso(sql`a.ready_at`)} as "readyAt", ${iso(sql`a.as_of`)} as "asOf", a.answer_by::text as "answerBy",
  ${iso(sql`a.answered_at`)} as "answeredAt", a.answered_by as "answeredBy",
  a.answered_by_id as "answeredById", a.opening_kopecks as "openingKopecks", a.debit_kopecks as "debitKopecks",
  a.credit_kopecks as "creditKopecks", a.line_count as "lineCount",
  a.matches, coalesce(found.differences, 0) as differences, coalesce(found.agreed, 0) as agreed,
  coalesce(found.disputed, 0) as disputed,
  coalesce(found.unanswered, 0) as unanswered, ${iso(sql`a.replied_at`)} as "repliedAt", a.replied_by as "repliedBy",
  coalesce(found.accepted, 0) as accepted, coalesce(found.refused, 0) as refused,
  case when a.file_name is not null then jsonb_build_object('name', a.file_name, 'uploadedAt',
    ${iso(sql`a.file_at`)}, 'lines', a.file_lines, 'outside', a.file_outside, 'openingKopecks',
    a.file_opening_kopecks, 'closingKopecks', a.file_closing_kopecks, 'debitKopecks', a.file_debit_kopecks,
    'creditKopecks', a.file_credit_kopecks) end as book`

/** Acts of the account's contracts, as `a`, with contracts as `c`. */
const actsOfAccount = ({ accountId }: { accountId: number }) => sql`
  from acts a join (${allowedContracts({ accountId })}) c on c.id = a.contract_id`

export const countedMatches = sql`
  left join lateral (
    select count(*) filter (where ${isDifferenceInSql}) as differences,
      count(*) filter (where m.answer = 'agree') as agreed,
      count(*) filter (where m.answer = 'dispute') as disputed,
      count(*) filter (where m.reply = 'accept') as accepted, count(*) filter (where m.reply = 'refuse') as refused,
      count(*) filter (where ${needsAnswerInSql} and m.answer is null) as unanswered
    from act_matches m where m.act_id = a.id) found on true`

export async function findAct(
  db: Db,
  { accountId, actId }: { accountId: number; actId: number },
): Promise<StoredAct | undefined> {
  const { rows } = await db.execute<StoredAct>(
    sql`select ${actColumns} ${actsOfAccount({ accountId })} ${countedMatches} where a.id = ${actId}`,
  )
  return rows[0]
}

/** Locks an act that the account may use; serialises its answers and its file. */
export async function lockAct(
  tx: Db,
  { accountId, actId }: { accountId: number; actId: number },
): Promise<StoredAct | undefined> {
  await tx.execute(sql`
    select from acts where id = ${actId} and contract_id in (select id from (${allowedContracts({ accountId })}) c)
    for update`)
  return findAct(tx, { accountId, actId })
}

const groups: Record<ActGroup, SQL> = {
  all: sql`true`,
  waiting: sql`a.state = 'ready'`,
  working: sql`(a.state in ('requested', 'building') or a.state = 'disputed' and a.replied_at is null)`,
  failed: sql`a.state = 'failed'`,
  confirmed: sql`a.state = 'confirmed'`,
}

export type ActFilter = {
  accountId: number
  contractId: number | undefined
  contragentId: number | undefined
  from: Date
  until: Date
}

const matching = ({ accountId, contractId = 0, contragentId = 0, from, until }: ActFilter) => sql`
  ${actsOfAccount({ accountId })}
  where a.requested_at >= ${from.toISOString()}::timestamptz and a.requested_at < ${until.toISOString()}::timestamptz
    and (${contractId} = 0 or a.contract_id = ${contractId})
    and (${contragentId} = 0 or c.contragent_id = ${contragentId})`

export async function countActs(db: Db, filter: ActFilter): Promise<Record<ActGroup, number>> {
  const counts = Object.entries(groups).map(
    ([group, rule]) => sql`count(*) filter (where ${rule}) as ${sql.identifier(group)}`,
  )
  const { rows } = await db.execute<Record<ActGroup, number>>(
    sql`select ${sql.join(counts, sql`, `)} ${matching(filter)}`,
  )
  return rows[0] ?? { all: 0, waiting: 0, working: 0, failed: 0, confirmed: 0 }
}

/** Newest first. */
export async function listActs(
  db: Db,
  { group, limit, offset, ...filter }: ActFilter & { group: ActGroup; limit: number; offset: number },
): Promise<StoredAct[]> {
  const { rows } = await db.execute<StoredAct>(sql`
    select ${actColumns} from (
      select a.id as act_id ${matching(filter)} and ${groups[group]}
      order by a.requested_at desc, a.id desc limit ${limit} offset ${offset}::bigint) page
    join acts a on a.id = page.act_id join (${allowedContracts(filter)}) c on c.id = a.contract_id ${countedMatches}
    order by a.requested_at desc, a.id desc`)
  return rows
}

export type NewAct = {
  organisationId: number
  contractId: number
  firstDay: Day
  lastDay: Day
  requestedById: number
  requestedBy: string
  mail: boolean
}

/** Of two concurrent requests for a period the second gets the first's act: `isNew` false. */
export async function insertAct(tx: Db, act: NewAct): Promise<{ id: number; isNew: boolean }> {
  await tx.execute(sql`select from contracts where id = ${act.contractId} for no key update`)
  const { rows: found } = await tx.execute<{ id: number }>(sql`
    select id from acts where contract_id = ${act.contractId} and first_day = ${act.firstDay}::date
      and last_day = ${act.lastDay}::date and state in ('requested', 'building') order by id limit 1`)
  if (found[0]) return { id: found[0].id, isNew: false }
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into acts (number, organisation_id, contract_id, first_day, last_day, requested_by_id, requested_by, mail)
    select 'АС-' || lpad(nextval('act_numbers')::text, 4, '0'), ${act.organisationId}, ${act.contractId},
      ${act.firstDay}::date, ${act.lastDay}::date, ${act.requestedById}, ${act.requestedBy}, ${act.mail}
    returning id`)
  return { id: rows[0]?.id ?? 0, isNew: true }
}

/** Number of an organisation's acts that are not built yet. */
export async function countUnbuilt(db: Db, { organisationId }: { organisationId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from acts
    where organisation_id = ${organisationId} and state in ('requested', 'building')`)
  return rows[0]?.count ?? 0
}

/** Tells open windows of a change that is in its matches only. */
export async function announceAct(tx: Db, { actId }: { actId: number }): Promise<void> {
  await tx.execute(sql`update acts set matches = matches where id = ${actId}`)
}

export async function setActAnswered(
  tx: Db,
  { actId, state, by }: { actId: number; state: 'confirmed' | 'disputed'; by: { name: string; accountId: number } },
): Promise<void> {
  await tx.execute(sql`
    update acts set state = ${state}, answered_at = now(), answered_by = ${by.name}, answered_by_id = ${by.accountId}
    where id = ${actId}`)
}

export async function retryRequest(tx: Db, { actId }: { actId: number }): Promise<void> {
  await tx.execute(sql`update acts set state = 'requested', requested_at = now(), error = '' where id = ${actId}`)
}

export async function deleteAct(tx: Db, { actId }: { actId: number }): Promise<void> {
  await tx.execute(sql`delete from acts where id = ${actId}`)
}
