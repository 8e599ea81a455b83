import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { countAttempts, deleteAttempts, reserveAttempts, type AttemptLimit } from './shared-queries-attempts.ts'

type FailureLimits = {
  /** Used together they are taken in this order, so that attempts wait instead of deadlocking. */
  limits: AttemptLimit[]
  minutes: number
  isFailure: (error: unknown) => boolean
}

const maxWaitingEach = 1000
const busyRetrySeconds = 3
const pollMs = { first: 50, max: 800, total: 10_000 }

// Attempts of one key wait for each other in the database: they must not take all of its connections.
const reservations = createConcurrencyLimit({ maxRunning: 4, maxWaiting: 2000 })
/** Attempts of this process under way, by key: those beyond the limit wait here instead of asking the database. */
const underWay = new Map<string, ReturnType<typeof createConcurrencyLimit>>()

/**
 * Runs one attempt within the limits on failed ones. It is reserved before it runs, so that no more are tried when many
 * come at once. Attempts whose outcome is still open do not refuse others, which wait for that outcome.
 */
export function withinFailureLimits<Outcome>(
  { db }: { db: Db },
  limited: FailureLimits,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const attempt = async () => {
    const ids = await reserve(db, limited)
    try {
      const outcome = await run()
      await deleteAttempts(db, { ids })
      return outcome
    } catch (error) {
      await (limited.isFailure(error) ? countAttempts(db, { ids }) : deleteAttempts(db, { ids }))
      throw error
    }
  }
  return limited.limits.reduceRight((next, limit) => () => inTurn(limit, next), attempt)()
}

/** Counts one attempt of every key, whatever becomes of it, or refuses it: over all processes. */
export async function spendAttempt(
  { db }: { db: Db },
  { limits, minutes }: Pick<FailureLimits, 'limits' | 'minutes'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const reserved = await reserveAttempts(tx, { limits, minutes })
    if (!('ids' in reserved)) throw new AppError('tooManyRequests', reserved)
    await countAttempts(tx, reserved)
  })
}

async function inTurn<Outcome>({ key, max }: AttemptLimit, work: () => Promise<Outcome>): Promise<Outcome> {
  const turns = underWay.get(key) ?? createConcurrencyLimit({ maxRunning: max, maxWaiting: maxWaitingEach })
  if (turns.isFull()) throw busy()
  underWay.set(key, turns)
  try {
    return await turns.run(work)
  } finally {
    if (turns.isIdle()) underWay.delete(key)
  }
}

/** Waits while only attempts that are still open, of other processes or just before failing, fill a limit. */
async function reserve(db: Db, { limits, minutes }: FailureLimits): Promise<number[]> {
  const deadlineMs = performance.now() + pollMs.total
  for (let waitMs = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.max)) {
    if (reservations.isFull()) throw busy()
    const reserved = await reservations.run(() => reserveAttempts(db, { limits, minutes }))
    if ('ids' in reserved) return reserved.ids
    if ('retryAfterSeconds' in reserved) throw new AppError('tooManyRequests', reserved)
    if (performance.now() + waitMs > deadlineMs) throw busy()
    await pause(waitMs)
  }
}

function busy(): AppError {
  return new AppError('signInBusy', { retryAfterSeconds: busyRetrySeconds })
}
