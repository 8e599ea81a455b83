import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { spendAttempt } from './attempts.ts'

/** Counts an upload of this account, or throws: 200 an hour, over all processes. */
export async function countUpload({ db }: { db: Db }, { accountId }: Actor): Promise<void> {
  await spendAttempt({ db }, { limits: [{ key: `upload:${accountId}`, max: 200 }], minutes: 60 })
}

/** The same for pictures that staff upload, often of a whole catalogue: 2,000 an hour. */
export async function countPictureUpload({ db }: { db: Db }, { accountId }: Actor): Promise<void> {
  await spendAttempt({ db }, { limits: [{ key: `picture-upload:${accountId}`, max: 2000 }], minutes: 60 })
}
