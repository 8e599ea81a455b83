import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { pictures } from '#server/platform/db/schema/catalogue.ts'

export type ImportedPicture = { digest: string; key: string; type: string; width: number; height: number }

/** Finds a picture and refreshes its upload time, which protects it from purging. */
export async function findPictureByDigest(db: Db, digest: string): Promise<number | undefined> {
  await db.execute(sql`update pictures set uploaded_at = now() where digest = ${digest} and uploaded_at is not null`)
  const { rows } = await db.execute<{ id: number }>(sql`select id from pictures where digest = ${digest}`)
  return rows[0]?.id
}

/** Inserts a picture of 1C, which is never purged as an unused upload; returns its id. */
export async function insertImportedPicture(db: Db, picture: ImportedPicture): Promise<number> {
  const [row] = await db
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({ target: pictures.digest, set: { key: picture.key } })
    .returning({ id: pictures.id })
  if (!row) throw new Error('an upsert returns its row')
  return row.id
}
