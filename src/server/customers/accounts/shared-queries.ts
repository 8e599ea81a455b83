import { eq, sql } from 'drizzle-orm'
import { rightsOf, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'

export async function findAccountByLogin(db: Db, { login }: { login: string }) {
  const [found] = await db
    .select({
      id: accounts.id,
      passwordHash: accounts.passwordHash,
      enabled: accounts.enabled,
      role: sql<Role>`${accounts.role}`,
      grants: accounts.grants,
      organisationId: accounts.organisationId,
      organisationStatus: organisations.status,
    })
    .from(accounts)
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .where(eq(accounts.login, login))
  return found && { ...found, rights: rightsOf(found) }
}

/**
 * Others that lock the account wait until the transaction ends: what it keeps is counted and added to by one call at a
 * time, and sign-ins wait for a change of its second factor, as this waits for those that have inserted their session.
 */
export async function lockAccount(db: Db, { accountId }: { accountId: number }): Promise<void> {
  await db.execute(sql`select from accounts where id = ${accountId} for no key update`)
}
