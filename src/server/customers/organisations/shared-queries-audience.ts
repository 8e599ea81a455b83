import { sql, type SQL } from 'drizzle-orm'
import type { Right } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { allowedContractsOfAll } from './shared-queries-contracts.ts'
import { isCustomerOfStaff } from './shared-queries-customers.ts'

type Audience = {
  /** Relation of `id`, `contract_id` and, if `staffRight` is given, `organisation_id`. */
  records: SQL
  accountIds: readonly number[]
  right: Right
  /** Undefined: only buyers may see the records. */
  staffRight?: Right
}

/** Pairs of these accounts and records where the account may see the record: buyers by contract, staff by customer. */
export async function listContractAudience(db: Db, { records, accountIds, right, staffRight }: Audience) {
  const staff =
    staffRight &&
    sql`
      union
      select records.id, candidates.id from records
      join organisations customer on customer.id = records.organisation_id
      join candidates on ${holds(sql`candidates`, staffRight)} and ${isCustomerOfStaff}`
  // All columns of accounts, because `holds` decides which ones a right depends on.
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    with records as (${records}),
      candidates as (select * from accounts where id = any(${sql.param(accountIds)}::int[]) and enabled)
    select records.id, candidates.id as "accountId" from records
    join (${allowedContractsOfAll}) as allotted on allotted.contract_id = records.contract_id
    join candidates on candidates.id = allotted.account_id and ${holds(sql`candidates`, right)} ${staff ?? sql``}`)
  return rows
}
