import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import { isPassingDatabaseError, type Db } from '#server/db/client.ts'
import type { Actor } from './actor.ts'
import { verifyPassword } from './passwords.ts'
import { findAccountByLogin } from './queries.ts'
import { deleteSession, findSessionActor, insertSession, touchSession } from './queries-sessions.ts'
import { withinSignInLimits } from './sign-in-limits.ts'

/** However much it is used. */
export const sessionDays = 30

type Door = { address: string; userAgent: string }
type Credentials = { login: string; password: string }

/** Signs in and answers the cookie's new token; only failures count against the limits. */
export async function signIn(deps: { db: Db }, door: Door, credentials: Credentials) {
  const attempt = { door: 'sign-in', login: credentials.login, address: door.address } as const
  const account = await withinSignInLimits(deps, attempt, () => checkPassword(deps, credentials))
  if (account.organisationStatus === 'pending') throw new AppError('registrationPending')
  if (!account.enabled || account.organisationStatus === 'blocked') throw new AppError('accountDisabled')

  const token = randomBytes(32).toString('base64url')
  const session = { tokenHash: hashToken(token), accountId: account.id, passwordHash: account.passwordHash, days: sessionDays, ...door }
  if (!(await insertSession(deps.db, session))) throw new AppError('wrongCredentials')
  return { token, accountId: account.id }
}

async function checkPassword({ db }: { db: Db }, { login, password }: Credentials) {
  const account = await findAccountByLogin(db, { login })
  const right = await verifyPassword(account?.passwordHash, password)
  if (!account || !right || account.role === 'exchange') throw new AppError('wrongCredentials')
  return account
}

export async function signOut({ db }: { db: Db }, token: string): Promise<void> {
  await deleteSession(db, { tokenHash: hashToken(token) })
}

/** The caller behind a cookie's token, if it is a live session; that it was used is noted once a minute. */
export async function findActor({ db }: { db: Db }, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token)
  const found = await findSessionActor(db, { tokenHash })
  if (!found) return undefined
  // A database that only reads still shows what there is.
  if (found.untouched) await touchSession(db, { tokenHash }).catch(ignorePassing)
  const { accountId, login, name, organisationId, demo } = found
  return { accountId, login, name, role: found.role as Role, organisationId, demo }
}

function ignorePassing(error: unknown): void {
  if (!isPassingDatabaseError(error)) throw error
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
