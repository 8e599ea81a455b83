import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#server/platform/audit/actions.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'

/** An audited object, by type and id. */
export type ObjectKey = { type: string; id: string }

/** Interpretations of a search text; a row that matches any of them is found. */
export type AuditMatch = {
  objects: ObjectKey[]
  accountIds: number[]
  organisationIds: number[]
  actions: AuditAction[]
  /** Keys of `changes`. */
  fields: string[]
  /** Network address of a sign-in. */
  address?: string | undefined
}

export type AuditFilter = {
  since: Date
  until: Date
  accountId?: number | undefined
  /** Only rows without an account. */
  origin?: ChangedBy['origin'] | undefined
  organisationId?: number | undefined
  actions?: readonly AuditAction[] | undefined
  onBehalf?: boolean | undefined
  object?: ObjectKey | undefined
  match?: AuditMatch | undefined
}

/** Rows older than this row (`before`) or newer than it (`after`). */
export type AuditCursor = { before?: number | undefined; after?: number | undefined }

type PageSql = { cursor: AuditCursor; order: SQL; limit: number }

/** Where a source reads rows in page order: the table with the index, and its columns of the order. */
type Position = { from: SQL; at: SQL; id: SQL }
const inLog: Position = { from: sql`audit_log l`, at: sql`l.at`, id: sql`l.id` }
const inFields: Position = {
  from: sql`audit_fields f join audit_log l on l.id = f.audit_id`,
  at: sql`f.at`,
  id: sql`f.audit_id`,
}

/**
 * Row ids of a page, in page order. Each way to match uses an index in page order, so the cost depends on the page size
 * and not on the size of the log.
 */
export async function listPageIds(
  db: Db,
  filter: AuditFilter,
  { cursor = {}, limit }: { cursor?: AuditCursor; limit: number },
): Promise<number[]> {
  const order = cursor.after === undefined ? sql`desc` : sql`asc`
  const matching = rowsSql(filter, { cursor, order, limit })
  if (matching === undefined) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select l.id from (${matching}) l order by l.at ${order}, l.id ${order}`)
  return rows.map(({ id }) => id)
}

/** Number of the newest rows, at most `limit`, by action and whether it was on somebody's behalf. */
export async function countActions(
  db: Db,
  filter: AuditFilter,
  { limit }: { limit: number },
): Promise<{ action: AuditAction; onBehalf: boolean; count: number }[]> {
  const matching = rowsSql(filter, { cursor: {}, order: sql`desc`, limit })
  if (matching === undefined) return []
  const { rows } = await db.execute<{ action: AuditAction; onBehalf: boolean; count: number }>(sql`
    select l.action, l."onBehalf", count(*)::int as count from (${matching}) l group by 1, 2`)
  return rows
}

/** The first rows in this order; undefined if the filter matches nothing. */
function rowsSql(filter: AuditFilter, page: PageSql): SQL | undefined {
  const branches = sourcesOf(filter).map(({ each, condition, position = inLog }) => {
    const where = [condition, ...conditionsOf(filter, position), cursorCondition(page.cursor, position)]
    const rows = sql`
      select l.id, l.at, l.action, l.on_behalf_of_account_id is not null as "onBehalf" from ${position.from}
      where ${sql.join(where, sql` and `)}
      order by ${position.at} ${page.order}, ${position.id} ${page.order} limit ${page.limit}`
    return each === undefined ? sql`(${rows})` : sql`(select l.* from ${each} cross join lateral (${rows}) l)`
  })
  if (branches.length === 0) return undefined
  return sql`
    select distinct on (l.at, l.id) * from (${sql.join(branches, sql` union all `)}) l
      order by l.at ${page.order}, l.id ${page.order} limit ${page.limit}`
}

function cursorCondition({ before, after }: AuditCursor, { at, id }: Position): SQL {
  if (after !== undefined) return sql`(${at}, ${id}) > (select c.at, c.id from audit_log c where c.id = ${after})`
  if (before !== undefined) return sql`(${at}, ${id}) < (select c.at, c.id from audit_log c where c.id = ${before})`
  return sql`true`
}

/** Conditions of every row, whichever source found it. */
function conditionsOf(
  { since, until, accountId, origin, actions, onBehalf, organisationId }: AuditFilter,
  { at }: Position,
): SQL[] {
  return [
    sql`${at} >= ${since.toISOString()}::timestamptz and ${at} < ${until.toISOString()}::timestamptz`,
    accountId !== undefined && sql`(l.account_id = ${accountId} or l.on_behalf_of_account_id = ${accountId})`,
    origin && sql`l.origin = ${origin} and l.account_id is null`,
    actions && sql`l.action = any(${sql.param([...actions])}::text[])`,
    onBehalf && sql`l.on_behalf_of_account_id is not null`,
    organisationId !== undefined &&
      sql`(l.organisation_id = ${organisationId} or l.account_id in (${accountsOf(organisationId)}))`,
  ].flatMap((each) => each || [])
}

const accountsOf = (organisationId: number) =>
  sql`select a.id from accounts a where a.organisation_id = ${organisationId}`

/** Source of rows; with `each`, one lateral query per row of it. */
type Source = { each?: SQL; condition: SQL; position?: Position }

function sourcesOf({ object, match, actions, accountId, organisationId, onBehalf }: AuditFilter): Source[] {
  if (object) return [objectSource([object])]
  if (match) return matchSources(match)
  if (accountId !== undefined)
    return [
      { condition: sql`l.account_id = ${accountId}` },
      { condition: sql`l.on_behalf_of_account_id = ${accountId}` },
    ]
  if (organisationId !== undefined) return organisationSources([organisationId])
  if (onBehalf) return [{ condition: sql`l.on_behalf_of_account_id is not null` }]
  if (actions) return [actionSource(actions)]
  return [{ condition: sql`true` }]
}

function matchSources({ objects, accountIds, organisationIds, actions, fields, address }: AuditMatch): Source[] {
  return [
    objects.length > 0 && [objectSource(objects)],
    accountIds.length > 0 && [
      {
        each: sql`unnest(${sql.param(accountIds)}::int[]) s(account)`,
        condition: sql`l.account_id = s.account`,
      },
      { condition: sql`l.on_behalf_of_account_id = any(${sql.param(accountIds)}::int[])` },
    ],
    organisationIds.length > 0 && organisationSources(organisationIds),
    actions.length > 0 && [actionSource(actions)],
    fields.length > 0 && [fieldSource(fields)],
    address !== undefined && addressSources(address),
  ].flatMap((each) => each || [])
}

function fieldSource(fields: readonly string[]): Source {
  return {
    each: sql`unnest(${sql.param([...fields])}::text[]) s(field)`,
    condition: sql`f.field = s.field`,
    position: inFields,
  }
}

function objectSource(objects: readonly ObjectKey[]): Source {
  const types = sql.param(objects.map(({ type }) => type))
  const ids = sql.param(objects.map(({ id }) => id))
  return {
    each: sql`unnest(${types}::text[], ${ids}::text[]) s(type, id)`,
    condition: sql`l.object_type = s.type and l.object_id = s.id`,
  }
}

/** Rows whose object has the address among its personal values; a refused sign-in may have no account. */
function addressSources(address: string): Source[] {
  const values = sql`(
    select v.subject_type as type, v.subject_id as id, array_agg(v.id::text) as ids from audit_values v
    where v.value = to_jsonb(${address}::text) group by 1, 2) s`
  const hasAddress = sql`l.object_type = s.type and l.changes #>> '{networkAddress,after}' = any(s.ids)`
  return [
    { each: values, condition: sql`${hasAddress} and l.object_id = s.id` },
    { each: values, condition: sql`${hasAddress} and l.object_id is null and s.id is null` },
  ]
}

function actionSource(actions: readonly AuditAction[]): Source {
  return {
    each: sql`unnest(${sql.param([...actions])}::text[]) s(action)`,
    condition: sql`l.action = s.action`,
  }
}

function organisationSources(organisationIds: readonly number[]): Source[] {
  const ids = sql`${sql.param([...organisationIds])}::int[]`
  return [
    { each: sql`unnest(${ids}) s(organisation)`, condition: sql`l.organisation_id = s.organisation` },
    {
      each: sql`(select a.id from accounts a where a.organisation_id = any(${ids})) s(account)`,
      condition: sql`l.account_id = s.account`,
    },
  ]
}
