import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import { verifyPassword } from '#server/features/access/passwords.ts'
import { countAttempts, deleteAttempts, findAccountByLogin, insertAttempts, takeAttempt } from '#server/features/access/queries.ts'
import { findSession, followOpenSessions, insertSession, type OpenSession } from './queries.ts'

export const cookieName = 'exchange_session'
/** Even a first full exchange of a large base is over by then. */
export const sessionHours = 48
const failures = { minutes: 15, perLogin: 10, perAddress: 100 }

export type Credentials = { login: string; password: string }

/** Login and password of HTTP Basic; 1C writes them in UTF-8, old ones in windows-1251. */
export function readBasic(header: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+([a-z0-9+/=]+)$/i.exec(header?.trim() ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const [login = '', ...password] = decode(bytes).split(':')
  return password.length === 0 ? undefined : { login, password: password.join(':') }
}

/** Opens a session for an account of role `exchange`; undefined when the password is wrong, or too many were. */
export async function openSession(
  { db }: { db: Db },
  { credentials, address, type }: { credentials: Credentials; address: string; type: string },
): Promise<{ token: string } | 'wrong' | 'tooMany'> {
  const keys = { login: `exchange:${credentials.login.toLowerCase().slice(0, 200)}|${address}`, address: `exchange:${address}` }
  if (await exceeded(db, keys.address, failures.perAddress)) return 'tooMany'
  if (await takeAttempt(db, { key: keys.login, most: failures.perLogin, minutes: failures.minutes })) return 'tooMany'
  const account = await findAccountByLogin(db, { login: credentials.login })
  const right = await verifyPassword(account?.passwordHash, credentials.password)
  if (account === undefined || !right || account.role !== 'exchange' || !account.enabled) {
    await insertAttempts(db, { keys: [keys.address] })
    return 'wrong'
  }
  await deleteAttempts(db, { key: keys.login })
  const token = randomBytes(24).toString('hex')
  const sessionId = await insertSession(db, { accountId: account.id, type, tokenHash: hashToken(token) })
  await followOpenSessions(db, { accountId: account.id, type, by: sessionId })
  return { token }
}

/** The session of a request, by its cookie or by sessid in the query. */
export async function sessionOf({ db }: { db: Db }, token: string | undefined): Promise<OpenSession | undefined> {
  if (token === undefined || !/^[0-9a-f]{48}$/.test(token)) return undefined
  return findSession(db, { tokenHash: hashToken(token), hours: sessionHours })
}

async function exceeded(db: Db, key: string, most: number): Promise<boolean> {
  return (await countAttempts(db, { key, minutes: failures.minutes })).count >= most
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
