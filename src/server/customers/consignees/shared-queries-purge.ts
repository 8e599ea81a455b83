import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes consignees of demo visitors, who cannot attach files. */
export async function deleteConsigneesOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from consignees where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
