import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type StoredNote = { id: number; text: string; authorId: number | null; author: string; createdAt: string }

/** Newest first. */
export async function listNotes(db: Db, { organisationId }: { organisationId: number }): Promise<StoredNote[]> {
  const { rows } = await db.execute<StoredNote>(sql`
    select n.id, n.text, n.author_id as "authorId", coalesce(nullif(a.name, ''), a.login::text, '') as author,
      to_json(n.created_at) #>> '{}' as "createdAt"
    from customer_notes n left join accounts a on a.id = n.author_id
    where n.organisation_id = ${organisationId} order by n.created_at desc, n.id desc`)
  return rows
}

export async function countNotes(db: Db, { organisationId }: { organisationId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from customer_notes where organisation_id = ${organisationId}`,
  )
  return rows[0]?.count ?? 0
}

/** The same key of the same author adds one note. */
export async function insertNote(
  tx: Db,
  { organisationId, authorId, key, text }: { organisationId: number; authorId: number; key: string; text: string },
): Promise<void> {
  await tx.execute(sql`
    insert into customer_notes (organisation_id, author_id, client_key, text)
    values (${organisationId}, ${authorId}, ${`${authorId}:${key}`}, ${text}) on conflict do nothing`)
}

export async function deleteNote(
  tx: Db,
  { organisationId, authorId, noteId }: { organisationId: number; authorId: number; noteId: number },
): Promise<void> {
  await tx.execute(sql`
    delete from customer_notes
    where id = ${noteId} and organisation_id = ${organisationId} and author_id = ${authorId}`)
}
