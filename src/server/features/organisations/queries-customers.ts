import { sql, type SQL } from 'drizzle-orm'
import type { StaffActor } from '#server/features/access/actor.ts'

/** Whether an organisation is one that this person looks after: administrators all; a sales person their own, and those who have no personal manager yet. */
export function isCustomerOf({ role, accountId }: StaffActor, organisationId: SQL): SQL {
  if (role === 'admin') return sql`true`
  return sql`${organisationId} in (
    select customer.id from organisations customer where customer.personal_manager_id is null
      or customer.personal_manager_id = (select personal_manager_id from accounts where id = ${accountId}))`
}
