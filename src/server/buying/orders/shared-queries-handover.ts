import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

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
