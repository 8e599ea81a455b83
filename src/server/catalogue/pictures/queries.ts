import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { pictures } from '#server/platform/db/schema/catalogue.ts'

export type StoredPicture = { key: string; type: string; digest: string; width: number }

export async function findPicture(db: Db, { pictureId }: { pictureId: number }): Promise<StoredPicture | undefined> {
  const { key, type, digest, width } = pictures
  const [found] = await db.select({ key, type, digest, width }).from(pictures).where(eq(pictures.id, pictureId))
  return found
}

/** Inserts the row of an uploaded picture, or refreshes its upload time; returns its id. */
export async function insertPicture(
  db: Db,
  picture: Omit<typeof pictures.$inferInsert, 'id' | 'uploadedAt'>,
): Promise<number> {
  const sent = { uploadedAt: sql`now()` }
  const [row] = await db
    .insert(pictures)
    .values({ ...picture, ...sent })
    .onConflictDoUpdate({ target: pictures.digest, set: { key: picture.key, ...sent } })
    .returning({ id: pictures.id })
  if (!row) throw new Error('an upsert returns its row')
  return row.id
}

/** Pictures uploaded more than this many hours ago and unused. */
export async function listUnused(db: Db, { hours, max }: { hours: number; max: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select p.id from pictures p where ${isUnused(hours)} order by p.id limit ${max}`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the row of a picture unless it was uploaded or used since; returns the deleted row. */
export async function deleteUnused(
  db: Db,
  { id, hours }: { id: number; hours: number },
): Promise<{ key: string; digest: string } | undefined> {
  // The lock comes first, so that the delete sees concurrent changes.
  await db.execute(sql`select from pictures where id = ${id} for update`)
  const { rows } = await db.execute<{ key: string; digest: string }>(
    sql`delete from pictures p where p.id = ${id} and ${isUnused(hours)} returning p.key, p.digest`,
  )
  return rows[0]
}

/** Over `p` = pictures. Must list everything that references pictures. */
const isUnused = (hours: number) => sql`(p.uploaded_at < now() - make_interval(hours => ${hours})
  and not exists (select from banners b where b.picture_id = p.id) and not exists (select from staff_pictures s
    where s.picture_id = p.id)
  and not exists (select from categories c where c.staff_picture_id = p.id)
  and not exists (select from product_pictures l where l.picture_id = p.id) and not exists (select
    from exchange_pictures e where e.picture_id = p.id)
  and not exists (select from settings l where l.name = 'firm.logo' and l.value = to_jsonb(p.id)))`
