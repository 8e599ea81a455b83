import { desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { contracts, contragents } from '#server/platform/db/schema/organisations.ts'
import { portalSetup, setupTokens } from '#server/platform/db/schema/administration.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await findAdministrator(db)) !== undefined
}

/** The first one, even if disabled: it does not reopen the setup. */
export async function findAdministrator(db: Db) {
  const [found] = await db
    .select({ name: accounts.name, login: accounts.login })
    .from(accounts)
    .where(holds(sql`${accounts}`, 'staff.settings'))
    .orderBy(accounts.id)
    .limit(1)
  return found
}

export async function insertSetup(db: Db): Promise<void> {
  await db.insert(portalSetup).values({}).onConflictDoNothing()
}

/** Serialises steps of the first setup; false when it is finished or was never started. */
export async function lockOpenSetup(tx: Db): Promise<boolean> {
  return (
    (await tx.select({ id: portalSetup.id }).from(portalSetup).where(isNull(portalSetup.finishedAt)).for('update'))
      .length > 0
  )
}

/** False if already closed or never started. */
export async function closeSetup(db: Db): Promise<boolean> {
  const { rowCount } = await db
    .update(portalSetup)
    .set({ finishedAt: sql`now()` })
    .where(isNull(portalSetup.finishedAt))
  return (rowCount ?? 0) > 0
}

export async function listTokenHashes(db: Db): Promise<Buffer[]> {
  return (await db.select({ tokenHash: setupTokens.tokenHash }).from(setupTokens)).map(({ tokenHash }) => tokenHash)
}

/** Adds a token and deletes all but the newest `max`. */
export async function insertToken(db: Db, { tokenHash, max }: { tokenHash: Buffer; max: number }): Promise<void> {
  await db.insert(setupTokens).values({ tokenHash, createdAt: sql`clock_timestamp()` })
  const newest = db
    .select({ tokenHash: setupTokens.tokenHash })
    .from(setupTokens)
    .orderBy(desc(setupTokens.createdAt))
    .limit(max)
  await db.delete(setupTokens).where(sql`${setupTokens.tokenHash} not in ${newest}`)
}

export async function deleteTokens(db: Db): Promise<void> {
  await db.delete(setupTokens)
}

/** 1C's account; the first, if the command line has created several. */
export async function findExchangeAccount(db: Db) {
  const { rows } = await db.execute<{
    login: string
    createdAt: string
    lastSignIn: string | null
    refusedSignIns: number
  }>(sql`
    select a.login, to_json(a.created_at) #>> '{}' as "createdAt", to_json(s.last) #>> '{}' as "lastSignIn",
      (select count(*) from attempts t
        where t.key like 'exchange:%|%' and t.open_until is null and t.at > now() - interval '15 minutes'
          and t.at > coalesce(s.last, '-infinity'))::int as "refusedSignIns"
    from accounts a, lateral (select max(started_at) as last from exchange_sessions where account_id = a.id) s
    where ${holds(sql`a`, 'exchange')} and a.enabled order by a.id limit 1`)
  return rows[0]
}

export async function listTakenLogins(db: Db, { logins }: { logins: string[] }): Promise<string[]> {
  return (await db.select({ login: accounts.login }).from(accounts).where(inArray(accounts.login, logins))).map(
    ({ login }) => login,
  )
}

/** The first contract, with the account of its owner. */
export async function findFirstContract(db: Db) {
  const owner = sql<
    string | null
  >`(select o.login::text from accounts o where o.organisation_id = ${contracts.organisationId}
  and ${holds(sql`o`, 'contract.all')} order by o.id limit 1)`
  const [found] = await db
    .select({ company: contragents.company, inn: contragents.inn, number: contracts.number, owner })
    .from(contracts)
    .innerJoin(contragents, eq(contragents.id, contracts.contragentId))
    .orderBy(contracts.id)
    .limit(1)
  return found
}
