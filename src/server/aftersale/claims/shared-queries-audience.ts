import { sql } from 'drizzle-orm'
import { listContractAudience } from '#server/customers/organisations/shared-queries-audience.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Pairs of account and claim where the account may see the claim. */
export function listClaimAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const records = sql`select id, contract_id, organisation_id from claims where id = any(${sql.param(ids)}::int[])`
  return listContractAudience(db, { records, accountIds, right: 'claim.view', staffRight: 'staff.claims' })
}
