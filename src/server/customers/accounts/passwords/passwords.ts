import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/app-error.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 30 ms here.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashes run in libuv's four threads, which files and DNS need too.
const turns = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 100 })
const busyRetrySeconds = 3

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Takes as long for an unknown login, and for somebody invited who has no password yet, as for a wrong one. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const decoy = await dummyHash()
  const isHash = stored?.startsWith('$argon2') === true
  const matches = await inTurn(() => verify(isHash ? stored : decoy, password))
  return matches && isHash
}

/** Refuses at once when too many are waiting. */
async function inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  if (turns.isFull()) throw new AppError('signInBusy', { retryAfterSeconds: busyRetrySeconds })
  return turns.run(work)
}

let decoyHash: Promise<string> | undefined
function dummyHash(): Promise<string> {
  decoyHash ??= hash('an account that does not exist', cost)
  return decoyHash
}
