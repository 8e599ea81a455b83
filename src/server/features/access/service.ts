import { createHash, randomBytes } from 'node:crypto'
import { isStaff, type Role } from '#shared/rights.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/app-error.ts'
import { byAccount, byGuest } from '#server/audit/changed-by.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isPassingDatabaseError, type Db } from '#server/db/client.ts'
import { readSetting } from '#server/settings.ts'
import type { Actor } from './actor.ts'
import { verifyPassword } from './passwords.ts'
import { findAccountByLogin } from './queries.ts'
import { deleteSession, findSessionActor, insertSession, touchSession } from './queries-sessions.ts'
import { passSecondFactor } from './second-factor.ts'
import { withinSignInLimits } from './sign-in-limits.ts'

/** However much it is used. */
export const sessionDays = 30

type Door = { address: string; userAgent: string }
type Credentials = { login: string; password: string; code?: string | undefined }

/** Signs in and answers the cookie's new token; only failures count against the limits. */
export async function signIn(deps: { db: Db }, door: Door, credentials: Credentials) {
  const attempt = { door: 'sign-in', login: credentials.login, address: door.address } as const
  const account = await withinSignInLimits(deps, attempt, () => identify(deps, door, credentials))
  const awaitsSecondFactor = isStaff(account.role as Role) && !account.secondFactor && (await readSetting(deps.db, 'secondFactor.demanded'))

  const token = randomBytes(32).toString('base64url')
  const { id: accountId, passwordHash } = account
  const session = { tokenHash: hashToken(token), accountId, passwordHash, awaitsSecondFactor, days: sessionDays, ...door }
  await deps.db.transaction(async (tx) => {
    if (!(await insertSession(tx, session))) throw new AppError('wrongCredentials')
    const { organisationId } = account
    const object = { type: 'account', id: accountId, organisationId } as const
    await recordAudit(tx, byAccount({ accountId }), {
      action: 'sign-in.succeeded',
      object,
      after: { networkAddress: door.address },
    })
  })
  return { token, accountId, awaitsSecondFactor }
}

async function identify(deps: { db: Db }, door: Door, { login, password, code }: Credentials) {
  const account = await findAccountByLogin(deps.db, { login })
  try {
    const right = await verifyPassword(account?.passwordHash, password)
    if (!account || !right || account.role === 'exchange') throw new AppError('wrongCredentials')
    if (account.organisationStatus === 'pending') throw new AppError('registrationPending')
    if (!account.enabled || account.organisationStatus === 'blocked') throw new AppError('accountDisabled')
    return { ...account, secondFactor: await passSecondFactor(deps, { accountId: account.id, code }) }
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) await auditRefusal(deps, error.code, account, door)
    throw error
  }
}

const refusals: readonly ErrorCode[] = [
  'wrongCredentials',
  'registrationPending',
  'accountDisabled',
  'wrongSecondFactor',
]

/** A login that nobody has is not kept: people type passwords there. */
async function auditRefusal(
  { db }: { db: Db },
  reason: ErrorCode,
  account: { id: number; organisationId: number | null } | undefined,
  { address }: Door,
): Promise<void> {
  const object = { type: 'account', id: account?.id ?? null, organisationId: account?.organisationId } as const
  await recordAudit(db, byGuest, { action: 'sign-in.refused', object, after: { reason, networkAddress: address } })
}

export async function signOut({ db }: { db: Db }, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await deleteSession(tx, { tokenHash: hashToken(token) })
    if (!session) return
    await recordAudit(tx, byAccount(session), {
      action: 'sign-out',
      object: { type: 'account', id: session.accountId },
    })
  })
}

export type SignedIn = { actor: Actor; awaitsSecondFactor: boolean }

/** The caller behind a cookie's token, if it is a live session; that it was used is noted once a minute. */
export async function findActor({ db }: { db: Db }, token: string): Promise<SignedIn | undefined> {
  const tokenHash = hashToken(token)
  const found = await findSessionActor(db, { tokenHash })
  if (!found) return undefined
  // A database that only reads still shows what there is.
  if (found.untouched) await touchSession(db, { tokenHash }).catch(ignorePassing)
  const { accountId, login, name, organisationId, demo, awaitsSecondFactor } = found
  return { actor: { accountId, login, name, role: found.role as Role, organisationId, demo }, awaitsSecondFactor }
}

function ignorePassing(error: unknown): void {
  if (!isPassingDatabaseError(error)) throw error
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
