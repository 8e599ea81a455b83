import type { Db } from '#server/platform/db/client.ts'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { eraseAuditValues } from '#server/platform/audit/shared-queries-audit.ts'
import { deleteNoticesOf } from '#server/platform/notifications/service.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteExpiredCaptchas } from './captcha/queries-captcha.ts'
import { deleteOldConsents, eraseRejected, eraseRejectedOf, rejectForgotten } from './shared-queries-erase.ts'

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
    forgotten: await closeForgotten(db, {
      before: before(await readSetting(db, 'personal.keep.openRequestDays')),
      now,
    }),
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

async function closeForgotten(db: Db, { before, now }: { before: Date; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const closed = await rejectForgotten(tx, { before, now })
    const ids = closed.map(({ id }) => id)
    await eraseRejectedOf(tx, { ids })
    for (const { id, status } of closed) {
      await recordAudit(tx, bySystem, {
        action: 'registration.changed',
        object: { type: 'registration', id },
        before: { status },
        after: { status: 'rejected', rejectReason: 'other' },
      })
    }
    await eraseTraces(tx, ids)
    return ids.length
  })
}

/** What the audit trail, notices and letters say of the applicants. */
async function eraseTraces(tx: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) await eraseAuditValues(tx, { type: 'registration', id: String(id) })
  await deleteNoticesOf(tx, { events: ids.map((id) => `registration:${id}`) })
}
