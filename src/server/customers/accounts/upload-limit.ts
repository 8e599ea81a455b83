import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { countAttempts, reserveAttempts } from './shared-queries-attempts.ts'

const maxPerHour = 200

/** Counts an upload of this account, or refuses it: 200 an hour, over all processes. */
export async function countUpload({ db }: { db: Db }, { accountId }: Actor): Promise<void> {
  const limits = [{ key: `upload:${accountId}`, max: maxPerHour }]
  await db.transaction(async (tx) => {
    const reserved = await reserveAttempts(tx, { limits, minutes: 60 })
    if (!('ids' in reserved)) throw new AppError('tooManyRequests', reserved)
    await countAttempts(tx, reserved)
  })
}
