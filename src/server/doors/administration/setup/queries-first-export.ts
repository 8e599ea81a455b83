import { sql } from 'drizzle-orm'
import type { FirstExport } from '#shared/api/account/setup.ts'
import type { Db } from '#server/platform/db/client.ts'

export type ExportRun = {
  counts: Record<string, Record<string, number>>
  running: boolean
  /** Records per second; null unless running. */
  perSecond: number | null
}
export type ExportFile = FirstExport['files'][number]
export type ExportSessions = { ids: number[]; startedAt: string; finishedAt: string | null; lastSeenAt: string }

/**
 * Sessions of the export to show: the one in progress, otherwise the one with most records. 1C may split one export
 * into several sessions.
 */
export async function findExport(db: Db): Promise<ExportSessions | undefined> {
  const { rows } = await db.execute<ExportSessions>(sql`
    with recursive export as (
      select id, id as last from exchange_sessions where type in ('catalog', 'load') and followed_by is null
      union all
      select s.id, e.last from exchange_sessions s join export e on s.followed_by = e.id)
    select json_agg(distinct s.id) as ids, to_json(min(s.started_at)) #>> '{}' as "startedAt",
      case when bool_and(s.ended_at is not null) then to_json(max(s.ended_at)) #>> '{}' end as "finishedAt",
      to_json(max(s.last_seen_at)) #>> '{}' as "lastSeenAt"
    from export e join exchange_sessions s on s.id = e.id
      left join lateral (select sum(r.items_done) as records from exchange_runs r where r.session_id = s.id
        and r.type = 'import') imported on true
    group by e.last
    order by (bool_or(s.ended_at is null) and sum(imported.records) > 0) desc, coalesce(sum(imported.records), 0) desc,
      e.last desc
    limit 1`)
  return rows[0]
}

/** XML files and archives; there are thousands of pictures. */
export async function listExportFiles(db: Db, { sessionIds }: { sessionIds: number[] }): Promise<ExportFile[]> {
  const { rows } = await db.execute<ExportFile>(sql`
    select f.name, case f.state when 'unpacked' then 'attachments' else f.state end as state, coalesce(r.items_done, 0)
      as done, r.items_total as total, f.error
    from exchange_files f
      left join lateral (select items_done, items_total from exchange_runs r where r.file_id = f.id
        and r.type = 'import' order by r.id desc limit 1) r on true
    where f.session_id = any(${sql.param(sessionIds)}::int[]) and f.state <> 'dropped' and f.name ~* '\\.(xml|zip)$'
    order by f.id limit 200`)
  return rows
}

export async function listExportRuns(db: Db, { sessionIds }: { sessionIds: number[] }): Promise<ExportRun[]> {
  const { rows } = await db.execute<ExportRun>(sql`
    select counts, status = 'running' as running,
      case when status = 'running' then (items_done / greatest(extract(epoch from now() - started_at), 1))::float8 end
        as "perSecond"
    from exchange_runs where session_id = any(${sql.param(sessionIds)}::int[]) and type = 'import'`)
  return rows
}

/** Reasons for rejecting records, most frequent first. */
export async function countRejectReasons(
  db: Db,
  { sessionIds }: { sessionIds: number[] },
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await db.execute<{ reason: string; count: number }>(sql`
    select x.reason, count(*)::int as count from exchange_rejects x join exchange_runs r on r.id = x.run_id
    where r.session_id = any(${sql.param(sessionIds)}::int[]) group by x.reason order by count(*) desc, x.reason
    limit 5`)
  return rows
}

export async function listRejects(
  db: Db,
  { sessionIds }: { sessionIds: number[] },
): Promise<{ name: string; code: string; reason: string }[]> {
  const { rows } = await db.execute<{ name: string; code: string; reason: string }>(sql`
    select x.name, x.code, x.reason from exchange_rejects x join exchange_runs r on r.id = x.run_id
    where r.session_id = any(${sql.param(sessionIds)}::int[]) order by x.id limit 50`)
  return rows
}
