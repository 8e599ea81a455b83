import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { cancelled } from '#shared/rules/order-states.ts'
import {
  documentGroups,
  unsignedStates,
  type DocumentGroup,
  type DocumentKind,
  type EdoState,
} from '#shared/rules/documents/shipping-documents.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'

export type DocumentRow = {
  id: number
  kind: DocumentKind
  paper: string
  number: string
  day: Day
  basis: string
  order: { id: number; number: string } | null
  sumKopecks: number | null
  vatKopecks: number | null
  edo: EdoState | null
  edoOn: Day | null
  edoBy: string
  validTo: Day | null
  /** Payment state of an invoice for an order. */
  payment: { leftKopecks: number; dueOn: Day | null } | null
  fileBytes: number
}

export type DocumentFilter = {
  accountId: number
  contractId: number
  group: DocumentGroup | undefined
  from: Day
  to: Day
  query: string
  unsigned: boolean
}

export type Overview = {
  count: number
  any: boolean
  months: { month: string; count: number; shippedKopecks: number | null }[]
  kinds: Partial<Record<DocumentKind, number>>
  waiting: number
  oldest: Pick<DocumentRow, 'id' | 'kind' | 'paper' | 'number' | 'day' | 'sumKopecks' | 'edoOn'>[]
}

/** Documents of the contract, if the account may use it. */
const ownDocuments = ({ accountId, contractId }: Pick<DocumentFilter, 'accountId' | 'contractId'>) => sql`
  shipping_documents d join (${allowedContracts({ accountId })}) c on c.id = d.contract_id
  where d.contract_id = ${contractId} and d.active`

const period = ({ from, to }: Pick<DocumentFilter, 'from' | 'to'>) =>
  sql`and d.day between ${from}::date and ${to}::date`
const isUnsigned = sql`d.edo in (${sql.join(
  unsignedStates.map((state) => sql`${state}`),
  sql`, `,
)})`

function matchingDocuments({ group, query, unsigned, ...filter }: DocumentFilter): SQL {
  const kinds: readonly string[] | undefined = group && documentGroups[group].kinds
  return sql`
    ${ownDocuments(filter)}
    ${unsigned ? sql`and ${isUnsigned}` : period(filter)}
    ${kinds === undefined ? sql`` : sql`and d.kind = any(${sql.param([...kinds])}::text[])`}
    ${
      query === ''
        ? sql``
        : sql`and (position(lower(${query}) in lower(d.paper || ' ' || d.number || ' ' || d.basis)) > 0
      or exists (select from orders o where o.id = d.order_id and position(${query} in o.number) > 0))`
    }`
}

const maxOldest = 3

/** Number of matching documents, counts by kind, and those waiting for a signature. */
export async function readOverview(db: Db, filter: DocumentFilter): Promise<Overview> {
  const { rows } = await db.execute<Overview>(sql`
    select (select count(*)::int from ${matchingDocuments(filter)}) as count,
      exists (select from ${ownDocuments(filter)}) as any,
      (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
        select to_char(d.day, 'YYYY-MM') as month, count(*) as count,
          sum(d.sum_kopecks) filter (where d.kind in ('upd', 'correction', 'waybill')
            and d.edo is distinct from 'cancelled')
            as "shippedKopecks"
        from ${matchingDocuments(filter)} group by 1) m) as months,
      (select coalesce(jsonb_object_agg(kind, n), '{}') from (
        select d.kind, count(*) as n from ${ownDocuments(filter)} ${period(filter)} group by d.kind) k) as kinds,
      (select count(*)::int from ${ownDocuments(filter)} and ${isUnsigned}) as waiting,
      (select coalesce(jsonb_agg(to_jsonb(o) order by o.day, o.id), '[]') from (
        select d.id, d.kind, d.paper, d.number, d.day, d.sum_kopecks as "sumKopecks", d.edo_on as "edoOn"
        from ${ownDocuments(filter)} and ${isUnsigned} order by d.day, d.id limit ${maxOldest}) o) as oldest`)
  return rows[0] ?? { count: 0, any: false, months: [], kinds: {}, waiting: 0, oldest: [] }
}

/**
 * Unpaid sum of invoice `p` for order `o`: by the ledger once it contains the whole order, before that by the order.
 * Null: not an invoice of an active order.
 */
const payment = sql`case when p.kind = 'invoice' and o.state <> ${cancelled} then (
  select jsonb_build_object(
    'leftKopecks', case when ledger.is_complete then ledger.left_kopecks
      else greatest(0, coalesce(p.sum_kopecks, o.sum_kopecks) - o.paid_kopecks) end,
    'dueOn', case when ledger.is_complete then ledger.due_on else o.pay_until end)
  from (
    select coalesce(sum(e.debit_kopecks) >= coalesce(p.sum_kopecks, o.sum_kopecks), false) as is_complete,
      sum(e.left_kopecks) as left_kopecks, min(e.due_on) filter (where e.left_kopecks > 0) as due_on
    from ledger_entries e
    where e.order_id = o.id and e.contract_id = p.contract_id and e.active and e.kind = 'sale') ledger) end`

/** A page, newest first. */
export async function listDocumentRows(
  db: Db,
  { limit, offset, ...filter }: DocumentFilter & { limit: number; offset: number },
): Promise<DocumentRow[]> {
  const { rows } = await db.execute<DocumentRow>(sql`
    select p.id, p.kind, p.paper, p.number, p.day::text, p.basis, p.sum_kopecks as "sumKopecks", p.vat_kopecks
        as "vatKopecks", p.edo, p.edo_on::text as "edoOn", p.edo_by as "edoBy", p.valid_to::text as "validTo",
      p.file_bytes as "fileBytes", ${payment} as payment,
      case when o.id is not null then jsonb_build_object('id', o.id, 'number', o.number) end as order
    from (select d.* from ${matchingDocuments(filter)} order by d.day desc, d.id desc
      limit ${limit} offset ${offset}::bigint) p
      left join orders o on o.id = p.order_id and o.contract_id = p.contract_id
    order by p.day desc, p.id desc`)
  return rows
}

export type StoredDocument = Pick<DocumentRow, 'id' | 'kind' | 'paper' | 'number' | 'day' | 'fileBytes'> & {
  fileKey: string
}

/** Those of the documents that belong to the account's contracts, newest first. */
export async function listStoredDocuments(
  db: Db,
  { accountId, ids }: { accountId: number; ids: readonly number[] },
): Promise<StoredDocument[]> {
  const { rows } = await db.execute<StoredDocument>(sql`
    select d.id, d.kind, d.paper, d.number, d.day::text, d.file_bytes as "fileBytes", d.file_key as "fileKey"
    from shipping_documents d join (${allowedContracts({ accountId })}) c on c.id = d.contract_id
    where d.id = any(${sql.param([...ids])}::int[]) and d.active order by d.day desc, d.id desc`)
  return rows
}
