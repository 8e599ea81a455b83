import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** For visitors of the demo mode: a chat that starts with a greeting. */
export async function insertGreeting(
  tx: Db,
  {
    accountId,
    organisationId,
    author,
    text,
  }: Record<'accountId' | 'organisationId', number> & Record<'author' | 'text', string>,
): Promise<void> {
  await tx.execute(sql`insert into chats (account_id, organisation_id) values (${accountId}, ${organisationId})`)
  await tx.execute(sql`
    insert into chat_messages (account_id, author, from_staff, message)
    values (${accountId}, ${author}, true, ${text})`)
}
