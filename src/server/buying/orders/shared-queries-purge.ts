import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Deletes orders of demo visitors. The stock room recounts reservations afterwards. */
export async function deleteOrdersOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from orders where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
