import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { actingMinutes } from '#shared/rules/parties/acting.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts, actings, sessions } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'

/** The acting has been used lately enough; by the database's clock, as sessions are. */
export const isActing: SQL = sql`${actings.lastUsedAt} > now() - make_interval(mins => ${actingMinutes})`

/** The last use was stored more than a minute ago. */
export const isActingUnnoted: SQL = sql`coalesce(${actings.lastUsedAt} < now() - interval '1 minute', false)`

/** A buyer as whom staff may act: can sign in, of an active organisation that is not a visitor's. */
const isActable: SQL = sql`${accounts.enabled} and ${accounts.deletedAt} is null and ${accounts.passwordHash} <> ''
  and ${organisations.status} = 'active' and not ${organisations.demo}`

/** The buyer as whom a session acts. */
export async function findActing(db: Db, { sessionId }: { sessionId: number }) {
  const [found] = await db
    .select({
      accountId: accounts.id,
      login: accounts.login,
      name: accounts.name,
      role: accounts.role,
      grants: accounts.grants,
      pricePolitics: accounts.pricePolitics,
      organisationId: accounts.organisationId,
      since: actings.startedAt,
      secondsLeft: sql<number>`ceil(extract(epoch from
        ${actings.lastUsedAt} + make_interval(mins => ${actingMinutes}) - now()))::int`,
    })
    .from(actings)
    .innerJoin(accounts, eq(accounts.id, actings.accountId))
    .innerJoin(organisations, eq(organisations.id, accounts.organisationId))
    .where(and(eq(actings.sessionId, sessionId), isActing, isActable))
  return found
}

/** An account of the organisation, and whether staff may act as it; locked against its change. */
export async function lockActable(
  tx: Db,
  { accountId, organisationId }: { accountId: number; organisationId: number },
): Promise<{ allowed: boolean } | undefined> {
  const { rows } = await tx.execute<{ allowed: boolean }>(sql`
    select (${isActable}) as allowed
    from ${accounts} join ${organisations} on ${organisations.id} = ${accounts.organisationId}
    where ${accounts.id} = ${accountId} and ${accounts.organisationId} = ${organisationId}
      and ${accounts.deletedAt} is null for share of accounts`)
  return rows[0]
}

/** Locks a session, so that it begins one acting at a time; undefined if it has ended. */
export async function lockSession(tx: Db, { tokenHash }: { tokenHash: Buffer }): Promise<{ id: number } | undefined> {
  const [found] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('update')
  return found
}

/** The account for which a session acts; read under its lock. */
export async function findActedFor(tx: Db, { sessionId }: { sessionId: number }): Promise<number | undefined> {
  const [found] = await tx
    .select({ accountId: actings.accountId })
    .from(actings)
    .where(and(eq(actings.sessionId, sessionId), isActing))
  return found?.accountId
}

/** Replaces an expired one. */
export async function insertActing(
  tx: Db,
  { sessionId, staffId, accountId }: { sessionId: number; staffId: number; accountId: number },
): Promise<void> {
  await tx.delete(actings).where(eq(actings.sessionId, sessionId))
  await tx.insert(actings).values({ sessionId, staffId, accountId })
}

/** Whatever ends in this transaction is ended by the person who acts: the trigger audits it as theirs. */
export async function markEndedByPerson(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('portal.person_ends_acting', 'yes', true)`)
}

/** What the session acts for, expired or not. */
export async function deleteActing(tx: Db, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  const session = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  await tx.delete(actings).where(inArray(actings.sessionId, session))
}

export async function deleteExpiredActings(db: Db): Promise<void> {
  await db.delete(actings).where(sql`not (${isActing})`)
}
