import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isVisitorContract } from '#server/customers/organisations/shared-queries-customers.ts'

export type Received = {
  created: number
  changed: number
  unchanged: number
  ended: number
  /** Of the created documents. */
  newIds: number[]
}

const documentsLock = 20_261_125

/** Serialises feeds of documents until the transaction ends. */
export async function lockDocuments(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${documentsLock})`)
}

export type SentDocuments = {
  /**
   * Relation of (line, code1c, contract_id, kind, paper, number, day, sum_kopecks, vat_kopecks, order_id, basis, edo,
   * edo_on, edo_by, valid_to, file_key, file_bytes, file_digest). Without a file the record keeps its own; the caller
   * has rejected records without any. Of rows with equal code1c the last line counts.
   */
  sent: SQL
  /** Relation of (code1c): deleted in 1C. */
  deleted: SQL
}

/** Stores documents of a feed. The caller deletes files without a record. */
export async function receiveDocuments(tx: Db, { sent, deleted }: SentDocuments): Promise<Received> {
  const { rows } = await tx.execute<Received>(sql`
    with last_sent as (
      select distinct on (code1c) * from (${sent}) input order by code1c, line desc),
    merged as (
      select s.line, s.code1c, s.contract_id, s.kind, s.paper, s.number, s.day, s.sum_kopecks, s.vat_kopecks,
        s.order_id,
        s.basis, s.edo, s.edo_on, s.edo_by, s.valid_to,
        case when s.file_digest is null or s.file_digest = d.file_digest then d.file_key
          else s.file_key end as file_key,
        case when s.file_digest is null then d.file_bytes else s.file_bytes end as file_bytes,
        coalesce(s.file_digest, d.file_digest) as file_digest, d.digest as stored_digest,
        coalesce(d.active, false) as active
      from last_sent s left join shipping_documents d on d.code1c = s.code1c),
    digested as (
      select *, md5((contract_id, kind, paper, number, day, sum_kopecks, vat_kopecks, order_id, basis, edo, edo_on,
        edo_by, valid_to, file_digest)::text) as digest from merged),
    written as (
      insert into shipping_documents (code1c, contract_id, kind, paper, number, day, sum_kopecks, vat_kopecks, order_id,
        basis, edo, edo_on, edo_by, valid_to, file_key, file_bytes, file_digest, digest)
      select code1c, contract_id, kind, paper, number, day, sum_kopecks, vat_kopecks, order_id, basis, edo, edo_on,
        edo_by, valid_to, file_key, file_bytes, file_digest, digest
      from digested where stored_digest is null or stored_digest <> digest or not active order by line
      on conflict (code1c) do update set contract_id = excluded.contract_id, kind = excluded.kind,
        paper = excluded.paper, number = excluded.number, day = excluded.day, sum_kopecks = excluded.sum_kopecks,
        vat_kopecks = excluded.vat_kopecks, order_id = excluded.order_id, basis = excluded.basis, edo = excluded.edo,
        edo_on = excluded.edo_on, edo_by = excluded.edo_by, valid_to = excluded.valid_to,
        file_key = excluded.file_key, file_bytes = excluded.file_bytes, file_digest = excluded.file_digest,
        digest = excluded.digest, active = true
      returning id, xmax = 0 as is_new),
    ended as (
      update shipping_documents d set active = false from (${deleted}) removed
      where removed.code1c = d.code1c and d.active and not exists (select from last_sent s where s.code1c = d.code1c)
      returning 1)
    select (count(*) filter (where is_new))::int as created, (count(*) filter (where not is_new))::int as changed,
      (select count(*) from last_sent)::int - count(*)::int as unchanged, (select count(*) from ended)::int as ended,
      coalesce(jsonb_agg(id order by id) filter (where is_new), '[]') as "newIds"
    from written`)
  return rows[0] ?? { created: 0, changed: 0, unchanged: 0, ended: 0, newIds: [] }
}

const ofVisitor = isVisitorContract(sql`d.contract_id`)

/** Number of documents that a full feed with these (a relation of code1c) would end, and the total. */
export async function countDocumentsLeftOut(tx: Db, { named }: { named: SQL }) {
  const { rows } = await tx.execute<{ leftOut: number; total: number }>(sql`
    select count(*)::int as total,
      (count(*) filter (where not exists (select from (${named}) n where n.code1c = d.code1c)))::int as "leftOut"
    from shipping_documents d where active and not ${ofVisitor}`)
  return rows[0] ?? { leftOut: 0, total: 0 }
}

/** Documents missing from a full feed with these (a relation of code1c). */
export const documentsLeftOut = ({ named }: { named: SQL }): SQL => sql`
  select code1c from shipping_documents d where active and not ${ofVisitor}
    and not exists (select from (${named}) n where n.code1c = d.code1c)`

export type RecordFile = { code1c: string; contractId: number; key: string }

/** Current files of these records (a relation of code1c). */
export async function listRecordFiles(tx: Db, { records }: { records: SQL }): Promise<RecordFile[]> {
  const { rows } = await tx.execute<RecordFile>(sql`
    select code1c, contract_id as "contractId", file_key as key
    from shipping_documents where code1c in (select code1c from (${records}) r)`)
  return rows
}

/** Those of the files that no record uses. */
export async function listUnusedFiles(db: Db, { keys }: { keys: readonly string[] }): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param([...keys])}::text[]) key
    where not exists (select from shipping_documents d where d.file_key = key)`)
  return rows.map(({ key }) => key)
}
