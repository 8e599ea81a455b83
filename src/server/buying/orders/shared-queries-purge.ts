import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** For visitors of the demo mode. What the orders hold of stock is counted anew by the stock room afterwards. */
export async function deleteOrdersOf(tx: Db, { organisationIds }: { organisationIds: number[] }): Promise<void> {
  await tx.execute(sql`delete from orders where organisation_id = any(${sql.param(organisationIds)}::int[])`)
}
