import { sql, type SQL } from 'drizzle-orm'
import type { ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import type { RunGroup, StreamKind } from '#shared/api/administration/exchange-filters.ts'
import { businessTimeZone } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Counts, Reject } from '../apply/tally.ts'

export type LoggedRun = Pick<
  ExchangeRun,
  | 'id'
  | 'type'
  | 'name'
  | 'status'
  | 'started_at'
  | 'finished_at'
  | 'error'
  | 'records'
  | 'items_done'
  | 'items_total'
  | 'repeats'
> & { counts: Counts; seconds: number }
type Range = { limit: number; offset: number }
export type RunFilter = { group?: RunGroup; kind?: StreamKind | undefined; query?: string }

const runColumns = sql`r.id, r.type, r.name, r.status, to_json(r.started_at) #>> '{}' as started_at,
  to_json(r.finished_at) #>> '{}' as finished_at,
  r.counts, r.error, r.items_done, r.items_total,
  extract(epoch from coalesce(r.finished_at, now()) - r.started_at)::float8 as seconds,
  (select count(*)::int from exchange_rejects x where x.run_id = r.id) as records,
  (select s.repeats_run_id from exchange_sessions s where s.id = r.session_id) as repeats`

/** Newest first. */
export async function listRuns(db: Db, { limit, offset, ...filter }: Range & RunFilter): Promise<LoggedRun[]> {
  const { rows } = await db.execute<LoggedRun>(sql`
    select ${runColumns} from exchange_runs r where ${matches(filter)} order by r.id desc
    limit ${limit} offset ${offset}::bigint`)
  return rows
}

export async function countRuns(db: Db, filter: RunFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exchange_runs r where ${matches(filter)}`,
  )
  return rows[0]?.count ?? 0
}

/** Runs of the current day in Moscow. */
export async function countToday(db: Db): Promise<Record<RunGroup, number>> {
  const { rows } = await db.execute<Record<RunGroup, number>>(sql`
    select count(*)::int as "all", count(*) filter (where ${inGroup.problems})::int as problems,
      count(*) filter (where ${inGroup.failed})::int as failed
    from exchange_runs r
    where r.started_at >= date_trunc('day', now() at time zone ${businessTimeZone}) at time zone ${businessTimeZone}`)
  return rows[0] ?? { all: 0, problems: 0, failed: 0 }
}

export async function findRun(db: Db, { id }: { id: number }): Promise<LoggedRun | undefined> {
  const { rows } = await db.execute<LoggedRun>(sql`select ${runColumns} from exchange_runs r where r.id = ${id}`)
  return rows[0]
}

type RecordFilter = { runId: number; query?: string }

export async function listRecords(db: Db, { limit, offset, ...filter }: Range & RecordFilter): Promise<Reject[]> {
  const { rows } = await db.execute<Reject>(sql`
    select kind, code, name, reason from exchange_rejects where ${matchesRecord(filter)} order by id
    limit ${limit} offset ${offset}::bigint`)
  return rows
}

export async function countRecords(db: Db, filter: RecordFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exchange_rejects where ${matchesRecord(filter)}`,
  )
  return rows[0]?.count ?? 0
}

const inGroup: Record<RunGroup, SQL> = {
  all: sql`true`,
  problems: sql`exists (select from exchange_rejects x where x.run_id = r.id)`,
  failed: sql`r.status in ('failed', 'waiting')`,
}

function matches({ group = 'all', kind, query = '' }: RunFilter): SQL {
  return sql`${inGroup[group]} and ${kind === undefined ? sql`true` : sql`r.counts ? ${kind}`}
    and ${containsText(sql`r.name`, query)}`
}

function matchesRecord({ runId, query = '' }: RecordFilter): SQL {
  const text = sql`code || ' ' || name || ' ' || reason`
  return sql`run_id = ${runId} and ${containsText(text, query)}`
}

function containsText(text: SQL, query: string): SQL {
  return query === '' ? sql`true` : sql`position(lower(${query}) in lower(${text})) > 0`
}
