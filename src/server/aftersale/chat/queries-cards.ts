import { sql, type SQL } from 'drizzle-orm'
import type { ClaimState, ClaimType } from '#shared/rules/aftersale/claims.ts'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/** Objects that a message may link besides orders and goods. */
export type StoredClaim = { id: number; number: string; state: ClaimState; type: ClaimType; answerBy: Day | null }
export type StoredInvoice = {
  id: number
  contractId: number
  kind: LedgerKind
  paper: string
  number: string
  day: Day
  dueOn: Day | null
  leftKopecks: number
}

/** Reader of a chat. The buyer sees what the account may see; staff see everything of its organisation. */
export type Side = 'buyer' | 'staff'

const claimCard = sql`jsonb_build_object('id', c.id, 'number', c.number, 'state', c.state, 'type', c.type,
  'answerBy', case when c.state = 'asked' then c.answer_by::text end)`
const invoiceCard = sql`jsonb_build_object('id', e.id, 'contractId', e.contract_id, 'kind', e.kind, 'paper', e.paper,
  'number', e.number, 'day', e.day::text, 'dueOn', e.due_on::text, 'leftKopecks', e.left_kopecks)`

const isAllowedContract = (contractId: SQL, accountId: number) =>
  sql`${contractId} in (select id from (${allowedContracts({ accountId })}) as allowed)`
const reader = (accountId: number, right: 'claim.view' | 'finances.view') =>
  sql`exists (select from accounts reader where reader.id = ${accountId} and ${holds(sql`reader`, right)})`
const ofOrganisation = (organisationId: SQL, accountId: number) =>
  sql`${organisationId} = (select organisation_id from chats where account_id = ${accountId})`

/** Rows `c` of claims. */
function visibleClaims(side: Side, accountId: number): SQL {
  if (side === 'staff') return ofOrganisation(sql`c.organisation_id`, accountId)
  return sql`(${isAllowedContract(sql`c.contract_id`, accountId)} and ${reader(accountId, 'claim.view')})`
}

/** Rows `e` of the ledger: sums need the right to finances. */
function visibleInvoices(side: Side, accountId: number): SQL {
  if (side === 'staff')
    return sql`e.active and e.contract_id in (select id from contracts k
      where ${ofOrganisation(sql`k.organisation_id`, accountId)})`
  return sql`(e.active and ${isAllowedContract(sql`e.contract_id`, accountId)}
    and ${reader(accountId, 'finances.view')})`
}

/** Columns of the messages `m` of a chat. */
export const cardsOf = (side: Side, accountId: number) => sql`
  coalesce((select jsonb_agg(${claimCard} order by c.id) from claims c
    where c.id = any(m.claim_ids) and ${visibleClaims(side, accountId)}), '[]') as claims,
  coalesce((select jsonb_agg(${invoiceCard} order by e.due_on, e.id) from ledger_entries e
    where e.id = any(m.entry_ids) and ${visibleInvoices(side, accountId)}), '[]') as invoices`

/** Number of these that the chat's buyer may see, whoever links them: others would be empty cards. */
export async function countLinkable(
  db: Db,
  { accountId, claims, invoices }: { accountId: number; claims: number[]; invoices: number[] },
): Promise<{ claims: number; invoices: number }> {
  if (claims.length + invoices.length === 0) return { claims: 0, invoices: 0 }
  const { rows } = await db.execute<{ claims: number; invoices: number }>(sql`
    select (select count(*)::int from claims c where c.id = any(${sql.param(claims)}::int[])
        and ${visibleClaims('buyer', accountId)}) as claims,
      (select count(*)::int from ledger_entries e where e.id = any(${sql.param(invoices)}::int[])
        and ${visibleInvoices('buyer', accountId)}) as invoices`)
  return rows[0] ?? { claims: 0, invoices: 0 }
}

const maxFound = 10

/** Claims visible to the chat's buyer: the newest, or by number. */
export async function searchClaims(
  db: Db,
  { accountId, query }: { accountId: number; query: string },
): Promise<StoredClaim[]> {
  const { rows } = await db.execute<{ card: StoredClaim }>(sql`
    select ${claimCard} as card from claims c
    where ${visibleClaims('buyer', accountId)} and (${query} = '' or strpos(lower(c.number), lower(${query})) > 0)
    order by c.id desc limit ${maxFound}`)
  return rows.map(({ card }) => card)
}

/** Unpaid documents visible to the chat's buyer: those due first, or by number. */
export async function searchInvoices(
  db: Db,
  { accountId, query }: { accountId: number; query: string },
): Promise<StoredInvoice[]> {
  const { rows } = await db.execute<{ card: StoredInvoice }>(sql`
    select ${invoiceCard} as card from ledger_entries e
    where e.left_kopecks > 0 and ${visibleInvoices('buyer', accountId)}
      and (${query} = '' or strpos(lower(e.paper || ' ' || e.number), lower(${query})) > 0)
    order by e.due_on, e.id limit ${maxFound}`)
  return rows.map(({ card }) => card)
}

const maxOverdue = 5

/** Overdue documents by contract, with the visibility of `searchInvoices`. */
export async function listOverdueInvoices(
  db: Db,
  { accountId, today }: { accountId: number; today: Day },
): Promise<StoredInvoice[]> {
  const { rows } = await db.execute<{ card: StoredInvoice }>(sql`
    select ${invoiceCard} as card from (
      select e.*, row_number() over (partition by e.contract_id order by e.due_on, e.id) as place from ledger_entries e
      where e.left_kopecks > 0 and e.due_on < ${today}::date and ${visibleInvoices('buyer', accountId)}) e
    where e.place <= ${maxOverdue} order by e.due_on, e.id`)
  return rows.map(({ card }) => card)
}
