import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

export type Concerned = { accountId: number; login: string; demo: boolean }

/** Whom an order concerns: who ordered it, and the heads of their organisation. */
export async function listConcerned(db: Db, { accountId, organisationId }: { accountId: number; organisationId: number }): Promise<Concerned[]> {
  const { rows } = await db.execute<Concerned>(sql`
    select a.id as "accountId", a.login, g.demo from accounts a join organisations g on g.id = a.organisation_id
    where a.organisation_id = ${organisationId} and a.enabled and (a.id = ${accountId} or a.role = 'owner') order by a.id`)
  return rows
}
