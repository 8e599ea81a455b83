import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isVisitorContract } from '#server/customers/organisations/shared-queries-customers.ts'
import { setBalances } from '#server/customers/organisations/shared-queries-write.ts'

/** Feeds with ledger entries; each is complete on its own. */
export type LedgerFeed = 'ledger' | 'payments'

export type Received = { created: number; changed: number; unchanged: number; ended: number }

const ledgerLock = 20_261_123

/** Serialises the feeds of the ledger until the transaction ends. */
export async function lockLedger(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ledgerLock})`)
}

export type SentEntries = {
  feed: LedgerFeed
  /**
   * Relation of (line, code1c, contract_id, kind, paper, number, day, debit_kopecks, credit_kopecks, due_on, order_id,
   * basis, settlements, goods). `settlements` is [{document, sumKopecks}]; `goods` is [{productId, articul, name, unit,
   * quantityMilli, sumKopecks, vatKopecks}]; both may be null. Of two rows with one code1c the last line counts.
   */
  sent: SQL
  /** Relation of (code1c): deleted in 1C. */
  deleted: SQL
}

/**
 * Stores entries of a feed and distributes the payments of their contracts again: the rest of each document, and the
 * debt of each contract. Under `lockLedger`.
 */
export async function receiveEntries(tx: Db, { feed, sent, deleted }: SentEntries): Promise<Received> {
  await makeTemporary(tx, {
    name: 'sent_entries',
    rows: sql`
      select s.*, md5((s.contract_id, s.kind, s.paper, s.number, s.day, s.debit_kopecks, s.credit_kopecks, s.due_on,
          s.order_id, s.basis, s.settlements, s.goods)::text) as digest
      from (select distinct on (code1c) * from (${sent}) given order by code1c, line desc) s`,
    key: 'code1c',
  })
  await makeTemporary(tx, {
    name: 'changed_entries',
    rows: sql`
      select s.code1c, s.contract_id, e.contract_id as former_contract_id
      from sent_entries s left join ledger_entries e on e.code1c = s.code1c
      where e.id is null or e.digest <> s.digest or e.feed <> ${feed} or not e.active
      union all
      select e.code1c, e.contract_id, null from (${deleted}) gone join ledger_entries e on e.code1c = gone.code1c
      where e.active and not exists (select from sent_entries s where s.code1c = e.code1c)`,
    key: 'code1c',
  })
  const { rows } = await tx.execute<Received>(sql`
    with written as (
      insert into ledger_entries as e (code1c, feed, contract_id, kind, paper, number, day, debit_kopecks,
        credit_kopecks, due_on, order_id, basis, digest)
      select s.code1c, ${feed}, s.contract_id, kind, paper, number, day, debit_kopecks, credit_kopecks, due_on,
        order_id,
        basis, digest
      from changed_entries c join sent_entries s on s.code1c = c.code1c order by s.line
      on conflict (code1c) do update set feed = excluded.feed, contract_id = excluded.contract_id,
        kind = excluded.kind, paper = excluded.paper, number = excluded.number, day = excluded.day,
        debit_kopecks = excluded.debit_kopecks, credit_kopecks = excluded.credit_kopecks, due_on = excluded.due_on,
        order_id = excluded.order_id, basis = excluded.basis, digest = excluded.digest, active = true
      returning xmax = 0 as fresh
    ), ended as (
      update ledger_entries e set active = false from changed_entries c
      where c.code1c = e.code1c and not exists (select from sent_entries s where s.code1c = c.code1c) returning 1)
    select (count(*) filter (where fresh))::int as created, (count(*) filter (where not fresh))::int as changed,
      (select count(*) from sent_entries)::int - count(*)::int as unchanged, (select count(*) from ended)::int as ended
    from written`)
  await replaceParts(tx)
  await distributePayments(
    tx,
    sql`select contract_id from changed_entries union select former_contract_id from changed_entries`,
  )
  return rows[0] ?? { created: 0, changed: 0, unchanged: 0, ended: 0 }
}

/**
 * Rows that several statements of the transaction read. Counted and indexed, because the planner's statistics may date
 * from an empty ledger.
 */
async function makeTemporary(
  tx: Db,
  { name, rows, key }: { name: string; rows: SQL; key: 'code1c' | 'document_code1c' | 'id' },
): Promise<void> {
  const table = sql.raw(name)
  await tx.execute(sql`drop table if exists ${table}`)
  await tx.execute(sql`create temp table ${table} on commit drop as ${rows}`)
  await tx.execute(sql`create index on ${table} (${sql.raw(key)})`)
  await tx.execute(sql`analyze ${table}`)
}

/** Replaces settlements and goods of the changed entries. */
async function replaceParts(tx: Db): Promise<void> {
  const changed = sql`
    select e.id, s.settlements, s.goods from changed_entries c join sent_entries s on s.code1c = c.code1c
    join ledger_entries e on e.code1c = c.code1c`
  await tx.execute(sql`delete from ledger_settlements p using (${changed}) c where c.id = p.entry_id`)
  await tx.execute(sql`
    insert into ledger_settlements (entry_id, document_code1c, sum_kopecks)
    select c.id, p.document, sum(p."sumKopecks")
    from (${changed}) c cross join lateral jsonb_to_recordset(c.settlements) p(document text, "sumKopecks" bigint)
    group by 1, 2`)
  await tx.execute(sql`delete from ledger_lines l using (${changed}) c where c.id = l.entry_id`)
  await tx.execute(sql`
    insert into ledger_lines (entry_id, position, product_id, articul, name, unit, quantity_milli, sum_kopecks,
      vat_kopecks)
    select c.id, l.position, (l.good ->> 'productId')::int, l.good ->> 'articul', l.good ->> 'name', l.good ->> 'unit',
      (l.good ->> 'quantityMilli')::bigint, (l.good ->> 'sumKopecks')::bigint, (l.good ->> 'vatKopecks')::bigint
    from (${changed}) c cross join lateral jsonb_array_elements(c.goods) with ordinality l(good, position)`)
}

const ofVisitor = isVisitorContract(sql`e.contract_id`)

/** Number of entries that a full feed with these (a relation of code1c) would end, and the total. */
export async function countLeftOut(
  tx: Db,
  { feed, named }: { feed: LedgerFeed; named: SQL },
): Promise<{ leftOut: number; total: number }> {
  const { rows } = await tx.execute<{ leftOut: number; total: number }>(sql`
    select count(*) as total, count(*) filter (where not exists (select from (${named}) n
      where n.code1c = e.code1c)) as "leftOut"
    from ledger_entries e where feed = ${feed} and active and not ${ofVisitor}`)
  return rows[0] ?? { leftOut: 0, total: 0 }
}

/** Entries missing from a full feed with these (a relation of code1c). */
export const leftOutEntries = ({ feed, named }: { feed: LedgerFeed; named: SQL }): SQL => sql`
  select code1c from ledger_entries e where feed = ${feed} and active and not ${ofVisitor}
    and not exists (select from (${named}) n where n.code1c = e.code1c)`

/** Stores the time of 1C's data; an older feed that arrives late does not set it back. */
export async function saveLedgerState(tx: Db, { feed, asOf }: { feed: LedgerFeed; asOf: Date }): Promise<void> {
  await tx.execute(sql`
    insert into ledger_states as s (feed, as_of) values (${feed}, ${asOf.toISOString()}::timestamptz)
    on conflict (feed) do update set as_of = excluded.as_of where s.as_of < excluded.as_of`)
}

/**
 * Distributes credits over debits within each contract (a relation of contract_id): first to the documents that 1C
 * names, then the rest over refunds and documents by due date. Unpaid rests minus undistributed credit (the advance)
 * are the contract's balance.
 */
async function distributePayments(tx: Db, contractIds: SQL): Promise<void> {
  const touched = sql`(select distinct contract_id from (${contractIds}) t where contract_id is not null) touched`
  await makeTemporary(tx, {
    name: 'named_documents',
    rows: sql`
      select c.contract_id, p.document_code1c, sum(p.sum_kopecks) as kopecks
      from ${touched} join ledger_entries c using (contract_id) join ledger_settlements p on p.entry_id = c.id
      where c.active group by 1, 2`,
    key: 'document_code1c',
  })
  await makeTemporary(tx, {
    name: 'settled_debits',
    rows: sql`
      select e.id, e.contract_id, e.kind, e.due_on, e.day, e.left_kopecks,
        e.debit_kopecks - least(e.debit_kopecks, coalesce(n.kopecks, 0)) as rest,
        least(e.debit_kopecks, coalesce(n.kopecks, 0)) as covered
      from ${touched} join ledger_entries e using (contract_id) left join named_documents n
        on n.contract_id = e.contract_id and n.document_code1c = e.code1c
      where e.active and e.debit_kopecks > 0`,
    key: 'id',
  })
  // Rest of the credits after the documents that they name are paid.
  const sums = sql`(
    select touched.contract_id, coalesce(e.balance, 0) as balance, coalesce(d.rest, 0) as rest,
      coalesce(e.credits, 0) - coalesce(d.covered, 0) as free
    from ${touched}
      left join (select contract_id, sum(debit_kopecks - credit_kopecks) as balance,
          sum(credit_kopecks + greatest(-debit_kopecks, 0)) as credits
        from ledger_entries where active and contract_id in (select contract_id from ${touched}) group by 1) e
        using (contract_id)
      left join (select contract_id, sum(rest) as rest, sum(covered) as covered from settled_debits group by 1) d
        using (contract_id)) sums`
  await tx.execute(sql`
    update ledger_entries e set left_kopecks = spread.kopecks
    from (
      select id, left_kopecks, least(rest, greatest(0, reached - greatest(0, free))) as kopecks
      from (select d.id, d.rest, d.left_kopecks, sums.free,
          sum(d.rest) over (partition by d.contract_id order by d.kind <> 'refund', d.due_on, d.day, d.id) as reached
        from settled_debits d join ${sums} using (contract_id)) ordered) spread
    where spread.id = e.id and spread.left_kopecks <> spread.kopecks`)
  await setBalances(
    tx,
    sql`select contract_id, balance + greatest(0, free - rest) as debt_kopecks,
      greatest(0, free - rest) as advance_kopecks
      from ${sums}`,
  )
}
