import { sql } from 'drizzle-orm'
import type { ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Counts, Reject } from '../apply/tally.ts'

export type LoggedRun = Omit<ExchangeRun, 'counts'> & { counts: Counts }
type Range = { limit: number; offset: number }

const runColumns = sql`r.id, r.type, r.name, r.status, to_json(r.started_at) #>> '{}' as started_at,
  to_json(r.finished_at) #>> '{}' as finished_at,
  r.counts, r.error, (select count(*)::int from exchange_rejects x where x.run_id = r.id) as records`

/** Newest first. */
export async function listRuns(
  db: Db,
  { onlyProblems, limit, offset }: Range & { onlyProblems: boolean },
): Promise<LoggedRun[]> {
  const { rows } = await db.execute<LoggedRun>(sql`
    select ${runColumns} from exchange_runs r ${isListed(onlyProblems)} order by r.id desc
    limit ${limit} offset ${offset}::bigint`)
  return rows
}

export async function countRuns(db: Db, { onlyProblems }: { onlyProblems: boolean }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from exchange_runs r ${isListed(onlyProblems)}`,
  )
  return rows[0]?.count ?? 0
}

export async function findRun(db: Db, { id }: { id: number }): Promise<LoggedRun | undefined> {
  const { rows } = await db.execute<LoggedRun>(sql`select ${runColumns} from exchange_runs r where r.id = ${id}`)
  return rows[0]
}

export async function listRecords(db: Db, { runId, limit, offset }: Range & { runId: number }): Promise<Reject[]> {
  const { rows } = await db.execute<Reject>(sql`
    select kind, code, name, reason from exchange_rejects where run_id = ${runId} order by id
    limit ${limit} offset ${offset}::bigint`)
  return rows
}

function isListed(onlyProblems: boolean) {
  return onlyProblems
    ? sql`where r.status in ('failed', 'waiting') or exists (select from exchange_rejects x where x.run_id = r.id)`
    : sql``
}
