import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Before the contracts, as whoever changes an order does. */
export async function lockOrdersOf(tx: Db, { organisationId }: { organisationId: number }): Promise<void> {
  await tx.execute(sql`select from orders where organisation_id = ${organisationId} order by id for update`)
}

/** Orders of an organisation that is merged into another one; for 1C, which knows contracts, nothing changes. */
export async function moveOrdersOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update orders set organisation_id = ${toId} where organisation_id = ${fromId}`)
}
