import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes accounts of demo visitors; baskets, drafts, lists, notifications and sessions cascade. */
export async function deleteAccountsOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from accounts where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
