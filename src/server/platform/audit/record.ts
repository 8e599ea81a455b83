import type { Db } from '#server/platform/db/client.ts'
import type { AuditAction, AuditObjectType } from './actions.ts'
import type { ChangedBy } from './changed-by.ts'
import { compareFields, type Fields } from './changes.ts'
import { hasRecentAction, insertAuditRows, lockEvents, type NewAuditRow } from './shared-queries-audit.ts'

export type AuditEntry = {
  action: AuditAction
  object: { type: AuditObjectType; id: number | string | null; organisationId?: number | null | undefined }
  /** State before; absent for a new object. */
  before?: Fields
  /** State after; absent for a deleted object. Without both the entry is an event, which is always written. */
  after?: Fields
}

/**
 * Records who did what to which object, before → after, in the caller's transaction. Keeps only fields that differ;
 * writes nothing if none does.
 */
export async function recordAudit(tx: Db, by: ChangedBy, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.flatMap((entry) => rowOf(by, entry) ?? [])
  if (rows.length > 0) await insertAuditRows(tx, rows)
}

/** For repeated events: writes nothing if the account had the same event with the same object within the hours. */
export async function recordAuditOnce(
  db: Db,
  by: ChangedBy,
  { withinHours, ...entry }: AuditEntry & { withinHours: number },
): Promise<void> {
  const row = rowOf(by, entry)
  if (!row || (await hasRecentAction(db, { ...row, withinHours }))) return
  await db.transaction(async (tx) => {
    await lockEvents(tx, row)
    if (!(await hasRecentAction(tx, { ...row, withinHours }))) await insertAuditRows(tx, [row])
  })
}

function rowOf(by: ChangedBy, { action, object, before, after }: AuditEntry): NewAuditRow | undefined {
  const { changes, values } = compareFields(object.type, before ?? {}, after ?? {})
  const isEvent = before === undefined && after === undefined
  if (!isEvent && Object.keys(changes).length === 0) return undefined
  const objectId = object.id === null ? null : String(object.id)
  const organisationId = object.organisationId ?? null
  const { askedBy, ...author } = by
  const asked = compareFields(object.type, {}, { askedBy })
  return {
    ...author,
    action,
    objectType: object.type,
    objectId,
    organisationId,
    changes: { ...changes, ...asked.changes },
    values: [...values, ...asked.values],
  }
}
