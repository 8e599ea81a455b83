import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'
import { countAttempts, deleteAttempts, reserveAttempts, type AttemptLimit } from './shared-queries-attempts.ts'

type FailureLimits = {
  /** If used together, limits are taken in this order, so that attempts wait instead of deadlocking. */
  limits: AttemptLimit[]
  minutes: number
  isFailure: (error: unknown) => boolean
}

const maxWaitingEach = 1000
const busyRetrySeconds = 3
const pollMs = { first: 50, max: 800, total: 10_000 }

// Attempts of one key wait for each other in the database, so they must not take all its connections.
const reservations = createConcurrencyLimit({ maxRunning: 4, maxWaiting: 2000 })
/** Apart from sign-ins, which a flood of forms must not delay. */
const spending = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 1000 })
/** Slots for attempts of this process by key: attempts beyond the limit wait here instead of in the database. */
const slots = new Map<string, ReturnType<typeof createConcurrencyLimit>>()

/**
 * Runs an attempt within limits on failures. It is reserved before it runs, so concurrent attempts cannot exceed the
 * limit. Others wait for attempts whose outcome is open instead of being refused.
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
  return limited.limits.reduceRight((next, limit) => () => waitForSlot(limit, next), attempt)()
}

type SpentLimits = Pick<FailureLimits, 'limits' | 'minutes'>

/**
 * Counts one attempt of every key, whatever its outcome, or refuses it; over all processes. Not inside a transaction:
 * it may wait for others, which need a connection each.
 */
export async function spendAttempt({ db }: { db: Db }, limited: SpentLimits): Promise<void> {
  if (spending.isFull()) throw new AppError('tooManyRequests', { retryAfterSeconds: busyRetrySeconds })
  await spending.run(() => db.transaction((tx) => spendAttemptIn(tx, limited)))
}

/** The same in the caller's transaction. */
export async function spendAttemptIn(tx: Db, { limits, minutes }: SpentLimits): Promise<void> {
  const reserved = await reserveAttempts(tx, { limits, minutes })
  if (!('ids' in reserved)) throw new AppError('tooManyRequests', reserved)
  await countAttempts(tx, reserved)
}

async function waitForSlot<Outcome>({ key, max }: AttemptLimit, work: () => Promise<Outcome>): Promise<Outcome> {
  const slot = slots.get(key) ?? createConcurrencyLimit({ maxRunning: max, maxWaiting: maxWaitingEach })
  if (slot.isFull()) throw busyError()
  slots.set(key, slot)
  try {
    return await slot.run(work)
  } finally {
    if (slot.isIdle()) slots.delete(key)
  }
}

/** Waits while a limit is filled only by attempts without an outcome. */
async function reserve(db: Db, { limits, minutes }: FailureLimits): Promise<number[]> {
  const deadlineMs = performance.now() + pollMs.total
  for (let waitMs = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.max)) {
    if (reservations.isFull()) throw busyError()
    const reserved = await reservations.run(() => reserveAttempts(db, { limits, minutes }))
    if ('ids' in reserved) return reserved.ids
    if ('retryAfterSeconds' in reserved) throw new AppError('tooManyRequests', reserved)
    if (performance.now() + waitMs > deadlineMs) throw busyError()
    await pause(waitMs)
  }
}

function busyError(): AppError {
  return new AppError('signInBusy', { retryAfterSeconds: busyRetrySeconds })
}
