import { sql } from 'drizzle-orm'
import { endedStates } from '#shared/rules/order-states.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type PersonRecords = {
  orders: number
  /** Neither done nor cancelled. */
  openOrders: number
  claims: number
  chatMessages: number
  basketLines: number
  drafts: number
  favourites: number
}

/** Counts what a person of a customer of the caller has made. Undefined for others. */
export async function findPersonRecords(
  db: Db,
  { actor, id }: { actor: StaffActor; id: number },
): Promise<PersonRecords | undefined> {
  const { rows } = await db.execute<PersonRecords>(sql`
    select (select count(*)::int from orders where account_id = a.id) as orders,
      (select count(*)::int from orders o where o.account_id = a.id 
        and o.state <> all(${sql.param([...endedStates])}::int[])) as "openOrders",
      (select count(*)::int from claims where filed_by_id = a.id) as claims,
      (select count(*)::int from chat_messages where account_id = a.id and not note) as "chatMessages",
      (select count(*)::int from basket_lines l join baskets b on b.id = l.basket_id where b.account_id = a.id)
        as "basketLines",
      (select count(*)::int from drafts where account_id = a.id and removed_at is null) as drafts,
      (select count(*)::int from favourites where account_id = a.id) as favourites
    from accounts a where a.id = ${id} and a.deleted_at is null and a.organisation_id is not null
      and ${isCustomerOf(actor, sql`a.organisation_id`)}`)
  return rows[0]
}
