import { sql } from 'drizzle-orm'
import { listContractAudience } from '#server/customers/organisations/shared-queries-audience.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Those of the accounts and acts where the account may see the act. */
export function listActAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const records = sql`select id, contract_id, organisation_id from acts where id = any(${sql.param(ids)}::int[])`
  return listContractAudience(db, { records, accountIds, right: 'acts.view', staffRight: 'staff.customers' })
}
