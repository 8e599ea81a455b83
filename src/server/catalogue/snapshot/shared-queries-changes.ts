import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { writerLock } from './writer-lock.ts'

/** Part of a statement: records a stock change for the catalogue. `rows` have a `product_id`. */
export const stockChanged = (rows: SQL) => sql`
  insert into catalogue_changes (kind, product_id) select distinct 'stock', product_id from ${rows}`

/** Locks the catalogue against other writers until the transaction ends. */
export async function lockCatalogueWriters(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${writerLock})`)
}

/** `tags` stands for all labels and names no product. */
export type GoodsChange = { kind: 'flags' | 'price' | 'stock'; id: number } | { kind: 'tags'; id: null }

/** Makes every process re-read these facts after the commit. */
export async function recordGoodsChanges(db: Db, changes: readonly GoodsChange[]): Promise<void> {
  if (changes.length === 0) return
  await db.execute(sql`
    insert into catalogue_changes (kind, product_id)
    select kind, id from json_to_recordset(${JSON.stringify(changes)}::json) r(kind text, id int)`)
}

/** Makes every process rebuild its snapshot after the commit. */
export async function requestRebuild(db: Db): Promise<void> {
  await db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
}

/** Beyond this many single changes a rebuild is cheaper for every process. */
const maxChanges = 20_000

/** Records changed prices of products and variants for the catalogue. */
export async function recordPriceChanges(db: Db, productIds: readonly number[]): Promise<void> {
  if (productIds.length > maxChanges) return requestRebuild(db)
  await db.execute(sql`
    insert into catalogue_changes (kind, product_id)
    select 'price', id from unnest(${sql.param([...productIds])}::int[]) id`)
}
