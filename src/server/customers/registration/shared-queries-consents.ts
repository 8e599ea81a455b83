import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A person who goes on in another account has consented there, too. */
export async function copyConsents(tx: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await tx.execute(sql`
    insert into consents (kind, text_version, at, address, request_id, account_id, withdrawn_at)
    select kind, text_version, at, address, request_id, ${toId}, withdrawn_at from consents c
    where account_id = ${fromId} and not exists (select from consents had
      where had.account_id = ${toId} and had.kind = c.kind and had.at = c.at)`)
}
