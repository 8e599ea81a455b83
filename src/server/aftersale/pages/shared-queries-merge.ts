import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Pages and news for an organisation that is merged into another one are for that one. */
export async function moveAudienceOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  const audience = sql`case when ${toId} = any(audience_organisation_ids)
    then array_remove(audience_organisation_ids, ${fromId})
    else array_replace(audience_organisation_ids, ${fromId}, ${toId}) end`
  const named = sql`${fromId} = any(audience_organisation_ids)`
  await tx.execute(sql`update materials set audience_organisation_ids = ${audience} where ${named}`)
  await tx.execute(sql`update top_news set audience_organisation_ids = ${audience} where ${named}`)
}
