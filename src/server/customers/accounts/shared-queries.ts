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
 * Locks an account until the transaction ends: serialises calls that count and add its data, and sign-ins with changes
 * of its second factor.
 */
export async function lockAccount(db: Db, { accountId }: { accountId: number }): Promise<void> {
  await db.execute(sql`select from accounts where id = ${accountId} for no key update`)
}

/** The account in that organisation which a moved one became. */
export async function findSuccessor(
  db: Db,
  { accountId, organisationId }: { accountId: number; organisationId: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select successor.id from accounts former join accounts successor on successor.id = former.moved_to_id
    where former.id = ${accountId} and successor.organisation_id = ${organisationId}`)
  return rows[0]?.id
}
