import { sql } from 'drizzle-orm'
import { cancelled } from '#shared/rules/order-states.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type SilentBuyer = {
  id: number
  name: string
  manager: string
  orders: number
  everyDays: number
  silentDays: number
  averageKopecks: number
}

const minOrders = 4
const minSilentDays = 14
const maxRows = 8

/**
 * Customers who ordered regularly within a year and stopped: silent for twice their usual interval. Blocked ones cannot
 * order. The largest sums first.
 */
export async function listSilentBuyers(
  db: Db,
  { actor }: { actor: StaffActor },
): Promise<{ items: SilentBuyer[]; count: number }> {
  const { rows } = await db.execute<SilentBuyer & { count: number }>(sql`
    with ordered as (
      select o.organisation_id, count(*) as orders, sum(o.sum_kopecks) as kopecks, max(o.created_at) as last_at,
        (max(o.created_at) - min(o.created_at)) / (count(*) - 1) as every
      from orders o
      where o.created_at > now() - interval '1 year' and o.state <> ${cancelled}
        and ${isCustomerOf(actor, sql`o.organisation_id`)}
      group by 1 having count(*) >= ${minOrders})
    select customer.id, customer.name, coalesce(manager.name, '') as manager, ordered.orders,
      greatest(1, round(extract(epoch from ordered.every) / 86400))::int as "everyDays",
      floor(extract(epoch from now() - ordered.last_at) / 86400)::int as "silentDays",
      round(ordered.kopecks / ordered.orders)::bigint as "averageKopecks", count(*) over () as count
    from ordered join organisations customer on customer.id = ordered.organisation_id
    left join personal_managers manager on manager.id = customer.personal_manager_id
    where customer.status = 'active'
      and now() - ordered.last_at > greatest(2 * ordered.every, make_interval(days => ${minSilentDays}))
    order by ordered.kopecks desc, customer.id limit ${maxRows}`)
  return { items: rows.map(({ count: _all, ...buyer }) => buyer), count: rows[0]?.count ?? 0 }
}
