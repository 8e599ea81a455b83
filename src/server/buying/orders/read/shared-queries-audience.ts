import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'
import { isCustomerOfStaff } from '#server/customers/organisations/shared-queries-customers.ts'

/** Which of these accounts may see which of these orders: buyers by contract, staff by customer. */
export async function listOrderAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    with concerned as (select id, contract_id, organisation_id from orders where id = any(${ints(ids)})),
      candidates as (select id, role, grants, personal_manager_id from accounts where id = any(${ints(accountIds)}) and enabled)
    select concerned.id, candidates.id as "accountId" from concerned
    join (${allowedContractsOfAll}) as allotted on allotted.contract_id = concerned.contract_id
    join candidates on candidates.id = allotted.account_id and ${holds(sql`candidates`, 'order.view')}
    union
    select concerned.id, candidates.id from concerned
    join organisations customer on customer.id = concerned.organisation_id
    join candidates on ${holds(sql`candidates`, 'staff.orders')} and ${isCustomerOfStaff}`)
  return rows
}

const ints = (ids: number[]) => sql`${sql.param(ids)}::int[]`
