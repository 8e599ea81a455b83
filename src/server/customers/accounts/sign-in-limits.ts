import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withinFailureLimits } from './attempts.ts'
import { deleteAttemptsOfKey } from './shared-queries-attempts.ts'

const windowMinutes = 15
const maxFailures = { perLoginAndAddress: 10, perAddress: 100 }

const failures: readonly ErrorCode[] = ['wrongCredentials', 'wrongSecondFactor', 'wrongPassword', 'wrongCode']

/** 'exchange' is 1C's endpoint: its failures do not lock the web sign-in, and vice versa. */
export type SignInAttempt = { door: 'sign-in' | 'exchange'; login: string; address: string }

/** The database treats 'admİn' as 'admin'; spellings it does not distinguish share a limit. */
export function foldLogin(login: string): string {
  return login.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, 200)
}

/** Runs a sign-in attempt within limits on failures (errors listed in `failures`). */
export function withinSignInLimits<Outcome>(
  deps: { db: Db },
  { door, login, address }: SignInAttempt,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const limits = [
    { key: ownKey({ door, login, address }), max: maxFailures.perLoginAndAddress },
    { key: `${door}:${networkOf(address)}`, max: maxFailures.perAddress },
  ]
  const isFailure = (error: unknown) => error instanceof AppError && failures.includes(error.code)
  return withinFailureLimits(deps, { limits, minutes: windowMinutes, isFailure }, run)
}

/** Resets the failures of this login from this network after a new password was set. */
export async function forgetSignInFailures(db: Db, attempt: Omit<SignInAttempt, 'door'>): Promise<void> {
  await deleteAttemptsOfKey(db, { key: ownKey({ door: 'sign-in', ...attempt }) })
}

function ownKey({ door, login, address }: SignInAttempt): string {
  return `${door}:${foldLogin(login)}|${networkOf(address)}`
}
