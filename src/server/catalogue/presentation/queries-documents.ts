import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type StoredFile = { key: string; type: string; sizeBytes: number }
export type DocumentChoice = StoredFile & { name: string; position: number }

/** Inserts the row of an uploaded document, or refreshes its upload time; returns its id. */
export async function insertUploaded(db: Db, { key, type, sizeBytes }: StoredFile): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into uploaded_documents (key, type, size_bytes) values (${key}, ${type}, ${sizeBytes})
    on conflict (key) do update set uploaded_at = now() returning id`)
  const [row] = rows
  if (!row) throw new Error('an upsert returns its row')
  return row.id
}

/** The files of these ids, locked against purging until the transaction ends. */
export async function lockUploaded(db: Db, { ids }: { ids: readonly number[] }): Promise<Map<number, StoredFile>> {
  const { rows } = await db.execute<StoredFile & { id: number }>(sql`
    select id, key, type, size_bytes as "sizeBytes" from uploaded_documents
      where id = any(${sql.param([...ids])}::int[]) order by id for key share`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Replaces staff's documents of the product; they come after 1C's. */
export async function writeDocuments(
  db: Db,
  { productId, documents }: { productId: number; documents: readonly DocumentChoice[] },
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) each(key text, type text, "sizeBytes" int,
    name text, position int)`
  await db.execute(sql`
    delete from product_documents d where product_id = ${productId} and source = '' and not exists (select
      from ${rows} where each.key = d.key)
      and exists (select from uploaded_documents u where u.key = d.key)`)
  await db.execute(sql`
    update product_documents d set name = each.name, position = each.position from ${rows}
    where d.product_id = ${productId} and d.source = '' and d.key = each.key and (d.name, d.position) is distinct
    from (each.name, each.position)`)
  await db.execute(sql`
    insert into product_documents (product_id, name, key, type, size_bytes, position)
    select ${productId}, each.name, each.key, each.type, each."sizeBytes", each.position from ${rows}
    where not exists (select from product_documents d
      where d.product_id = ${productId} and d.source = '' and d.key = each.key)`)
}

/** Files uploaded more than this many hours ago and unused. */
export async function listUnused(db: Db, { hours, max }: { hours: number; max: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select u.id from uploaded_documents u where ${isUnused(hours)} order by u.id limit ${max}`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the row of a file unless it was uploaded or used since; returns its key. */
export async function deleteUnused(db: Db, { id, hours }: { id: number; hours: number }): Promise<string | undefined> {
  // The lock comes first, so that the delete sees concurrent changes.
  await db.execute(sql`select from uploaded_documents where id = ${id} for update`)
  const { rows } = await db.execute<{ key: string }>(
    sql`delete from uploaded_documents u where u.id = ${id} and ${isUnused(hours)} returning u.key`,
  )
  return rows[0]?.key
}

const isUnused = (hours: number) => sql`(u.uploaded_at < now() - make_interval(hours => ${hours})
  and not exists (select from product_documents d where d.key = u.key) and not exists (select from exchange_documents e
    where e.key = u.key))`
