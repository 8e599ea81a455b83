import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { rightsOf, type Role } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts, passwordResets } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'

/** The account of a login, with the data that decides whether it may get a link. */
export async function findReminded(db: Db, { login }: { login: string }) {
  const [found] = await db
    .select({
      id: accounts.id,
      login: accounts.login,
      role: sql<Role>`${accounts.role}`,
      grants: accounts.grants,
      organisationId: accounts.organisationId,
      demo: sql<boolean>`coalesce(${organisations.demo}, false)`,
      opens: sql<boolean>`${accounts.enabled} and coalesce(${organisations.status}, 'active') = 'active'`,
    })
    .from(accounts)
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .where(eq(accounts.login, login))
  return found && { ...found, rights: rightsOf(found) }
}

export async function insertReset(
  db: Db,
  { tokenHash, accountId, minutes }: { tokenHash: Buffer; accountId: number; minutes: number },
): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`
  await db.insert(passwordResets).values({ tokenHash, accountId, expiresAt })
}

const isUsable = and(isNull(passwordResets.usedAt), sql`${passwordResets.expiresAt} > now()`)

/** The account of a valid link, if it can sign in. */
export async function findReset(db: Db, { tokenHash }: { tokenHash: Buffer }) {
  const [found] = await db
    .select({
      accountId: accounts.id,
      login: accounts.login,
      role: sql<Role>`${accounts.role}`,
      organisationId: accounts.organisationId,
      /** Invited person without a password yet. */
      isFirst: sql<boolean>`${accounts.passwordHash} = ''`,
    })
    .from(passwordResets)
    .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), isUsable, accounts.enabled))
  return found
}

/** False if the link was used or has expired in the meantime. */
export async function spendReset(db: Db, { tokenHash }: { tokenHash: Buffer }): Promise<boolean> {
  const { rowCount } = await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.tokenHash, tokenHash), isUsable))
  return rowCount === 1
}

/** A changed password invalidates earlier links. */
export async function spendResetsOf(db: Db, { accountId }: { accountId: number }): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt)))
}

export async function deleteOldResets(db: Db): Promise<number> {
  const { rowCount } = await db
    .delete(passwordResets)
    .where(lt(passwordResets.expiresAt, sql`now() - interval '1 day'`))
  return rowCount ?? 0
}
