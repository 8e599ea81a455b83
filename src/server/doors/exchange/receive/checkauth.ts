import { createHash, randomBytes } from 'node:crypto'
import type { ErrorCode } from '#shared/errors.ts'
import { may } from '#shared/rights.ts'
import { findAccountByLogin } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byExchange } from '#server/platform/audit/changed-by.ts'
import { recordAuditOnce } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { verifyPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { withinSignInLimits } from '#server/customers/accounts/sign-in-limits.ts'
import { findSession, linkOpenSessions, insertSessionForPassword, type OpenSession } from '../queries.ts'
import { retryExchange } from '../protocol.ts'

export const cookieName = 'exchange_session'
/** Long enough for the first full exchange of a large base. */
export const sessionHours = 48

export type Credentials = { login: string; password: string }

/** Login and password of HTTP Basic, in UTF-8 or windows-1251 (old versions). */
export function readBasic(header: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+([a-z0-9+/=]+)$/i.exec(header?.trim() ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const [login = '', ...password] = decode(bytes).split(':')
  // PostgreSQL cannot store NUL, so no account has such a login.
  return password.length === 0 || login.includes('\0') ? undefined : { login, password: password.join(':') }
}

export type SignInResult = { token: string; accountId: number } | { refused: string; code: ErrorCode }

/**
 * Opens a session for an account of role `exchange`; otherwise returns the reason: wrong password or too many attempts.
 */
export async function openSession(
  deps: { db: Db },
  { credentials, address, type }: { credentials: Credentials; address: string; type: string },
): Promise<SignInResult> {
  try {
    const attempt = { door: 'exchange', login: credentials.login, address } as const
    const account = await withinSignInLimits(deps, attempt, () => checkPassword(deps, credentials, address))
    const token = randomBytes(24).toString('hex')
    const { id: accountId, passwordHash } = account
    await deps.db.transaction(async (tx) => {
      const sessionId = await insertSessionForPassword(tx, {
        accountId,
        passwordHash,
        type,
        tokenHash: hashToken(token),
      })
      if (sessionId === undefined) throw new AppError('wrongCredentials')
      await linkOpenSessions(tx, { accountId, type, by: sessionId })
      await auditSignIn(tx, accountId)
    })
    return { token, accountId }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused = refusals[error.code]
    if (refused === undefined) throw error
    return { refused, code: error.code }
  }
}

const refusals: Partial<Record<ErrorCode, string>> = {
  wrongCredentials: 'Неверное имя пользователя или пароль обмена',
  tooManyRequests: 'Слишком много неудачных попыток входа. Повторите через 15 минут',
  signInBusy: `Портал занят. ${retryExchange}`,
}

async function checkPassword(deps: { db: Db }, { login, password }: Credentials, address: string) {
  const account = await findAccountByLogin(deps.db, { login })
  const right = await verifyPassword(account?.passwordHash, password)
  if (account?.enabled && right && may(account, 'exchange')) return account
  await auditRefusal(deps, { accountId: account?.id ?? null, address })
  throw new AppError('wrongCredentials')
}

/** 1C signs in every few minutes: the exchange's log has every session, the audit trail one entry a day. */
async function auditSignIn(tx: Db, accountId: number): Promise<void> {
  const object = { type: 'account', id: accountId } as const
  await recordAuditOnce(tx, byExchange(accountId), { action: 'sign-in.succeeded', object, withinHours: 24 })
}

/** A 1C with a wrong password keeps trying. */
async function auditRefusal(
  { db }: { db: Db },
  { accountId, address }: { accountId: number | null; address: string },
): Promise<void> {
  const object = { type: 'account', id: accountId } as const
  const after = { reason: 'wrongCredentials', networkAddress: address }
  await recordAuditOnce(db, byExchange(null), { action: 'sign-in.refused', object, after, withinHours: 1 })
}

/** The session of a request, by cookie or by sessid in the query. */
export async function findRequestSession(
  { db }: { db: Db },
  token: string | undefined,
): Promise<OpenSession | undefined> {
  if (token === undefined || !/^[0-9a-f]{48}$/.test(token)) return undefined
  return findSession(db, { tokenHash: hashToken(token), hours: sessionHours })
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
