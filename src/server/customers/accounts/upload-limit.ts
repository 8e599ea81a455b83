import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { spendAttempt } from './attempts.ts'

const maxPerHour = 200

/** Counts an upload of this account, or throws: 200 an hour, over all processes. */
export async function countUpload({ db }: { db: Db }, { accountId }: Actor): Promise<void> {
  await spendAttempt({ db }, { limits: [{ key: `upload:${accountId}`, max: maxPerHour }], minutes: 60 })
}
