import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** The wholesaler as it sells where a contract names nobody. */
export async function findUsualSeller(db: Db): Promise<{ company: string; fullName: string } | undefined> {
  const { rows } = await db.execute<{ company: string; fullName: string }>(sql`select company, full_name as "fullName" from sellers order by is_default desc, id limit 1`)
  return rows[0]
}

/** Those who change settings take turns, so that nobody's change is written over unseen. */
export async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`)
}
