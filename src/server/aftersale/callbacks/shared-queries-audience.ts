import { sql } from 'drizzle-orm'
import { isCustomerOfStaff } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/** Those of the accounts and requests where the account may see the request: staff, for their customers and guests. */
export async function listCallbackAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    select b.id, candidates.id as "accountId"
    from callbacks b
    left join organisations customer on customer.id = b.organisation_id
    join accounts candidates on candidates.id = any(${sql.param(accountIds)}::int[]) and candidates.enabled
      and ${holds(sql`candidates`, 'staff.customers')} and (customer.id is null or ${isCustomerOfStaff})
    where b.id = any(${sql.param(ids)}::int[])`)
  return rows
}
