import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Requests that became an organisation which is merged into another one. */
export async function moveRequestsOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`update registration_requests set organisation_id = ${toId} where organisation_id = ${fromId}`)
}

/** Requests that became a contragent which is one with another. */
export async function moveRequestsOfContragent(
  tx: Db,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await tx.execute(sql`update registration_requests set contragent_id = ${toId} where contragent_id = ${fromId}`)
}
