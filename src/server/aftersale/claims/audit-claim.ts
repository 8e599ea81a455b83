import type { AuditAction } from '#server/platform/audit/actions.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Fields } from '#server/platform/audit/changes.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StoredClaim, StoredLine } from './queries.ts'
import type { LineDecision } from './queries-write.ts'

type Change = {
  action: Extract<AuditAction, `claim.${string}`>
  by: ChangedBy
  before?: Fields
  after: Fields
}

/** Audits what a buyer, staff or 1C did with a claim. */
export async function auditClaim(
  tx: Db,
  { id, organisationId }: Pick<StoredClaim, 'id' | 'organisationId'>,
  { by, ...entry }: Change,
): Promise<void> {
  await recordAudit(tx, by, { object: { type: 'claim', id, organisationId }, ...entry })
}

/** One audit field per line's decision. */
export function decisionFields(lines: readonly (StoredLine | LineDecision)[]): Fields {
  return Object.fromEntries(
    lines.map(({ position, acceptedMilli, settleBy, reason }) => [
      `lines.${position}`,
      acceptedMilli === null ? null : { acceptedMilli, settleBy, rejectReason: reason || null },
    ]),
  )
}
