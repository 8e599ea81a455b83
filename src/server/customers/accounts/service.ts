import { randomBytes } from 'node:crypto'
import { may, type Right } from '#shared/rights.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, byGuest } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting, lockSettingsShared } from '#server/platform/settings.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { findApplicant } from './queries.ts'
import { findSecondFactor } from './queries-second-factor.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { markEndedByPerson } from '#server/platform/sessions/shared-queries-acting.ts'
import {
  deleteSession,
  markAwaitingSecondFactor,
  insertSession,
} from '#server/platform/sessions/shared-queries-sessions.ts'
import { requireSecondFactor } from './second-factor.ts'
import { hashToken, sessionDays } from '#server/platform/sessions/sessions.ts'
import { findAccountByLogin } from './shared-queries.ts'
import { withinSignInLimits } from './sign-in-limits.ts'

type ClientInfo = { address: string; userAgent: string }
type Credentials = { login: string; password: string; code?: string | undefined }

/** Signs in and returns the cookie's new token; only failures count against the limits. */
export async function signIn(deps: { db: Db }, door: ClientInfo, credentials: Credentials) {
  const attempt = { door: 'sign-in', login: credentials.login, address: door.address } as const
  const account = await withinSignInLimits(deps, attempt, () => identify(deps, door, credentials))
  const token = randomBytes(32).toString('base64url')
  const awaitsSecondFactor = await openSession(deps, door, { ...account, token })
  return { token, accountId: account.id, awaitsSecondFactor }
}

type Identified = {
  id: number
  rights: readonly Right[]
  organisationId: number | null
  passwordHash: string
  /** Secret of the second factor whose code was right. */
  passedSecret: string | undefined
}

/**
 * Returns whether the session still needs a second factor. Compares the password again, now that the account's row is
 * locked.
 */
async function openSession(
  { db }: { db: Db },
  door: ClientInfo,
  { token, ...account }: Identified & { token: string },
): Promise<boolean> {
  const { id: accountId, passwordHash, organisationId } = account
  const tokenHash = hashToken(token)
  return db.transaction(async (tx) => {
    const isInserted = await insertSession(tx, { tokenHash, accountId, passwordHash, days: sessionDays, ...door })
    if (!isInserted) throw new AppError('wrongCredentials')
    const isAwaited = await awaitsSecondFactorOf(tx, account)
    if (isAwaited) await markAwaitingSecondFactor(tx, { tokenHash })
    const object = { type: 'account', id: accountId, organisationId } as const
    const after = { networkAddress: door.address, device: deviceOf(door.userAgent) }
    await recordAudit(tx, byAccount({ accountId }), { action: 'sign-in.succeeded', object, after })
    return isAwaited
  })
}

/** Under the account's lock: a factor may have been confirmed, reset or required since the code was checked. */
async function awaitsSecondFactorOf(tx: Db, { id: accountId, passedSecret, ...account }: Identified): Promise<boolean> {
  if (!may(account, 'secondFactor.own')) return false
  await lockSettingsShared(tx)
  const factor = await findSecondFactor(tx, { accountId })
  const secret = factor?.confirmed ? factor.secret : undefined
  if (secret !== passedSecret) throw new AppError(secret === undefined ? 'wrongCredentials' : 'secondFactorNeeded')
  return secret === undefined && (await readSetting(tx, 'secondFactor.demanded'))
}

async function identify(deps: { db: Db }, door: ClientInfo, { login, password, code }: Credentials) {
  const account = await findAccountByLogin(deps.db, { login })
  const applicant = account ? undefined : await findApplicant(deps.db, { email: login })
  try {
    const right = await verifyPassword((account ?? applicant)?.passwordHash, password)
    if (right && applicant) throw toRefusal(applicant)
    if (!account || !right || may(account, 'exchange')) throw new AppError('wrongCredentials')
    if (account.organisationStatus === 'pending') throw new AppError('registrationPending')
    if (!account.enabled || account.organisationStatus === 'blocked') throw new AppError('accountDisabled')
    return { ...account, passedSecret: await requireSecondFactor(deps, { accountId: account.id, code }) }
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) await auditRefusal(deps, error.code, account, door)
    throw error
  }
}

/** What becomes of a request is told to those who know its password. */
function toRefusal({ rejected, decisionText }: { rejected: boolean; decisionText: string }): AppError {
  if (!rejected) return new AppError('registrationPending')
  return new AppError(
    'registrationRejected',
    decisionText === '' ? {} : { message: `Заявка отклонена. ${decisionText}` },
  )
}

const refusals: readonly ErrorCode[] = [
  'wrongCredentials',
  'registrationPending',
  'registrationRejected',
  'accountDisabled',
  'wrongSecondFactor',
]

/** Unknown logins are not stored, because people type passwords there. */
async function auditRefusal(
  { db }: { db: Db },
  reason: ErrorCode,
  account: { id: number; organisationId: number | null } | undefined,
  { address, userAgent }: ClientInfo,
): Promise<void> {
  const object = { type: 'account', id: account?.id ?? null, organisationId: account?.organisationId } as const
  const after = { reason, networkAddress: address, device: deviceOf(userAgent) }
  await recordAudit(db, byGuest, { action: 'sign-in.refused', object, after })
}

export async function signOut({ db }: { db: Db }, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    await markEndedByPerson(tx)
    const session = await deleteSession(tx, { tokenHash: hashToken(token) })
    if (!session) return
    await recordAudit(tx, byAccount(session), {
      action: 'sign-out',
      object: { type: 'account', id: session.accountId },
    })
  })
}
