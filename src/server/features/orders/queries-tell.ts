import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

export type Concerned = { accountId: number; login: string; demo: boolean }

/** Whom an order concerns: who ordered it, and the heads of their organisation. */
export async function listConcerned(db: Db, { accountId, organisationId }: { accountId: number; organisationId: number }): Promise<Concerned[]> {
  const { rows } = await db.execute<{ concerned: Concerned[] }>(sql`select ${concernedOf({ accountId, organisationId: sql`${organisationId}::int` })} as concerned`)
  return rows[0]?.concerned ?? []
}

/** The same as a JSON column of a larger statement. */
export const concernedOf = ({ accountId, organisationId }: { accountId: number; organisationId: SQL }) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('accountId', a.id, 'login', a.login, 'demo', g.demo) order by a.id), '[]')
  from accounts a join organisations g on g.id = a.organisation_id
  where a.organisation_id = ${organisationId} and a.enabled and (a.id = ${accountId} or a.role = 'owner'))`
