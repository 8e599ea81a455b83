import type { Db } from '#server/platform/db/client.ts'
import { eraseAuditValues } from '#server/platform/audit/shared-queries-audit.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteExpiredCaptchas } from './captcha/queries-captcha.ts'
import { deleteOldConsents, eraseRejected } from './shared-queries-erase.ts'

const dayMs = 86_400_000

/**
 * Deletes captchas, personal data of rejected applicants, and their consents after their retention period; run by a
 * job.
 */
export async function purgeRegistrations(
  { db }: { db: Db },
  { now = new Date() }: { now?: Date } = {},
): Promise<{ captchas: number; rejected: number; consents: number }> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  return {
    captchas: await deleteExpiredCaptchas(db),
    rejected: await eraseOldRejected(db, before(await readSetting(db, 'personal.keep.rejectedDays'))),
    consents: await deleteOldConsents(db, { before: before(await readSetting(db, 'personal.keep.consentDays')) }),
  }
}

async function eraseOldRejected(db: Db, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await eraseRejected(tx, { before })
    for (const id of ids) await eraseAuditValues(tx, { type: 'registration', id: String(id) })
    return ids.length
  })
}
