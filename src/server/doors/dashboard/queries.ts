import { sql } from 'drizzle-orm'
import { isDueForExport } from '#server/buying/orders/shared-queries-handover.ts'
import { isCustomerOf } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'

export type DaySums = { day: string; state: number; count: number; kopecks: number }

/** Orders of the caller's customers by Moscow day of placing and present state. */
export async function sumOrdersByDay(
  db: Db,
  { actor, from, until }: { actor: StaffActor; from: Date; until: Date },
): Promise<DaySums[]> {
  const { rows } = await db.execute<DaySums>(sql`
    select day::text as day, state, count, kopecks from (
      select (o.created_at at time zone 'Europe/Moscow')::date as day, o.state, count(*) as count,
        sum(o.sum_kopecks)::bigint as kopecks
      from orders o
      where o.created_at >= ${from.toISOString()}::timestamptz and o.created_at < ${until.toISOString()}::timestamptz
        and ${isCustomerOf(actor, sql`o.organisation_id`)}
      group by 1, 2) days`)
  return rows
}

export type Unconfirmed = { count: number; first: { id: number; number: string; at: string } | null }

/** 1C asks for orders every few minutes: what it has not confirmed for so long is stuck. */
const confirmedWithinMinutes = 60

export async function findUnconfirmed(db: Db): Promise<Unconfirmed> {
  const { rows } = await db.execute<{ count: number; id: number | null; number: string | null; at: string | null }>(sql`
    select count(*) as count, (array_agg(o.id order by o.updated_at))[1] as id,
      (array_agg(o.number order by o.updated_at))[1] as number, to_json(min(o.updated_at)) #>> '{}' as at
    from orders o
    where ${isDueForExport} and o.updated_at < now() - make_interval(mins => ${confirmedWithinMinutes})`)
  const { count = 0, id = null, number = null, at = null } = rows[0] ?? {}
  return { count, first: id === null || number === null || at === null ? null : { id, number, at } }
}
