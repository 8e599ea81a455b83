import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/app-error.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'

// OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 30
// ms here.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashes run in libuv's four threads, which files and DNS need, too.
const hashLimit = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 100 })
const busyRetrySeconds = 3

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, cost))
}

/** Takes equally long for an unknown login, for an invited person without a password, and for a wrong password. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const dummy = await dummyHash()
  const isHash = stored?.startsWith('$argon2') === true
  const matches = await runLimited(() => verify(isHash ? stored : dummy, password))
  return matches && isHash
}

/** Refuses at once if too many are waiting. */
async function runLimited<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  if (hashLimit.isFull()) throw new AppError('signInBusy', { retryAfterSeconds: busyRetrySeconds })
  return hashLimit.run(work)
}

let dummyHashPromise: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummyHashPromise ??= hash('an account that does not exist', cost)
  return dummyHashPromise
}
