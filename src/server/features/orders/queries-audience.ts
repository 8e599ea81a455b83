import { sql } from 'drizzle-orm'
import { buyerRoles, may, staffRoles, type Right, type Role } from '#shared/rights.ts'
import type { Db } from '#server/db/client.ts'
import { allottedToAll } from '#server/features/organisations/queries-contracts.ts'
import { looksAfter } from '#server/features/organisations/queries-customers.ts'

/** Which of these accounts may see which of these orders: buyers by their contracts, staff by their customers. */
export async function listOrderAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    with concerned as (select id, contract_id, organisation_id from orders where id = any(${ints(ids)})),
      asked as (select id, role, personal_manager_id from accounts where id = any(${ints(accountIds)}) and enabled)
    select concerned.id, asked.id as "accountId" from concerned
    join (${allottedToAll}) as allotted on allotted.contract_id = concerned.contract_id
    join asked on asked.id = allotted.account_id and asked.role = any(${rolesWith('order.view', buyerRoles)})
    union
    select concerned.id, asked.id from concerned
    join organisations customer on customer.id = concerned.organisation_id
    join asked on asked.role = any(${rolesWith('staff.orders', staffRoles)}) and ${looksAfter}`)
  return rows
}

const ints = (ids: number[]) => sql`${sql.param(ids)}::int[]`
const rolesWith = (right: Right, roles: readonly Role[]) => sql`${sql.param(roles.filter((role) => may(role, right)))}::text[]`
