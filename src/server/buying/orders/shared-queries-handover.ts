import { sql, type SQL } from 'drizzle-orm'
import { cancelled, done, exchangedStates } from '#shared/rules/order-states.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Condition of an order `o` that 1C gets at its next query: in one of `exchangedStates` with a version that 1C has not
 * confirmed; a done order only if 1C has never confirmed it, a cancelled one only if 1C may know it; never one of a
 * demo visitor (product.md §9).
 */
export const isDueForExport = sql`(
  o.version > o.confirmed_version
  and not exists (select from organisations visitor where visitor.id = o.organisation_id and visitor.demo)
  and (
    o.state = any(${sql.param([...exchangedStates])}::int[])
    or o.state = ${done} and o.confirmed_version = 0
    or o.state = ${cancelled} and (o.confirmed_version > 0 or exists (select from order_handovers h
      where h.order_id = o.id))))`

/**
 * Records which version of each order 1C has; `given` selects `id` and `version`. Nothing that people see changes, so
 * it is no change of the order: no event, no revision. Returns the number of orders confirmed. Idempotent.
 */
export async function confirmVersions(tx: Db, { given }: { given: SQL }): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      select o.id, given.version from (${given}) given join orders o on o.id = given.id
      where o.confirmed_version < given.version
      order by o.id for update of o
    )
    update orders o set confirmed_version = taken.version, confirmed_at = now()
    from taken where o.id = taken.id`)
  return rowCount ?? 0
}
