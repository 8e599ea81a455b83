import { sql, type SQL } from 'drizzle-orm'
import { managesAllCustomers } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

/**
 * Whether an organisation is one that this person looks after: administrators all; a sales person their own, and those
 * who have no personal manager yet.
 */
export function isCustomerOf(actor: StaffActor, organisationId: SQL): SQL {
  if (managesAllCustomers(actor)) return sql`true`
  return sql`${organisationId} in (
    select customer.id from organisations customer where customer.personal_manager_id is null
      or customer.personal_manager_id = (select personal_manager_id from accounts where id = ${actor.accountId}))`
}

/** The same rule over joined rows: a staff account `asked` and an organisation `customer`. */
export const isCustomerOfStaff = sql`(asked.role = 'admin' or customer.personal_manager_id is null
  or customer.personal_manager_id = asked.personal_manager_id)`

/**
 * Accounts responsible for an organisation: its personal manager's, or the administrators' if that one cannot sign in.
 */
export async function listStaffOfCustomer(db: Db, { organisationId }: { organisationId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with own as (
      select account.id from accounts account join organisations customer
        on customer.personal_manager_id = account.personal_manager_id
      where customer.id = ${organisationId} and account.role = 'sales' and account.enabled)
    select id from own
    union all select id from accounts where role = 'admin' and enabled and not exists (select from own)
    order by id`)
  return rows.map(({ id }) => id)
}
