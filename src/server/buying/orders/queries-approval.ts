import { sql } from 'drizzle-orm'
import { awaitingApproval } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { type OrderScope } from './order-scope.ts'
import { orderColumns, orderSources, type OrderRow } from './queries-read.ts'

/** Orders waiting for approval, oldest first, with their reason. */
export async function listAwaiting(
  db: Db,
  { scope }: { scope: OrderScope },
): Promise<(OrderRow & { reason: string })[]> {
  const { rows } = await db.execute<OrderRow & { reason: string }>(sql`
    select ${orderColumns}, coalesce((
      select e.comment from order_events e where e.order_id = o.id and e.state = ${awaitingApproval} order by e.id
        limit 1), '') as reason
    from ${orderSources} where ${scope} and o.state = ${awaitingApproval} order by o.created_at, o.id limit 500`)
  return rows
}

/** Names of the approvers of an organisation's orders, as a JSON column; takes the organisation's id. */
export const approversOf = (organisationId: number) => sql`(
  select coalesce(jsonb_agg(name order by id), '[]') from accounts where organisation_id = ${organisationId}
    and ${holds(sql`accounts`, 'order.approve')} and enabled)`

export async function listApprovers(db: Db, { organisationId }: { organisationId: number }): Promise<string[]> {
  const { rows } = await db.execute<{ names: string[] }>(sql`select ${approversOf(organisationId)} as names`)
  return rows[0]?.names ?? []
}
