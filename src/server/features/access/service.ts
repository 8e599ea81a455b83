import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from './actor.ts'
import { verifyPassword } from './passwords.ts'
import {
  countAttempts, deleteAttempts, deleteSession, findAccountByLogin, findSessionActor, insertAttempts, insertSession, takeAttempt,
} from './queries.ts'

const sessionDays = 30
const attemptWindowMinutes = 15
const failuresPerLoginAndAddress = 10
const failuresPerAddress = 100

type Door = { address: string; userAgent: string }

/** Signs in and answers the cookie's new token; only failures count against the limits. */
export async function signIn({ db }: { db: Db }, door: Door, { login, password }: { login: string; password: string }) {
  const keys = attemptKeys(login, door.address)
  await refuseTooMany(db, keys)
  const account = await findAccountByLogin(db, { login })
  const right = await verifyPassword(account?.passwordHash, password)
  if (!account || !right || account.role === 'exchange') {
    await insertAttempts(db, { keys: [keys.address] })
    throw new AppError('wrongCredentials')
  }
  await deleteAttempts(db, { key: keys.loginAndAddress })
  if (account.organisationStatus === 'pending') throw new AppError('registrationPending')
  if (!account.enabled || account.organisationStatus === 'blocked') throw new AppError('accountDisabled')

  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + sessionDays * 86_400_000)
  await insertSession(db, { tokenHash: hashToken(token), accountId: account.id, expiresAt, ...door })
  return { token, accountId: account.id, expiresAt }
}

export async function signOut({ db }: { db: Db }, token: string): Promise<void> {
  await deleteSession(db, { tokenHash: hashToken(token) })
}

/** The caller behind a cookie's token, if it is a live session. */
export async function findActor({ db }: { db: Db }, token: string): Promise<Actor | undefined> {
  const found = await findSessionActor(db, { tokenHash: hashToken(token) })
  if (!found) return undefined
  const { accountId, login, name, organisationId, demo } = found
  return { accountId, login, name, role: found.role as Role, organisationId, demo }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function attemptKeys(login: string, address: string) {
  return { loginAndAddress: `sign-in:${login.toLowerCase()}|${address}`, address: `sign-in:${address}` }
}

async function refuseTooMany(db: Db, { loginAndAddress, address }: ReturnType<typeof attemptKeys>): Promise<void> {
  const minutes = attemptWindowMinutes
  const ofAddress = await countAttempts(db, { key: address, minutes })
  if (ofAddress.count >= failuresPerAddress) throw tooMany(ofAddress.oldest)
  const refused = await takeAttempt(db, { key: loginAndAddress, most: failuresPerLoginAndAddress, minutes })
  if (refused) throw tooMany(refused.refusedSince)
}

function tooMany(oldest: Date | null): AppError {
  return new AppError('tooManyRequests', { retryAfterSeconds: secondsLeft(oldest) })
}

function secondsLeft(oldest: Date | null): number {
  const windowEndsMs = (oldest?.getTime() ?? Date.now()) + attemptWindowMinutes * 60_000
  return Math.max(1, Math.ceil((windowEndsMs - Date.now()) / 1000))
}
