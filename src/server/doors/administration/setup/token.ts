import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withinFailureLimits } from '#server/customers/accounts/attempts.ts'
import { hasAdministrator, insertSetup, insertToken, listTokenHashes, lockOpenSetup } from './queries-setup.ts'
import { isSetupOpen } from './shared-queries.ts'

const windowMinutes = 15
const maxWrongPerAddress = 10
/** Each start of each process prints its own valid token, so a restart loop must not accumulate them. */
const maxTokens = 20

/** Returns a new token for the setup address; undefined if an administrator exists or the setup is finished. */
export async function issueSetupToken({ db }: { db: Db }): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    if (await hasAdministrator(tx)) return undefined
    await insertSetup(tx)
    if (!(await lockOpenSetup(tx)) || (await hasAdministrator(tx))) return undefined
    const token = randomBytes(32).toString('base64url')
    await insertToken(tx, { tokenHash: hashOf(token), max: maxTokens })
    return token
  })
}

/**
 * Answers 404 to a wrong token and limits wrong ones per client address. The right token always passes: it cannot be
 * guessed, and others behind the same address must not lock out its holder.
 */
export async function refuseWrongToken(
  { db }: { db: Db },
  { token, address }: { token: string; address: string },
): Promise<void> {
  if (!(await isSetupOpen(db))) throw new AppError('notFound')
  if (includesToken(await listTokenHashes(db), token)) return
  const limits = [{ key: `setup:${networkOf(address)}`, max: maxWrongPerAddress }]
  const isFailure = (error: unknown) => error instanceof AppError && error.code === 'notFound'
  await withinFailureLimits({ db }, { limits, minutes: windowMinutes, isFailure }, () =>
    Promise.reject(new AppError('notFound')),
  )
}

/** In constant time. */
function includesToken(hashes: Buffer[], token: string): boolean {
  const given = hashOf(token)
  return hashes.filter((hash) => timingSafeEqual(hash, given)).length > 0
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
