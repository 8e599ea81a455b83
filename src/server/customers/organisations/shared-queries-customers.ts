import { sql, type SQL } from 'drizzle-orm'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/**
 * Whether an organisation is a customer of this member of staff: with the right `staff.allCustomers` every one is, else
 * their own and those without a personal manager. A visitor of the demo mode is nobody's.
 */
export function isCustomerOf(actor: StaffActor, organisationId: SQL): SQL {
  if (may(actor, 'staff.allCustomers'))
    return sql`${organisationId} not in (select visitor.id from organisations visitor where visitor.demo)`
  return sql`${organisationId} in (
    select customer.id from organisations customer where not customer.demo and (customer.personal_manager_id is null
      or customer.personal_manager_id = (select personal_manager_id from accounts where id = ${actor.accountId})))`
}

/** The same rule over joined rows: a staff account `candidates` and an organisation `customer`. */
export const isCustomerOfStaff = sql`(not customer.demo and (${holds(sql`candidates`, 'staff.allCustomers')}
  or customer.personal_manager_id is null or customer.personal_manager_id = candidates.personal_manager_id))`

/** Whether a contract belongs to a visitor of the demo mode, about whom 1C knows nothing. */
export const isVisitorContract = (contractId: SQL): SQL => sql`exists (
  select from contracts visited join organisations visitor on visitor.id = visited.organisation_id
  where visited.id = ${contractId} and visitor.demo)`

/**
 * Accounts responsible for an organisation: its personal manager's, or, if that one cannot sign in, those of staff who
 * see all customers.
 */
export async function listStaffOfCustomer(db: Db, { organisationId }: { organisationId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with own as (
      select account.id from accounts account join organisations customer
        on customer.personal_manager_id = account.personal_manager_id
      where customer.id = ${organisationId} and ${holds(sql`account`, 'staff.customers')} and account.enabled)
    select id from own
    union all select id from accounts
      where ${holds(sql`accounts`, 'staff.allCustomers')} and enabled and not exists (select from own)
        and not (select demo from organisations where id = ${organisationId})
    order by id`)
  return rows.map(({ id }) => id)
}

/** Personal managers' cards, by name. */
export async function listPersonalManagers(db: Db): Promise<{ id: number; header: string }[]> {
  const { rows } = await db.execute<{ id: number; header: string }>(
    sql`select id, name as header from personal_managers order by name, id`,
  )
  return rows
}

/** Staff who may serve an organisation, by name; null: a guest, whom all of them may. */
export async function listStaffWhoServe(
  db: Db,
  { organisationId }: { organisationId: number | null },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select candidates.id, coalesce(nullif(candidates.name, ''), candidates.login::text) as name
    from accounts candidates left join organisations customer on customer.id = ${organisationId}
    where candidates.enabled and candidates.deleted_at is null and ${holds(sql`candidates`, 'staff.customers')}
      and (customer.id is null or ${isCustomerOfStaff})
    order by name, candidates.id`)
  return rows
}
