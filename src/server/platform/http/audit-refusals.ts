import type { FastifyInstance, FastifyRequest } from 'fastify'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAuditOnce } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requestNotesOf } from './request-notes.ts'

/**
 * Audits calls refused for missing rights, once an hour per account and address, so that the audit trail cannot be
 * flooded. Written after the reply. Refusals of guests are only logged.
 */
export function auditRefusals(app: FastifyInstance, { db }: { db: Db }): void {
  app.addHook('onResponse', async (request) => {
    const { account: accountId, staff, code } = requestNotesOf(request)
    if ((code !== 'forbidden' && code !== 'refusedWhileActing') || accountId === undefined) return
    const object = { type: 'call', id: nameOf(request) } as const
    const by = byAccount({ accountId, actedBy: staff === undefined ? undefined : { accountId: staff } })
    await recordAuditOnce(db, by, { action: 'access.refused', object, withinHours: 1 }).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a refusal is missing in the audit trail'),
    )
  })
}

/** The route rather than the address, without ids and secrets. */
function nameOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? '*'}`
}
