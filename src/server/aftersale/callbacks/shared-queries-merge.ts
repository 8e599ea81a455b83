import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Requests to be called back of an organisation that is merged into another one. */
export async function moveCallbacksOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update callbacks set organisation_id = ${toId} where organisation_id = ${fromId}`)
}
