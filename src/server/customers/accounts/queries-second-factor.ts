import { and, count, eq, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import type { StaffRole } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accounts, recoveryCodes, secondFactors, sessions } from '#server/platform/db/schema/access.ts'
import { isOfStaff } from '#server/platform/sessions/shared-queries-rights.ts'

export type SecondFactor = { secret: string; confirmed: boolean; nowMs: number }

/** `nowMs` is the database's clock, so that a process with a wrong clock refuses no code. */
export async function findSecondFactor(
  db: Db,
  { accountId }: { accountId: number },
): Promise<SecondFactor | undefined> {
  const [found] = await db
    .select({
      secret: secondFactors.secret,
      confirmed: sql<boolean>`${secondFactors.confirmedAt} is not null`,
      nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    })
    .from(secondFactors)
    .where(eq(secondFactors.accountId, accountId))
  return found
}

/** Stores an unconfirmed secret; false if a confirmed one exists. */
export async function saveSecret(
  db: Db,
  { accountId, secret }: { accountId: number; secret: string },
): Promise<boolean> {
  const { rowCount } = await db
    .insert(secondFactors)
    .values({ accountId, secret })
    .onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
  return rowCount === 1
}

/** Accepts the code of a step once; false if that step or a later one was used. */
export async function recordUsedStep(
  db: Db,
  { accountId, step }: { accountId: number; step: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.accountId, accountId), lt(secondFactors.lastStep, step)))
  return rowCount === 1
}

export async function confirmSecret(db: Db, { accountId }: { accountId: number }): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(secondFactors.accountId, accountId), isNull(secondFactors.confirmedAt)))
  return rowCount === 1
}

export async function deleteSecondFactor(db: Db, { accountId }: { accountId: number }): Promise<boolean> {
  const { rowCount } = await db.delete(secondFactors).where(eq(secondFactors.accountId, accountId))
  return rowCount === 1
}

export async function replaceRecoveryCodes(
  db: Db,
  { accountId, hashes }: { accountId: number; hashes: Buffer[] },
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })))
}

export async function spendRecoveryCode(
  db: Db,
  { accountId, codeHash }: { accountId: number; codeHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash)))
  return rowCount === 1
}

export async function countRecoveryCodes(db: Db, { accountId }: { accountId: number }): Promise<number> {
  const [found] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  return found?.left ?? 0
}

export async function findPasswordHash(db: Db, { accountId }: { accountId: number }): Promise<string | undefined> {
  const [found] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return found?.passwordHash
}

export async function listStaffSignIns(db: Db) {
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      login: accounts.login,
      role: sql<StaffRole>`${accounts.role}`,
      secondFactor: sql<boolean>`exists (select from ${secondFactors} where ${secondFactors.accountId} = ${accounts.id}
      and ${isNotNull(secondFactors.confirmedAt)})`,
      sessions: count(sessions.id),
      lastUsed: max(sessions.lastSeenAt),
    })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, accounts.id))
    .where(and(isOfStaff(sql`${accounts}`), eq(accounts.enabled, true)))
    .groupBy(accounts.id)
    .orderBy(accounts.name, accounts.id)
}
