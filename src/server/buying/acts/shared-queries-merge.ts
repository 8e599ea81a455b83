import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Acts of an organisation that is merged into another one. */
export async function moveActsOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update acts set organisation_id = ${toId} where organisation_id = ${fromId}`)
}
