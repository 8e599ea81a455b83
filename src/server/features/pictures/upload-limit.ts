import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { takeAttempt } from '#server/features/access/queries.ts'

const mostAnHour = 200

/** Counts an upload of this account, or refuses it: 200 an hour, over all processes. */
export async function countUpload({ db }: { db: Db }, { accountId }: Actor): Promise<void> {
  const key = `upload:${accountId}`
  const refused = await takeAttempt(db, { key, most: mostAnHour, minutes: 60 })
  if (refused) throw new AppError('tooManyRequests', { retryAfterSeconds: secondsLeft(refused.refusedSince) })
}

function secondsLeft(oldest: Date | null): number {
  return Math.max(1, Math.ceil(((oldest?.getTime() ?? Date.now()) + 3_600_000 - Date.now()) / 1000))
}
