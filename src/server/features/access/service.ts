import { createHash, randomBytes } from 'node:crypto'
import { isStaff, type Role } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
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
  const account = await withinSignInLimits(deps, attempt, () => identify(deps, credentials))
  const awaitsSecondFactor = isStaff(account.role as Role) && !account.secondFactor && (await readSetting(deps.db, 'secondFactor.demanded'))

  const token = randomBytes(32).toString('base64url')
  const { id: accountId, passwordHash } = account
  const session = { tokenHash: hashToken(token), accountId, passwordHash, awaitsSecondFactor, days: sessionDays, ...door }
  if (!(await insertSession(deps.db, session))) throw new AppError('wrongCredentials')
  return { token, accountId, awaitsSecondFactor }
}

async function identify(deps: { db: Db }, { login, password, code }: Credentials) {
  const account = await findAccountByLogin(deps.db, { login })
  const right = await verifyPassword(account?.passwordHash, password)
  if (!account || !right || account.role === 'exchange') throw new AppError('wrongCredentials')
  if (account.organisationStatus === 'pending') throw new AppError('registrationPending')
  if (!account.enabled || account.organisationStatus === 'blocked') throw new AppError('accountDisabled')
  return { ...account, secondFactor: await passSecondFactor(deps, { accountId: account.id, code }) }
}

export async function signOut({ db }: { db: Db }, token: string): Promise<void> {
  await deleteSession(db, { tokenHash: hashToken(token) })
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
