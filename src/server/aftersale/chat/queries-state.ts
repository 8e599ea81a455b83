import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

// Each update is idempotent: the version rises only with a change.

export async function assignChat(tx: Db, { accountId, assigneeId }: { accountId: number; assigneeId: number }) {
  await tx.execute(sql`
    update chats set assignee_id = ${assigneeId}, version = version + 1
    where account_id = ${accountId} and assignee_id is distinct from ${assigneeId}`)
}

export async function closeChat(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await tx.execute(sql`
    update chats set waiting_since = null, postponed_until = null, version = version + 1
    where account_id = ${accountId} and (waiting_since is not null or postponed_until is not null)`)
}

export async function postponeChat(tx: Db, { accountId, until }: { accountId: number; until: Date }): Promise<void> {
  await tx.execute(sql`
    update chats set postponed_until = ${until.toISOString()}::timestamptz, version = version + 1
    where account_id = ${accountId}`)
}

export type ReturnedChat = {
  accountId: number
  organisationId: number
  name: string
  assigneeId: number | null
  version: number
}

/** Ends due postponements: these chats wait for an answer again, from then on or from earlier. */
export async function returnPostponed(tx: Db, { now }: { now: Date }): Promise<ReturnedChat[]> {
  const { rows } = await tx.execute<ReturnedChat>(sql`
    update chats c set waiting_since = coalesce(c.waiting_since, c.postponed_until), postponed_until = null,
      version = c.version + 1
    from accounts a where a.id = c.account_id and c.account_id in (
      select account_id from chats where postponed_until <= ${now.toISOString()}::timestamptz
      order by account_id for update skip locked)
    returning c.account_id as "accountId", c.organisation_id as "organisationId", a.name,
      c.assignee_id as "assigneeId", c.version`)
  return rows
}
