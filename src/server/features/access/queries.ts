import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accounts, attempts } from '#server/db/schema/access.ts'
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

export type AttemptLimit = { key: string; max: number }

const attemptsLock = 20_261_123

/**
 * Takes one attempt of every key before it is made, so that attempts made at once are counted as well: of all of them
 * or, where one key has none left in the window, of none. Attempts that need not count are given back.
 */
export async function reserveAttempts(
  db: Db,
  { limits, minutes }: { limits: AttemptLimit[]; minutes: number },
): Promise<{ ids: number[] } | { retryAfterSeconds: number }> {
  const keys = limits.map(({ key }) => key)
  const window = sql`make_interval(mins => ${minutes})`
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_advisory_xact_lock(${attemptsLock}, hash)
      from (select distinct hashtext(key) as hash from unnest(${sql.param(keys)}::text[]) key order by 1) sorted`)
    const { rows } = await tx.execute<{ retryAfterSeconds: number }>(sql`
      select greatest(1, ceil(extract(epoch from min(made.at) + ${window} - now())))::int as "retryAfterSeconds"
      from unnest(${sql.param(keys)}::text[], ${sql.param(limits.map(({ max }) => max))}::int[]) as allowed (key, max)
        join attempts made on made.key = allowed.key and made.at > now() - ${window}
      group by allowed.key, allowed.max having count(*) >= allowed.max
      order by 1 desc limit 1`)
    if (rows[0] !== undefined) return rows[0]
    const made = await tx.insert(attempts).values(keys.map((key) => ({ key }))).returning({ id: attempts.id })
    return { ids: made.map(({ id }) => id) }
  })
}

export async function giveBackAttempts(db: Db, { ids }: { ids: number[] }): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.id, ids))
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, sql`now() - interval '1 day'`))
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
