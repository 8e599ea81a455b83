import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { searchSynonyms } from '#server/platform/db/schema/catalogue-search.ts'

export async function listSynonyms(db: Db): Promise<{ id: number; words: string[] }[]> {
  return db
    .select({ id: searchSynonyms.id, words: searchSynonyms.words })
    .from(searchSynonyms)
    .orderBy(asc(sql`lower(${searchSynonyms.words}[1])`), asc(searchSynonyms.id))
}

/** Locks the sets against other writers until the transaction ends; readers are not blocked. */
export async function lockSynonyms(db: Db): Promise<void> {
  await db.execute(sql`lock table ${searchSynonyms} in share row exclusive mode`)
}

/** Inserts a set, or replaces the one with the id; undefined if the id does not exist. */
export async function writeSynonyms(
  db: Db,
  { id, words }: { id: number | undefined; words: string[] },
): Promise<number | undefined> {
  const [written] =
    id === undefined
      ? await db.insert(searchSynonyms).values({ words }).returning({ id: searchSynonyms.id })
      : await db
          .update(searchSynonyms)
          .set({ words, updatedAt: new Date() })
          .where(eq(searchSynonyms.id, id))
          .returning({ id: searchSynonyms.id })
  return written?.id
}

export async function removeSynonyms(db: Db, { id }: { id: number }): Promise<boolean> {
  const removed = await db.delete(searchSynonyms).where(eq(searchSynonyms.id, id)).returning({ id: searchSynonyms.id })
  return removed.length > 0
}
