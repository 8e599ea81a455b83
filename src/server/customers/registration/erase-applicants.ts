import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { eraseAuditValues } from '#server/platform/audit/shared-queries-audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteNoticesOf } from '#server/platform/notifications/service.ts'
import { insertEvent } from './queries.ts'
import { eraseRejectedOf, rejectOpen } from './shared-queries-erase.ts'

type Erasure = { ids: readonly number[]; event: 'rejected' | 'expired'; now: Date }

/** Erases applicants who have no account from their requests; a request that is still open is rejected first. */
export async function eraseApplicants(tx: Db, by: ChangedBy, { ids, event, now }: Erasure): Promise<void> {
  const closed = await rejectOpen(tx, { ids, deciderId: by.accountId, now })
  await eraseRejectedOf(tx, { ids })
  for (const { id, status } of closed) {
    await insertEvent(tx, { requestId: id, kind: event, accountId: by.accountId })
    await recordAudit(tx, by, {
      action: 'registration.changed',
      object: { type: 'registration', id },
      before: { status },
      after: { status: 'rejected', rejectReason: 'other' },
    })
  }
  await eraseTraces(tx, ids)
}

/** What the audit trail, notices and letters contain about the applicants. */
export async function eraseTraces(tx: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) await eraseAuditValues(tx, { type: 'registration', id: String(id) })
  await deleteNoticesOf(tx, { events: ids.map((id) => `registration:${id}`) })
}
