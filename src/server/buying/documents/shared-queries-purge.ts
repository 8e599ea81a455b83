import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes documents of demo visitors; their files are shared and go by themselves. */
export async function deleteDocumentsOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`
    delete from shipping_documents where contract_id in (
      select id from contracts where organisation_id = any(${sql.param(organisationIds)}::int[]))`)
}
