import { sql } from 'drizzle-orm'
import { isCustomerOfStaff } from '#server/customers/organisations/shared-queries-customers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

/**
 * Pairs of account and chat where the account may see the chat: buyers see their own, staff those of their
 * customers.
 */
export async function listChatAudience(db: Db, { ids, accountIds }: { ids: number[]; accountIds: number[] }) {
  const { rows } = await db.execute<{ id: number; accountId: number }>(sql`
    select c.account_id as id, candidates.id as "accountId"
    from chats c
    join organisations customer on customer.id = c.organisation_id
    join accounts candidates on candidates.id = any(${sql.param(accountIds)}::int[]) and candidates.enabled
      and ((candidates.id = c.account_id and ${holds(sql`candidates`, 'chat.use')})
        or (${holds(sql`candidates`, 'staff.customers')} and ${isCustomerOfStaff}))
    where c.account_id = any(${sql.param(ids)}::int[])`)
  return rows
}
