import { sql, type SQL } from 'drizzle-orm'
import {
  countLeftOut,
  leftOutEntries,
  receiveEntries,
  saveLedgerState,
  type LedgerFeed,
} from '#server/buying/ledger/shared-queries-receive.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { ImportContext } from '../context.ts'
import {
  countWritten,
  assertPlausibleEnding,
  hasItems,
  identifiesEveryLine,
  rejectItems,
  type FeedOptions,
} from './feed-items.ts'

/** Applies documents of contract ledgers. */
export function applyLedger(context: ImportContext, options: FeedOptions): Promise<void> {
  return applyEntries(context, { ...options, feed: 'ledger', sent: sentEntries(documentColumns) })
}

/** Applies payments from buyers and refunds. */
export function applyPayments(context: ImportContext, options: FeedOptions): Promise<void> {
  return applyEntries(context, { ...options, feed: 'payments', sent: sentEntries(paymentColumns) })
}

export const checkLedger = (context: ImportContext) => rejectUnknownContracts(context, 'ledger')
export const checkPayments = (context: ImportContext) => rejectUnknownContracts(context, 'payments')

function rejectUnknownContracts(context: ImportContext, feed: LedgerFeed): Promise<void> {
  return rejectItems(
    context,
    feed,
    `select i.line, i.id as code, 'Договор не найден: ' || (i.item ->> 'contract') as reason
     from feed_items i left join contracts c on c.code1c = i.item ->> 'contract' where not i.deleted and c.id is null`,
  )
}

type Entries = FeedOptions & { feed: LedgerFeed; sent: SQL }

async function applyEntries(
  context: ImportContext,
  { feed, sent, full, asOf, allowMassEnding }: Entries,
): Promise<void> {
  const { db } = context
  let deleted = sql`select id as code1c from feed_items where deleted`
  if (full && (await hasItems(context)) && (await identifiesEveryLine(context, feed))) {
    // Existing entries named by a rejected line are not ended.
    const named = sql`select id as code1c from feed_answers where id is not null`
    const maxPercent = await readSetting(db, 'exchange.deactivation.mostPercent')
    assertPlausibleEnding(await countLeftOut(db, { feed, named }), { maxPercent, allowMassEnding })
    deleted = sql`${deleted} union ${leftOutEntries({ feed, named })}`
  }
  const { created, changed, unchanged, ended } = await receiveEntries(db, { feed, sent, deleted })
  countWritten(context, feed, { created, changed: changed + ended, unchanged })
  await saveLedgerState(db, { feed, asOf })
}

/** Columns that documents and payments fill differently; `i.item` is the line. */
type Columns = { kind: SQL; debit: SQL; credit: SQL; due: SQL; basis: SQL; goods: SQL }

const dueByTerms = sql`(i.item ->> 'date')::date + case c.payment when 'deferred' then c.deferral_days else 0 end`

const documentColumns: Columns = {
  kind: sql`i.item ->> 'kind'`,
  debit: sql`coalesce((i.item ->> 'debit')::bigint, 0)`,
  credit: sql`coalesce((i.item ->> 'credit')::bigint, 0)`,
  due: sql`case when (i.item ->> 'debit')::bigint > 0 then coalesce((i.item ->> 'due')::date, ${dueByTerms}) end`,
  basis: sql`coalesce(i.item ->> 'basis', '')`,
  // A good missing from the catalogue keeps the name sent by 1C.
  goods: sql`(
    select jsonb_agg(jsonb_build_object('productId', p.id,
        'articul', coalesce(nullif(l.good ->> 'articul', ''), p.articul, ''),
        'name', coalesce(nullif(l.good ->> 'name', ''), p.name, l.good ->> 'product'),
        'unit', coalesce(nullif(l.good ->> 'unit', ''), p.unit, 'шт'), 'quantityMilli', l.good -> 'quantity',
        'sumKopecks', l.good -> 'sum', 'vatKopecks', coalesce((l.good ->> 'vat')::bigint, 0)) order by l.n)
    from jsonb_array_elements(i.item -> 'lines') with ordinality l(good, n)
    left join products p on p.code1c = l.good ->> 'product')`,
}

const isRefund = sql`coalesce((i.item ->> 'refund')::boolean, false)`
const paidSum = sql`(i.item ->> 'sum')::bigint`

const paymentColumns: Columns = {
  kind: sql`case when ${isRefund} then 'refund' else 'payment' end`,
  debit: sql`case when ${isRefund} then ${paidSum} else 0 end`,
  credit: sql`case when ${isRefund} then 0 else ${paidSum} end`,
  due: sql`case when ${isRefund} then (i.item ->> 'date')::date end`,
  basis: sql`coalesce(i.item ->> 'purpose', '')`,
  goods: sql`null::jsonb`,
}

const sentEntries = ({ kind, debit, credit, due, basis, goods }: Columns) => sql`
  select i.line, i.id as code1c, c.id as contract_id, ${kind} as kind, coalesce(i.item ->> 'document', '') as paper,
    i.item ->> 'number' as number, (i.item ->> 'date')::date as day, ${debit} as debit_kopecks,
    ${credit} as credit_kopecks, ${due} as due_on, coalesce(o.id, k.id) as order_id, ${basis} as basis,
    (select jsonb_agg(jsonb_build_object('document', s.paid ->> 'document', 'sumKopecks', s.paid -> 'sum') order by s.n)
      from jsonb_array_elements(i.item -> 'settles') with ordinality s(paid, n)) as settlements,
    ${goods} as goods
  from feed_items i join contracts c on c.code1c = i.item ->> 'contract'
    left join orders o on o.number = i.item ->> 'order' and o.contract_id = c.id
    left join (select distinct on (contract_id, code1c) id, contract_id, code1c from orders where code1c is not null
        order by contract_id, code1c, id) k on k.code1c = i.item ->> 'order' and k.contract_id = c.id
  where not i.deleted`
