import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes acts of demo visitors. */
export async function deleteActsOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from acts where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
