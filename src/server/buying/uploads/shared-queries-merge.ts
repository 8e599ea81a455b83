import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Codes and columns of a contragent that is one with another, whose own are kept. */
export async function moveUploadKnowledgeOf(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`
    update client_codes c set contragent_id = ${toId} where contragent_id = ${fromId}
      and not exists (select from client_codes own where own.contragent_id = ${toId} and own.key = c.key)`)
  await tx.execute(sql`
    update upload_columns c set contragent_id = ${toId} where contragent_id = ${fromId}
      and not exists (select from upload_columns own where own.contragent_id = ${toId} and own.headings = c.headings)`)
}
