import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes claims of demo visitors. Returns the keys of their files. */
export async function deleteClaimsOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<string[]> {
  const ids = sql`${sql.param(organisationIds)}::int[]`
  const { rows } = await tx.execute<{ key: string }>(sql`
    delete from claim_files where account_id in (select id from accounts where organisation_id = any(${ids}))
    returning key`)
  await tx.execute(sql`delete from claims where organisation_id = any(${ids})`)
  return rows.map(({ key }) => key)
}
