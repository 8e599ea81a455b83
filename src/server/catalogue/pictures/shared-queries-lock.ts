import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Those of the ids that exist, locked against purging until the transaction ends. */
export async function lockPictures(db: Db, { ids }: { ids: readonly number[] }): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from pictures where id = any(${sql.param([...ids])}::int[]) order by id for key share`,
  )
  return new Set(rows.map(({ id }) => id))
}
