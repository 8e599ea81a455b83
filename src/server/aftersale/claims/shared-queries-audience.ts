import { sql } from 'drizzle-orm'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOfStaff } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/** Which of these accounts may see which of these claims: buyers by contract, staff by customer. */
export async function listClaimAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    with concerned as (
        select id, contract_id, organisation_id from claims where id = any(${sql.param(ids)}::int[])),
      candidates as (
        select id, role, grants, price_politics, personal_manager_id from accounts
        where id = any(${sql.param(accountIds)}::int[]) and enabled)
    select concerned.id, candidates.id as "accountId" from concerned
    join (${allowedContractsOfAll}) as allotted on allotted.contract_id = concerned.contract_id
    join candidates on candidates.id = allotted.account_id and ${holds(sql`candidates`, 'claim.view')}
    union
    select concerned.id, candidates.id from concerned
    join organisations customer on customer.id = concerned.organisation_id
    join candidates on ${holds(sql`candidates`, 'staff.claims')} and ${isCustomerOfStaff}`)
  return rows
}
