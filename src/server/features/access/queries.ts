import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accounts, attempts, sessions } from '#server/db/schema/access.ts'
import { organisations, personalManagers } from '#server/db/schema/organisations.ts'

export async function findAccountByLogin(db: Db, { login }: { login: string }) {
  const [found] = await db
    .select({
      id: accounts.id,
      passwordHash: accounts.passwordHash,
      enabled: accounts.enabled,
      role: accounts.role,
      organisationStatus: organisations.status,
    })
    .from(accounts)
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .where(eq(accounts.login, login))
  return found
}

/** The caller behind a session that has not expired, of an enabled account of an organisation that may work. */
export async function findSessionActor(db: Db, { tokenHash }: { tokenHash: Buffer }) {
  const [found] = await db
    .select({
      accountId: accounts.id,
      login: accounts.login,
      name: accounts.name,
      role: accounts.role,
      organisationId: accounts.organisationId,
      demo: sql<boolean>`coalesce(${organisations.demo}, false)`,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, sql`now()`),
        eq(accounts.enabled, true),
        sql`coalesce(${organisations.status}, 'active') = 'active'`,
      ),
    )
  return found
}

export async function insertSession(
  db: Db,
  session: { tokenHash: Buffer; accountId: number; expiresAt: Date; address: string; userAgent: string },
) {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: Db, { tokenHash }: { tokenHash: Buffer }) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteExpiredSessions(db: Db) {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(attempts).where(lt(attempts.at, sql`now() - interval '1 day'`))
}

export async function countAttempts(db: Db, { key, minutes }: { key: string; minutes: number }) {
  const [found] = await db
    .select({ count: count(), oldest: sql<Date | null>`min(${attempts.at})`.mapWith(attempts.at) })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.at, sql`now() - make_interval(mins => ${minutes})`)))
  return { count: found?.count ?? 0, oldest: found?.oldest ?? null }
}

const attemptsLock = 20_261_123

/**
 * Takes one of the `most` attempts of a key within the window before it is made, so that attempts made at once are
 * counted as well; what did not deserve counting is deleted afterwards. Answers the oldest one where none is left.
 */
export async function takeAttempt(
  db: Db,
  { key, most, minutes }: { key: string; most: number; minutes: number },
): Promise<{ refusedSince: Date | null } | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${attemptsLock}, hashtext(${key}))`)
    const { count: made, oldest } = await countAttempts(tx, { key, minutes })
    if (made >= most) return { refusedSince: oldest }
    await insertAttempts(tx, { keys: [key] })
    return undefined
  })
}

export async function insertAttempts(db: Db, { keys }: { keys: string[] }) {
  await db.insert(attempts).values(keys.map((key) => ({ key })))
}

export async function deleteAttempts(db: Db, { key }: { key: string }) {
  await db.delete(attempts).where(eq(attempts.key, key))
}

/** What the screens say of the person signed in. */
export async function getProfile(db: Db, { accountId }: { accountId: number }) {
  const [found] = await db
    .select({
      id: accounts.id,
      login: accounts.login,
      name: accounts.name,
      role: accounts.role,
      organisationId: organisations.id,
      organisationName: organisations.name,
      managerName: personalManagers.name,
      managerPhone: personalManagers.phone,
      managerEmail: personalManagers.email,
    })
    .from(accounts)
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .leftJoin(personalManagers, eq(personalManagers.id, organisations.personalManagerId))
    .where(eq(accounts.id, accountId))
  if (!found) throw new Error(`account ${accountId} of a live session is gone`)
  return found
}
