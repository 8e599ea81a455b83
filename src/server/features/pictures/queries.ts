import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { pictures } from '#server/db/schema/catalogue.ts'

export type StoredPicture = { key: string; type: string; digest: string; width: number }

export async function findPicture(db: Db, { pictureId }: { pictureId: number }): Promise<StoredPicture | undefined> {
  const { key, type, digest, width } = pictures
  const [found] = await db.select({ key, type, digest, width }).from(pictures).where(eq(pictures.id, pictureId))
  return found
}

export async function insertPicture(db: Db, picture: Omit<typeof pictures.$inferInsert, 'id'>): Promise<number> {
  const [row] = await db.insert(pictures).values(picture).onConflictDoUpdate({ target: pictures.digest, set: { key: picture.key } }).returning({ id: pictures.id })
  if (!row) throw new Error('an upsert returns its row')
  return row.id
}
