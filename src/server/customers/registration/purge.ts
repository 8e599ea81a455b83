import type { Db } from '#server/platform/db/client.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteExpiredCaptchas } from './captcha/queries-captcha.ts'
import { eraseApplicants, eraseTraces } from './erase-applicants.ts'
import { notifyExpired } from './notify.ts'
import { deleteOldConsents, eraseRejected, lockForgotten } from './shared-queries-erase.ts'

const dayMs = 86_400_000

/**
 * Deletes captchas, personal data of applicants who were rejected or whose request nobody decided, and their consents
 * after their retention period; run by a job.
 */
export async function purgeRegistrations(
  { db }: { db: Db },
  { now = new Date() }: { now?: Date } = {},
): Promise<{ captchas: number; rejected: number; forgotten: number; consents: number }> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  return {
    captchas: await deleteExpiredCaptchas(db),
    rejected: await eraseOldRejected(db, before(await readSetting(db, 'personal.keep.rejectedDays'))),
    forgotten: await closeForgotten(db, { days: await readSetting(db, 'personal.keep.openRequestDays'), now }),
    consents: await deleteOldConsents(db, { before: before(await readSetting(db, 'personal.keep.consentDays')) }),
  }
}

async function eraseOldRejected(db: Db, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await eraseRejected(tx, { before })
    await eraseTraces(tx, ids)
    return ids.length
  })
}

/** The letter outlives the request: it ends with its own retention period. */
async function closeForgotten(db: Db, { days, now }: { days: number; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const forgotten = await lockForgotten(tx, { before: new Date(now.getTime() - days * dayMs) })
    await eraseApplicants(tx, bySystem, { ids: forgotten.map(({ id }) => id), event: 'expired', now })
    for (const request of forgotten) await notifyExpired(tx, request, { days })
    return forgotten.length
  })
}
