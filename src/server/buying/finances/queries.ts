import { sql, type SQL } from 'drizzle-orm'
import type { FinanceView } from '#shared/api/money/finances.ts'
import type { Day } from '#shared/rules/dates.ts'
import { ageingBuckets, type AgeingBucket, type LedgerKind } from '#shared/rules/ledger.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { documentIdOfEntry } from '#server/buying/documents/shared-queries-entries.ts'
import { hasLedger } from '#server/buying/ledger/shared-queries-unpaid.ts'
import { unshippedKopecks } from '#server/buying/orders/shared-queries-credit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { escapeLike } from '#server/platform/db/like.ts'

export type ContractFinances = {
  contractId: number
  number: string
  signedOn: Day
  contragent: string
  payment: 'prepaid' | 'deferred'
  creditLimitKopecks: number | null
  debtKopecks: number
  advanceKopecks: number
  unshippedKopecks: number
  hasLedger: boolean
  /** The older of the two latest feeds. */
  asOf: string | null
  ageing: { id: AgeingBucket; kopecks: number; count: number }[]
  nextPayment: { day: Day; kopecks: number } | null
}

const ageBucket = (overdue: SQL): SQL => {
  const cases = ageingBuckets.slice(0, -1).map(({ id, until }) => sql`when ${overdue} <= ${until} then ${id}::text`)
  return sql`case ${sql.join(cases, sql` `)} else ${ageingBuckets.at(-1)?.id ?? ''}::text end`
}

/** Debt of a contract of the account; undefined if the account may not use it. */
export async function findContractFinances(
  db: Db,
  { accountId, contractId, today }: { accountId: number; contractId: number; today: Day },
): Promise<ContractFinances | undefined> {
  const { rows } = await db.execute<ContractFinances>(sql`
    with unpaid as (
      select due_on, left_kopecks, ${sql`${today}::date`} - due_on as overdue from ledger_entries
      where contract_id = ${contractId} and active and left_kopecks > 0)
    select c.id as "contractId", c.number, c.signed_on::text as "signedOn", c.company as contragent, c.payment,
      c.credit_limit_kopecks as "creditLimitKopecks", c.debt_kopecks as "debtKopecks", c.advance_kopecks
        as "advanceKopecks",
      ${unshippedKopecks(sql`c.id`)} as "unshippedKopecks", ${hasLedger(sql`c.id`)} as "hasLedger",
      (select to_char(min(as_of) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from ledger_states) as "asOf",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kopecks', kopecks, 'count', count)), '[]')
        from (select ${ageBucket(sql`overdue`)} as id, sum(left_kopecks) as kopecks, count(*) as count
          from unpaid group by 1) grouped) as ageing,
      (select jsonb_build_object('day', due_on::text, 'kopecks', sum(left_kopecks)) from unpaid where overdue <= 0
        group by due_on order by due_on limit 1) as "nextPayment"
    from (${allowedContracts({ accountId })}) c where c.id = ${contractId}`)
  return rows[0]
}

export type LimitedContract = Pick<
  ContractFinances,
  'contractId' | 'payment' | 'creditLimitKopecks' | 'debtKopecks' | 'advanceKopecks' | 'unshippedKopecks'
>

/** Contracts of the account for which a limit is entered. */
export async function listLimitedContracts(db: Db, { accountId }: { accountId: number }): Promise<LimitedContract[]> {
  const { rows } = await db.execute<LimitedContract>(sql`
    select c.id as "contractId", c.payment, c.credit_limit_kopecks as "creditLimitKopecks",
      c.debt_kopecks as "debtKopecks", c.advance_kopecks as "advanceKopecks",
      ${unshippedKopecks(sql`c.id`)} as "unshippedKopecks"
    from (${allowedContracts({ accountId })}) c where c.credit_limit_kopecks is not null order by c.id`)
  return rows
}

export type EntryFilter = {
  accountId: number
  contractId: number
  view: FinanceView
  from: Day | undefined
  to: Day | undefined
  query: string
  today: Day
}

export type EntryRow = {
  id: number
  kind: LedgerKind
  paper: string
  number: string
  day: Day
  debitKopecks: number
  creditKopecks: number
  leftKopecks: number
  dueOn: Day | null
  basis: string
  order: { id: number; number: string } | null
  /** Id of its document in `documents`, if 1C has sent it. */
  documentId: number | null
  settles: { kind: LedgerKind; paper: string; number: string }[]
}

/** Maximum documents listed per payment. */
const maxNamed = 5

const views: Record<FinanceView, (today: Day) => SQL> = {
  all: () => sql``,
  documents: () => sql`and e.kind not in ('payment', 'refund')`,
  payments: () => sql`and e.kind in ('payment', 'refund')`,
  unpaid: () => sql`and e.left_kopecks > 0`,
  overdue: (today) => sql`and e.left_kopecks > 0 and e.due_on < ${today}::date`,
}

/** Entries of a contract of the account, newest first; unpaid ones by due date. */
const matching = ({ accountId, contractId, view, from, to, query, today }: EntryFilter): SQL => sql`
  from ledger_entries e where e.contract_id = ${contractId} and e.active ${views[view](today)}
    and exists (select from (${allowedContracts({ accountId })}) c where c.id = ${contractId})
    ${from === undefined ? sql`` : sql`and e.day >= ${from}::date`}
    ${to === undefined ? sql`` : sql`and e.day <= ${to}::date`}
    ${
      query === ''
        ? sql``
        : sql`and (position(lower(${query}) in lower(e.paper || ' ' || e.number || ' ' || e.basis)) > 0
      or e.order_id in (select id from orders
        where contract_id = ${contractId} and number like ${`%${escapeLike(query)}%`}))`
    }`

export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) as count ${matching(filter)}`)
  return rows[0]?.count ?? 0
}

export async function listEntries(
  db: Db,
  { limit, offset, ...filter }: EntryFilter & { limit: number; offset: number },
): Promise<EntryRow[]> {
  const order =
    filter.view === 'unpaid' || filter.view === 'overdue'
      ? (entry: SQL) => sql`${entry}.due_on, ${entry}.day, ${entry}.id`
      : (entry: SQL) => sql`${entry}.day desc, ${entry}.id desc`
  const { rows } = await db.execute<EntryRow>(sql`
    select p.id, p.kind, p.paper, p.number, p.day::text, p.debit_kopecks as "debitKopecks", p.credit_kopecks
        as "creditKopecks", p.left_kopecks as "leftKopecks", p.due_on::text as "dueOn", p.basis,
      case when o.id is not null then jsonb_build_object('id', o.id, 'number', o.number) end as order,
      ${documentIdOfEntry(sql`p`)} as "documentId",
      coalesce((select jsonb_agg(jsonb_build_object('kind', d.kind, 'paper', d.paper, 'number', d.number))
        from (select d.kind, d.paper, d.number from ledger_settlements s join ledger_entries d
            on d.code1c = s.document_code1c and d.active and d.contract_id = p.contract_id
          where s.entry_id = p.id order by d.day, d.id limit ${maxNamed}) d), '[]') as settles
    from (select e.* ${matching(filter)} order by ${order(sql`e`)} limit ${limit} offset ${offset}::bigint) p
      left join orders o on o.id = p.order_id
    order by ${order(sql`p`)}`)
  return rows
}

export type InvoiceableDocument = {
  id: number
  kind: LedgerKind
  paper: string
  number: string
  day: Day
  dueOn: Day
  leftKopecks: number
}

/** Unpaid documents of a contract: the given ones, or all overdue ones. */
export async function listInvoiceable(
  db: Db,
  {
    contractId,
    documentIds,
    today,
    max,
  }: { contractId: number; documentIds: number[] | undefined; today: Day; max: number },
): Promise<InvoiceableDocument[]> {
  const which =
    documentIds === undefined ? sql`due_on < ${today}::date` : sql`id = any(${sql.param(documentIds)}::int[])`
  const { rows } = await db.execute<InvoiceableDocument>(sql`
    select id, kind, paper, number, day::text, due_on::text as "dueOn", left_kopecks as "leftKopecks"
    from ledger_entries where contract_id = ${contractId} and active and left_kopecks > 0 and ${which}
    order by due_on, day, id limit ${max}`)
  return rows
}
