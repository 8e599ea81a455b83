import type { AuditAction } from '#server/platform/audit/actions.ts'
import { byAccount, byExchange } from '#server/platform/audit/changed-by.ts'
import type { Fields } from '#server/platform/audit/changes.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StoredClaim, StoredLine } from './queries.ts'
import type { LineDecision } from './queries-write.ts'

type Change = {
  action: Extract<AuditAction, `claim.${string}`>
  /** Null: 1C. */
  accountId: number | null
  before: Fields
  after: Fields
}

/** Audits a decision on a claim by staff or 1C. */
export async function auditClaim(
  tx: Db,
  { id, organisationId }: Pick<StoredClaim, 'id' | 'organisationId'>,
  { accountId, ...entry }: Change,
): Promise<void> {
  const by = accountId === null ? byExchange(null) : byAccount({ accountId })
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
