import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { accounts, actings, secondFactors, sessions } from '#server/platform/db/schema/access.ts'
import { organisations } from '#server/platform/db/schema/organisations.ts'
import { settingInSql } from '#server/platform/settings.ts'
import { isActing, isActingUnnoted } from './shared-queries-acting.ts'
import { isOfStaff } from './shared-queries-rights.ts'

// All times are the database's, so that a process with a wrong clock neither ends nor prolongs sessions.

const idleHours = sql`case when ${isOfStaff(sql`${accounts}`)}
  then ${settingInSql('sessions.idleHours.staff')}::int else ${settingInSql('sessions.idleDays.buyers')}::int * 24 end`

/** A session, joined with its account, within its lifetime and idle time. */
const live: SQL = sql`${sessions.expiresAt} > now()
  and ${sessions.lastSeenAt} > now() - make_interval(hours => ${idleHours})`

/** The same for an enabled account of an active organisation, if any. */
const opens: SQL = sql`${live} and ${accounts.enabled} and coalesce(${organisations.status}, 'active') = 'active'`

/** The caller of a valid session of an enabled account of an active organisation. */
export async function findSessionActor(db: Db, { tokenHash }: { tokenHash: Buffer }) {
  const [found] = await db
    .select({
      accountId: accounts.id,
      login: accounts.login,
      name: accounts.name,
      role: accounts.role,
      grants: accounts.grants,
      pricePolitics: accounts.pricePolitics,
      organisationId: accounts.organisationId,
      demo: sql<boolean>`coalesce(${organisations.demo}, false)`,
      awaitsSecondFactor: sessions.awaitsSecondFactor,
      untouched: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 minute' or ${isActingUnnoted}`,
      /** Null: acts for nobody. */
      actingSessionId: actings.sessionId,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(organisations, eq(organisations.id, accounts.organisationId))
    .leftJoin(actings, and(eq(actings.sessionId, sessions.id), isActing))
    .where(and(eq(sessions.tokenHash, tokenHash), opens))
  return found
}

/** Ids of all valid sessions. */
export const openSessionIds: SQL = sql`
  select ${sessions.id} from ${sessions} join ${accounts} on ${accounts.id} = ${sessions.accountId}
  left join ${organisations} on ${organisations.id} = ${accounts.organisationId}
  where not ${sessions.awaitsSecondFactor} and ${opens}`

type OpenSession = { hash: string; accountId: number }

/** Those of the sessions, by hex hash, that are still valid, each with the account whose calls it makes. */
export async function listOpenSessions(db: Db, { hashes }: { hashes: string[] }): Promise<OpenSession[]> {
  const { rows } = await db.execute<OpenSession>(sql`
    select encode(${sessions.tokenHash}, 'hex') as hash,
      coalesce(${actings.accountId}, ${sessions.accountId}) as "accountId"
    from ${sessions} join ${accounts} on ${accounts.id} = ${sessions.accountId}
    left join ${organisations} on ${organisations.id} = ${accounts.organisationId}
    left join ${actings} on ${actings.sessionId} = ${sessions.id} and ${isActing}
    where ${sessions.tokenHash} in (select decode(hash, 'hex') from unnest(${sql.param(hashes)}::text[]) hash)
      and not ${sessions.awaitsSecondFactor} and ${opens}`)
  return rows
}

/** Also notes the use of what the session acts for; an expired acting stays expired. */
export async function touchSession(db: Db, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await db.execute(sql`
    with used as (update ${sessions} set last_seen_at = now() where ${sessions.tokenHash} = ${tokenHash} returning id)
    update ${actings} set last_used_at = now() from used where ${actings.sessionId} = used.id and ${isActing}`)
}

type NewSession = {
  tokenHash: Buffer
  accountId: number
  passwordHash: string
  days: number
  address: string
  userAgent: string
}

/**
 * Creates a session if `passwordHash` is still the account's; else false. The lock makes a concurrent change of the
 * account wait for this row, so that it ends this session too.
 */
export async function insertSession(tx: Db, session: NewSession): Promise<boolean> {
  const { tokenHash, accountId, passwordHash, days, address, userAgent } = session
  const { rowCount } = await tx.execute(sql`
    insert into sessions (token_hash, account_id, expires_at, address, user_agent)
    select ${tokenHash}, id, now() + make_interval(days => ${days}), ${address}, ${userAgent}
    from accounts where id = ${accountId} and password_hash = ${passwordHash} and enabled for share`)
  return rowCount === 1
}

/** The session gives no access until its account has set up a second factor. */
export async function markAwaitingSecondFactor(tx: Db, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await tx.update(sessions).set({ awaitsSecondFactor: true }).where(eq(sessions.tokenHash, tokenHash))
}

/** Unlocks a session after setting up the second factor; every process is notified. */
export async function clearAwaitingSecondFactor(tx: Db, { tokenHash }: { tokenHash: Buffer }): Promise<void> {
  await tx.update(sessions).set({ awaitsSecondFactor: false }).where(eq(sessions.tokenHash, tokenHash))
  await tx.execute(sql`select pg_notify('sessions', '')`)
}

export async function deleteSessionsOf(db: Db, { accountId }: { accountId: number }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId))
}

/** Returns its account; undefined if it had ended already. */
export async function deleteSession(
  db: Db,
  { tokenHash }: { tokenHash: Buffer },
): Promise<{ accountId: number } | undefined> {
  const [gone] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ accountId: sessions.accountId })
  return gone
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.execute(
    sql`delete from ${sessions} using ${accounts} where ${accounts.id} = ${sessions.accountId} and not (${live})`,
  )
}

export type StoredSession = {
  id: number
  address: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  current: boolean
}

/** Valid sessions of an account, most recently used first. */
export async function listSessions(
  db: Db,
  { accountId, tokenHash }: { accountId: number; tokenHash: Buffer },
): Promise<StoredSession[]> {
  return db
    .select({
      id: sessions.id,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      current: sql<boolean>`${sessions.tokenHash} = ${tokenHash}`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.accountId, accountId), live))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
}

export type SessionOfAccount = { id: number; accountId: number; createdAt: Date; current: boolean }

/** Valid sessions of several accounts. */
export async function listSessionsOfAccounts(
  db: Db,
  { accountIds, tokenHash }: { accountIds: number[]; tokenHash: Buffer },
): Promise<SessionOfAccount[]> {
  return db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      createdAt: sessions.createdAt,
      current: sql<boolean>`${sessions.tokenHash} = ${tokenHash}`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(inArray(sessions.accountId, accountIds), live))
}

/** False if it had ended already, or has this hash. */
export async function deleteSessionById(
  db: Db,
  { accountId, id, exceptTokenHash }: { accountId: number; id: number; exceptTokenHash?: Buffer },
): Promise<boolean> {
  const isOther = exceptTokenHash && sql`${sessions.tokenHash} <> ${exceptTokenHash}`
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, id), isOther))
  return rowCount === 1
}

/** Deletes an account's sessions except the caller's; returns their number. */
export async function deleteOtherSessions(
  db: Db,
  { accountId, tokenHash }: { accountId: number; tokenHash: Buffer },
): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), sql`${sessions.tokenHash} <> ${tokenHash}`))
  return rowCount ?? 0
}

/** Deletes sessions of staff without a second factor, except one; returns their number. */
export async function deleteSessionsWithoutSecondFactor(
  tx: Db,
  { exceptTokenHash }: { exceptTokenHash: Buffer },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${sessions} using ${accounts}
    where ${accounts.id} = ${sessions.accountId} and ${isOfStaff(sql`${accounts}`)}
      and ${sessions.tokenHash} <> ${exceptTokenHash}
      and not exists (select from ${secondFactors} where ${secondFactors.accountId} = ${accounts.id}
      and ${secondFactors.confirmedAt} is not null)`)
  return rowCount ?? 0
}

/** Whether an account has used the portal in the last minutes. */
export const isOnline = (accountId: SQL): SQL => sql`exists (
  select from sessions s where s.account_id = ${accountId} and s.last_seen_at > now() - interval '5 minutes')`
