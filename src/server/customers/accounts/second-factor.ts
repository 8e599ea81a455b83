import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withinFailureLimits } from './attempts.ts'
import { findSecondFactor, spendRecoveryCode, recordUsedStep, type SecondFactor } from './queries-second-factor.ts'

const app = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Codes per account, over all addresses: six digits are few. */
const maxWrongCodes = 10
const windowMinutes = 15
const recoveryCodeCount = 10

export function makeSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Content of the QR code for an authenticator app. */
export function appUri(secret: string, login: string): string {
  return new TOTP({ ...app, issuer: 'Opt', label: login, secret: Secret.fromBase32(secret) }).toString()
}

type Answered = { accountId: number; code: string; wrong: ErrorCode }

/**
 * Verifies a code of the account's app, or a recovery code, which is valid once; throws `wrong` otherwise. Wrong codes
 * are limited per account, over all addresses.
 */
export async function verifyCode(
  { db }: { db: Db },
  factor: SecondFactor,
  { accountId, code, wrong }: Answered,
): Promise<void> {
  const limits = [{ key: `second-factor:${accountId}`, max: maxWrongCodes }]
  const isFailure = (error: unknown) => error instanceof AppError && error.code === wrong
  await withinFailureLimits({ db }, { limits, minutes: windowMinutes, isFailure }, async () => {
    if (!(await isValidCode(db, factor, accountId, code))) throw new AppError(wrong)
  })
}

async function isValidCode(
  db: Db,
  { secret, confirmed, nowMs }: SecondFactor,
  accountId: number,
  code: string,
): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '').toUpperCase()
  if (!/^\d{6}$/.test(plain)) return confirmed && spendRecoveryCode(db, { accountId, codeHash: hashCode(plain) })
  const delta = TOTP.validate({ ...app, secret: Secret.fromBase32(secret), token: plain, timestamp: nowMs, window: 1 })
  return delta !== null && recordUsedStep(db, { accountId, step: Math.floor(nowMs / 1000 / app.period) + delta })
}

/** Second step of a sign-in, if the account has one. Returns the secret of the factor used. */
export async function requireSecondFactor(
  deps: { db: Db },
  { accountId, code }: { accountId: number; code: string | undefined },
): Promise<string | undefined> {
  const factor = await findSecondFactor(deps.db, { accountId })
  if (!factor?.confirmed) return undefined
  if (code === undefined || code.trim() === '') throw new AppError('secondFactorNeeded')
  await verifyCode(deps, factor, { accountId, code, wrong: 'wrongSecondFactor' })
  return factor.secret
}

/** Sixteen letters and digits in groups of four: 80 bits, so a plain digest is enough. */
export function makeRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from(
    { length: recoveryCodeCount },
    () => new Secret({ buffer: Uint8Array.from(randomBytes(10)).buffer }).base32,
  )
  return { codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashCode) }
}

function hashCode(plain: string): Buffer {
  return createHash('sha256').update(plain).digest()
}
