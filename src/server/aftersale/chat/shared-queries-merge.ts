import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Chats of an organisation that is merged into another one. */
export async function moveChatsOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update chats set organisation_id = ${toId} where organisation_id = ${fromId}`)
}
