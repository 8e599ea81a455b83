import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { createTurns } from '#server/turns.ts'
import { giveBackAttempts, reserveAttempts } from './queries.ts'

const windowMinutes = 15
const maxFailures = { perLoginAndAddress: 10, perAddress: 100 }

// Attempts of one address wait for each other in the database: they must not take all of its connections.
const reservations = createTurns({ atOnce: 4, mostWaiting: 2000 })

const failures: readonly ErrorCode[] = ['wrongCredentials', 'wrongSecondFactor', 'wrongPassword', 'wrongCode']

/** 'exchange' is the door of 1C: what fails there locks nobody out of the web, nor the other way round. */
export type SignInAttempt = { door: 'sign-in' | 'exchange'; login: string; address: string }

/**
 * Runs one try of a sign-in within the limits on failed ones. It is counted before it runs, so that no more are answered
 * when many come at once; unless it ends in one of `failures`, it is given back.
 */
export async function withinSignInLimits<Outcome>(
  { db }: { db: Db },
  attempt: SignInAttempt,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const ids = await reserve(db, attempt)
  try {
    const outcome = await run()
    await giveBackAttempts(db, { ids })
    return outcome
  } catch (error) {
    if (!(error instanceof AppError && failures.includes(error.code))) await giveBackAttempts(db, { ids })
    throw error
  }
}

async function reserve(db: Db, { door, login, address }: SignInAttempt): Promise<number[]> {
  if (reservations.isFull()) throw new AppError('signInBusy', { retryAfterSeconds: 3 })
  const limits = [
    { key: `${door}:${login.toLowerCase().slice(0, 200)}|${address}`, max: maxFailures.perLoginAndAddress },
    { key: `${door}:${address}`, max: maxFailures.perAddress },
  ]
  const reserved = await reservations.take(() => reserveAttempts(db, { limits, minutes: windowMinutes }))
  if ('retryAfterSeconds' in reserved) throw new AppError('tooManyRequests', reserved)
  return reserved.ids
}
