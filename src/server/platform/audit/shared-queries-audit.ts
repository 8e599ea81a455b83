import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { AuditAction, AuditObjectType } from './actions.ts'
import type { ChangedBy } from './changed-by.ts'
import type { PersonalValue, StoredChange } from './changes.ts'

export type NewAuditRow = Omit<ChangedBy, 'askedBy'> & {
  action: AuditAction
  objectType: AuditObjectType
  objectId: string | null
  organisationId: number | null
  changes: Record<string, StoredChange>
  values: PersonalValue[]
}

/** Changes by demo visitors are not audited. */
const isOfVisitor = (row: SQL) => sql`exists (
  select from organisations o where o.demo and o.id in (
    ${row}."organisationId", (select a.organisation_id from accounts a where a.id = ${row}."accountId")))`

/** Inserts all rows and their personal values in one statement. */
export async function insertAuditRows(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  const values = rows.flatMap(({ objectType, objectId, accountId, organisationId, values: each }) =>
    each.map((value) => ({ ...value, objectType, objectId, accountId, organisationId })),
  )
  const personal = sql`
    insert into audit_values (id, subject_type, subject_id, value)
    select v.id, v."objectType", v."objectId", v.value
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      v(id uuid, "objectType" text, "objectId" text, "accountId" int, "organisationId" int, value jsonb)
    where not ${isOfVisitor(sql`v`)}`
  await db.execute(sql`
    ${values.length > 0 ? sql`with personal as (${personal})` : sql``}
    insert into audit_log
      (origin, account_id, on_behalf_of_account_id, action, object_type, object_id, organisation_id, changes)
    select origin, "accountId", "onBehalfOfAccountId", action, "objectType", "objectId", "organisationId", changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(
      origin text, "accountId" int, "onBehalfOfAccountId" int, action text, "objectType" text, "objectId" text,
      "organisationId" int, changes jsonb)
    where not ${isOfVisitor(sql`r`)}`)
}

/** Whether the same account (or no account) did the same to the same object within this many hours. */
export async function hasRecentAction(
  db: Db,
  {
    accountId,
    action,
    objectType,
    objectId,
    withinHours,
  }: Pick<NewAuditRow, 'accountId' | 'action' | 'objectType' | 'objectId'> & { withinHours: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from audit_log where object_type = ${objectType} and object_id is not distinct from ${objectId}
      and account_id is not distinct from ${accountId}::int and action = ${action}
      and at > now() - make_interval(hours => ${withinHours}) limit 1`)
  return rows.length > 0
}

/** Serialises equal events. */
export async function lockEvents(tx: Db, { action, objectType, objectId, accountId }: NewAuditRow): Promise<void> {
  const key = `audit:${action}:${objectType}:${objectId}:${accountId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
}

export type AuditRow = Omit<NewAuditRow, 'values'> & {
  id: number
  at: Date
  /** Current logins of the account and of the object. */
  login: string | null
  objectLogin: string | null
}

export type AuditFilter = {
  object?: { type: AuditObjectType; id: string } | undefined
  objects?: { type: AuditObjectType; ids: readonly string[] }
  since?: Date
  ids?: readonly number[]
  accountId?: number | undefined
  actions?: readonly AuditAction[]
  /** Rows before this one, for paging. */
  beforeId?: number | undefined
  limit: number
}

/** Newest first, with personal values; an erased value is `undefined`. */
export async function listAuditRows(
  db: Db,
  { object, objects, accountId, actions, beforeId, since, ids, limit }: AuditFilter,
): Promise<AuditRow[]> {
  const conditions = [
    object && sql`l.object_type = ${object.type} and l.object_id = ${object.id}`,
    objects && sql`l.object_type = ${objects.type} and l.object_id = any(${sql.param([...objects.ids])}::text[])`,
    ids && sql`l.id = any(${sql.param([...ids])}::bigint[])`,
    since && sql`l.at > ${since.toISOString()}::timestamptz`,
    accountId !== undefined && sql`l.account_id = ${accountId}`,
    actions && sql`l.action = any(${sql.param([...actions])}::text[])`,
    beforeId !== undefined && sql`l.id < ${beforeId}`,
  ].flatMap((each) => each || [])
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await db.execute<
    Omit<AuditRow, 'at'> & { at: string; personal: Record<string, unknown> | null }
  >(sql`
    select l.id, to_json(l.at) #>> '{}' as at, l.origin, l.account_id as "accountId",
      l.on_behalf_of_account_id as "onBehalfOfAccountId", l.action, l.object_type as "objectType",
      l.object_id as "objectId", l.organisation_id as "organisationId", l.changes, a.login::text as login,
        o.login::text as "objectLogin",
      (select jsonb_object_agg(v.id, v.value) from jsonb_each(l.changes) c
        join audit_values v on c.value ? 'personal' and v.id = any(array[${personalId('before')},
          ${personalId('after')}])
      ) as personal
    from (select * from audit_log l ${where} order by l.id desc limit ${limit}) l
    left join accounts a on a.id = l.account_id
    left join accounts o on o.id = case when l.object_type = 'account' then l.object_id::int end
    order by l.id desc`)
  return rows.map(({ personal, at, changes, ...row }) => ({
    ...row,
    at: new Date(at),
    changes: restorePersonalValues(changes, personal ?? {}),
  }))
}

/** For a row `c` of jsonb_each(changes). */
const personalId = (side: 'before' | 'after') =>
  sql`case when c.value ? 'personal' then (c.value ->> ${side})::uuid end`

function restorePersonalValues(
  changes: Record<string, StoredChange>,
  personal: Record<string, unknown>,
): Record<string, StoredChange> {
  const valueOf = (id: unknown) => (typeof id === 'string' ? personal[id] : null)
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      field,
      change.personal ? { ...change, before: valueOf(change.before), after: valueOf(change.after) } : change,
    ]),
  )
}

/** Erases the personal values of one object; the rows stay. Returns their number. */
export async function eraseAuditValues(db: Db, { type, id }: { type: AuditObjectType; id: string }): Promise<number> {
  const { rows } = await db.execute<{ erased: number }>(sql`select erase_audit_values(${type}, ${id}) as erased`)
  return rows[0]?.erased ?? 0
}

/**
 * Deletes rows older than the setting `audit.keepDays`, and network addresses of sign-ins older than
 * `personal.keep.signInDays`. Returns the number of rows.
 */
export async function purgeAuditLog(db: Db): Promise<number> {
  const { rows } = await db.execute<{ purged: number }>(sql`select purge_audit_log() as purged`)
  return rows[0]?.purged ?? 0
}
