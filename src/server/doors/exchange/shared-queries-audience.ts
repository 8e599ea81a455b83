import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/** Those of the accounts that may see runs of the exchange: they see all of them. */
export async function listRunAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    select run.id, candidates.id as "accountId" from unnest(${sql.param(ids)}::int[]) as run (id)
    join accounts candidates on candidates.id = any(${sql.param(accountIds)}::int[]) and candidates.enabled
      and ${holds(sql`candidates`, 'staff.settings')}`)
  return rows
}
