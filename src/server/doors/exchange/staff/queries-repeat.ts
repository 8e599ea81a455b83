import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type RepeatState = {
  id: number
  type: string
  name: string
  status: string
  hasSource: boolean
  isRepeating: boolean
}

/** Locks the run, so that of two repeats at once one sees the other. */
export async function lockRun(tx: Db, { runId }: { runId: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from exchange_runs where id = ${runId} for no key update`)
  return rows.length > 0
}

export async function findRepeatState(db: Db, { runId }: { runId: number }): Promise<RepeatState | undefined> {
  const { rows } = await db.execute<RepeatState>(sql`
    select r.id, r.type, r.name, r.status,
      exists (select from exchange_sources where run_id = r.id and size_bytes is not null) as "hasSource",
      exists (select from exchange_sessions where repeats_run_id = r.id and ended_at is null) as "isRepeating"
    from exchange_runs r where r.id = ${runId}`)
  return rows[0]
}

/** Records that a later file replaces; warehouses and the like are in every file. */
const replaced = sql`array['goods', 'groups', 'properties', 'prices', 'stocks', 'contragents']`
/** 'import' of 'import0_1.xml' */
const stem = (name: 'n' | 'r') => sql`lower(substring(${sql.raw(name)}.name from '^[[:alpha:]]+'))`

/**
 * The next run that has written newer data of the same kind. Portions of one export, that is other files of the
 * session and of those that continue it, are not newer.
 */
export async function findNewerRun(
  db: Db,
  { runId }: { runId: number },
): Promise<{ name: string; startedAt: Date } | undefined> {
  const { rows } = await db.execute<{ name: string; startedAt: string | Date }>(sql`
    with recursive portions (id) as (
      select session_id from exchange_runs where id = ${runId} and session_id is not null
      union select s.followed_by from portions join exchange_sessions s on s.id = portions.id
        where s.followed_by is not null)
    select n.name, n.started_at as "startedAt"
    from exchange_runs r join exchange_runs n on n.id > r.id and n.type = r.type
      and (n.status in ('running', 'done') or n.type = 'import' and n.items_done > 0)
    where r.id = ${runId} and case r.type
      when 'feed' then n.name = r.name
      when 'import' then case
        when n.session_id in (select id from portions) then lower(n.name) = lower(r.name)
        else ${stem('n')} = ${stem('r')}
          or exists (select from unnest(${replaced}) kind where n.counts ? kind and r.counts ? kind) end
      else true end
    order by n.id limit 1`)
  const [row] = rows
  return row && { name: row.name, startedAt: new Date(row.startedAt) }
}
