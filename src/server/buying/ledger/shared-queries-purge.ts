import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** For visitors of the demo mode. */
export async function deleteLedgerOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`
    delete from ledger_entries where contract_id in (
      select id from contracts where organisation_id = any(${sql.param(organisationIds)}::int[]))`)
}
