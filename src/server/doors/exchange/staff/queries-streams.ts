import { sql } from 'drizzle-orm'
import type { StreamKind } from '#shared/api/administration/exchange-filters.ts'
import type { Db } from '#server/platform/db/client.ts'
import { handSession, tableSession } from '../apply/run/audit-run.ts'

/** Run `r` is not of a table or file that people loaded. */
const isOf1c = sql`not exists (select from exchange_sessions manual where manual.id = r.session_id
  and manual.type in (${tableSession}, ${handSession}))`

/** Run of the last accepted stock of 1C, whose age everybody sees; null if there is none. */
export const lastStockRun = sql`(select r.id from exchange_runs r where r.status = 'done' and r.counts ? 'stocks'
  and ${isOf1c} order by r.started_at desc limit 1)`

export type LastRun = { kind: StreamKind; at: Date | null; records: number; rejected: number }

/**
 * The last finished run of 1C with records of each kind; tables and files that people load are not 1C's. `at`: when
 * its first byte arrived, for its data is that old.
 */
export async function listLastRuns(db: Db, kinds: readonly StreamKind[]): Promise<LastRun[]> {
  const { rows } = await db.execute<Omit<LastRun, 'at'> & { at: string | null }>(sql`
    select listed.kind, to_json(run.at) #>> '{}' as at, coalesce((run.of_kind ->> 'seen')::int, 0) as records,
      coalesce((run.of_kind ->> 'rejected')::int, 0) as rejected
    from unnest(${sql.param([...kinds])}::text[]) with ordinality listed(kind, position)
    left join lateral (
      select coalesce(file.received_at, r.started_at) as at, r.counts -> listed.kind as of_kind
      from exchange_runs r left join exchange_files file on file.id = r.file_id
      where r.status = 'done' and r.counts ? listed.kind and ${isOf1c}
      order by r.started_at desc limit 1) run on true
    order by listed.position`)
  return rows.map(({ at, ...run }) => ({ ...run, at: at === null ? null : new Date(at) }))
}

/** Orders of the last day that came back from 1C and could not be applied. */
export async function countRejectedOrders(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct x.code)::int as count from exchange_rejects x join exchange_runs r on r.id = x.run_id
    where x.kind = 'order' and r.type = 'orders' and r.started_at > now() - interval '1 day'`)
  return rows[0]?.count ?? 0
}
