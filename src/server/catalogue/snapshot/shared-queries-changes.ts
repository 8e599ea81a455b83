import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { writerLock } from './writer-lock.ts'

/**
 * The part of a statement that records for the catalogue's readers whose stock it has changed; `rows` have a
 * `product_id`.
 */
export const stockChanged = (rows: SQL) => sql`
  insert into catalogue_changes (kind, product_id) select distinct 'stock', product_id from ${rows}`

/** Locks the catalogue against other writers until the transaction ends. */
export async function lockCatalogueWriters(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${writerLock})`)
}

/** Lets every process rebuild its snapshot after this transaction commits. */
export async function requestRebuild(db: Db): Promise<void> {
  await db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
}
