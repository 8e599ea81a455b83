import { purgeAuditLog } from '#server/platform/audit/shared-queries-audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { purgeOldMails } from '#server/platform/mail/service.ts'
import { purgeOldNotifications } from '#server/platform/notifications/service.ts'
import { purgeOldPushes } from '#server/platform/web-push/service.ts'
import { purgeGuestCallbacks } from '#server/aftersale/callbacks/purge.ts'
import { eraseDeletedPeople } from '#server/customers/personal-data/erase-deleted.ts'
import { purgeRegistrations } from '#server/customers/registration/purge.ts'

type Deps = { db: Db }

/** Personal data with a retention period, by room; order matters because of references. */
const purges: Record<string, (deps: Deps) => Promise<unknown>> = {
  registrations: (deps) => purgeRegistrations(deps),
  callbacks: (deps) => purgeGuestCallbacks(deps),
  people: (deps) => eraseDeletedPeople(deps),
  mails: (deps) => purgeOldMails(deps),
  notifications: (deps) => purgeOldNotifications(deps),
  webPushes: (deps) => purgeOldPushes(deps),
  audit: ({ db }) => purgeAuditLog(db),
}

/** Deletes personal data after its retention period. A purge that fails does not stop the others. */
export async function purgePersonalData(deps: Deps): Promise<Record<string, unknown>> {
  const outcome: Record<string, unknown> = {}
  const failures: unknown[] = []
  for (const [name, purge] of Object.entries(purges)) {
    try {
      outcome[name] = await purge(deps)
    } catch (error) {
      failures.push(new Error(`the term of ${name} was not ended`, { cause: error }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'terms were not ended')
  return outcome
}
