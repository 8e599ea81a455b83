import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Claims of an organisation that is merged into another one. */
export async function moveClaimsOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update claims set organisation_id = ${toId} where organisation_id = ${fromId}`)
}
