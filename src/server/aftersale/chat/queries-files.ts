import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isoMoment, type StoredFile } from './queries.ts'
import type { Side } from './queries-cards.ts'

/** Attaches the author's unsent files to the message; returns their number. */
export async function attachFiles(
  tx: Db,
  { accountId, authorId, messageId, ids }: { accountId: number; authorId: number; messageId: number; ids: number[] },
): Promise<number> {
  if (ids.length === 0) return 0
  const { rowCount } = await tx.execute(sql`
    update chat_files set message_id = ${messageId} where id = any(${sql.param(ids)}::int[])
      and account_id = ${accountId} and uploaded_by_id = ${authorId} and message_id is null`)
  return rowCount ?? 0
}

export type FileRow = StoredFile & { accountId: number; storeKey: string }

export async function insertFile(
  db: Db,
  file: { accountId: number; uploadedById: number; storeKey: string; name: string; type: string; sizeBytes: number },
): Promise<StoredFile> {
  const { rows } = await db.execute<StoredFile>(sql`
    insert into chat_files (account_id, uploaded_by_id, store_key, name, type, size_bytes)
    values (${file.accountId}, ${file.uploadedById}, ${file.storeKey}, ${file.name}, ${file.type}, ${file.sizeBytes})
    returning id, name, type, size_bytes as "sizeBytes", ${isoMoment(sql`created_at`)} as "createdAt"`)
  const [stored] = rows
  if (!stored) throw new Error('the file was not stored')
  return stored
}

/** A file that the reader may see: sent (for the buyer: not in an internal note), or the reader's own upload. */
export async function findFile(
  db: Db,
  { id, accountId, side }: { id: number; accountId?: number; side: Side },
): Promise<FileRow | undefined> {
  const { rows } = await db.execute<FileRow>(sql`
    select f.id, f.account_id as "accountId", f.store_key as "storeKey", f.name, f.type, f.size_bytes as "sizeBytes",
      ${isoMoment(sql`f.created_at`)} as "createdAt"
    from chat_files f left join chat_messages m on m.id = f.message_id
    where f.id = ${id} and (${accountId ?? null}::int is null or f.account_id = ${accountId ?? null})
      and (${side === 'staff'} or (m.id is not null and not m.note) or f.uploaded_by_id = f.account_id)`)
  return rows[0]
}

/** The newest sent files. */
export async function listFiles(db: Db, { accountId }: { accountId: number }): Promise<StoredFile[]> {
  const { rows } = await db.execute<StoredFile>(sql`
    select f.id, f.name, f.type, f.size_bytes as "sizeBytes", ${isoMoment(sql`f.created_at`)} as "createdAt"
    from chat_files f join chat_messages m on m.id = f.message_id
    where f.account_id = ${accountId} and not m.note order by f.id desc limit 20`)
  return rows
}

/** Deletes uploads without a message older than `before`; a trigger stores the keys of their files. */
export async function deleteUnattachedFiles(db: Db, { before }: { before: Date }): Promise<void> {
  await db.execute(sql`delete from chat_files where message_id is null and created_at < ${before}`)
}

/** Keys of stored files whose row was deleted. */
export async function listDeletedFiles(db: Db, { limit }: { limit: number }): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select store_key as key from gone_chat_files order by gone_at limit ${limit}`)
  return rows.map(({ key }) => key)
}

export async function forgetDeletedFiles(db: Db, { keys }: { keys: string[] }): Promise<void> {
  await db.execute(sql`delete from gone_chat_files where store_key = any(${sql.param(keys)}::text[])`)
}
