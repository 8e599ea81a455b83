import type { Db } from '#server/platform/db/client.ts'
import type { AuditAction, AuditObjectType } from './actions.ts'
import type { ChangedBy } from './changed-by.ts'
import { compareFields, type Fields } from './changes.ts'
import { hasRecentRow, insertAuditRows, lockEvents, type NewAuditRow } from './queries-audit.ts'

export type AuditEntry = {
  action: AuditAction
  object: { type: AuditObjectType; id: number | string | null; organisationId?: number | null | undefined }
  /** What the object was; left out where it is new. */
  before?: Fields
  /** What it is now; left out where it is gone. Without both the entry is an event, and is always written. */
  after?: Fields
}

/**
 * Writes who did what to which object, before → after, in the caller's transaction. Of fields only those that differ
 * are kept; an entry of which no field differs writes no row.
 */
export async function recordAudit(tx: Db, by: ChangedBy, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.flatMap((entry) => rowOf(by, entry) ?? [])
  if (rows.length > 0) await insertAuditRows(tx, rows)
}

/** For events that come again and again: none where the account had the same with the same object within the hours. */
export async function recordAuditOnce(
  db: Db,
  by: ChangedBy,
  { withinHours, ...entry }: AuditEntry & { withinHours: number },
): Promise<void> {
  const row = rowOf(by, entry)
  if (!row || (await hasRecentRow(db, { row, withinHours }))) return
  await db.transaction(async (tx) => {
    await lockEvents(tx, row)
    if (!(await hasRecentRow(tx, { row, withinHours }))) await insertAuditRows(tx, [row])
  })
}

function rowOf(by: ChangedBy, { action, object, before, after }: AuditEntry): NewAuditRow | undefined {
  const { changes, values } = compareFields(object.type, before ?? {}, after ?? {})
  const isEvent = before === undefined && after === undefined
  if (!isEvent && Object.keys(changes).length === 0) return undefined
  const objectId = object.id === null ? null : String(object.id)
  const organisationId = object.organisationId ?? null
  return { ...by, action, objectType: object.type, objectId, organisationId, changes, values }
}
