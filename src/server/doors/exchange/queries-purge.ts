import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { writerLock } from '#server/catalogue/snapshot/writer-lock.ts'
import { sessionHours } from './receive/checkauth.ts'
import { lastStockRun } from './staff/queries-streams.ts'

/** Finished sessions that still have chunks or lists of goods. */
export async function listStaged(db: Db, { days, max }: { days: number; max: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.id from exchange_sessions s
    where ${isOverSince(days)} and (
      exists (select from exchange_chunks c join exchange_files f on f.id = c.file_id where f.session_id = s.id)
      or exists (select from exchange_seen e where e.session_id = s.id)
      or exists (select from exchange_catalogues e where e.session_id = s.id))
    order by s.id limit ${max}`)
  return rows.map(({ id }) => id)
}

/** Deletes at most `max` chunks and listed goods of a session; returns their number. */
export async function deleteStaged(db: Db, { sessionId, max }: { sessionId: number; max: number }): Promise<number> {
  const { rowCount: chunks } = await db.execute(sql`
    delete from exchange_chunks where (file_id, number) in (
      select c.file_id, c.number from exchange_chunks c join exchange_files f on f.id = c.file_id
        where f.session_id = ${sessionId} limit ${max})`)
  const { rowCount: seen } = await db.execute(sql`
    delete from exchange_seen where session_id = ${sessionId} and product_id in (
      select product_id from exchange_seen where session_id = ${sessionId} limit ${max})`)
  const { rowCount: catalogues } = await db.execute(
    sql`delete from exchange_catalogues where session_id = ${sessionId}`,
  )
  return (chunks ?? 0) + (seen ?? 0) + (catalogues ?? 0)
}

/** Runs with an expired log, except pending or resumable ones and that of the last stock, which tells how old it is. */
export async function listOldRuns(db: Db, { days, max }: { days: number; max: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.id from exchange_runs r left join exchange_sessions s on s.id = r.session_id
    where coalesce(r.finished_at, r.started_at) < now() - make_interval(days => ${days}) and r.status <> 'waiting'
      and (r.status <> 'running' or s.id is null or ${isOverSince(0)}) and r.id is distinct from ${lastStockRun}
    order by r.id limit ${max}`)
  return rows.map(({ id }) => id)
}

/** Deletes at most `max` rejected items of runs; returns their number. */
export async function deleteRejects(db: Db, { runIds, max }: { runIds: number[]; max: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from exchange_rejects where id in (select id from exchange_rejects where run_id = any(${ints(runIds)})
      limit ${max})`)
  return rowCount ?? 0
}

export async function deleteRuns(db: Db, { ids }: { ids: number[] }): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from exchange_runs where id = any(${ints(ids)})`)
  return rowCount ?? 0
}

/** Sessions without runs: those without files at once, others after the log's expiry. */
export async function listOldSessions(
  db: Db,
  { stagedDays, logDays, max }: { stagedDays: number; logDays: number; max: number },
): Promise<{ id: number; files: boolean }[]> {
  const { rows } = await db.execute<{ id: number; files: boolean }>(sql`
    select s.id, brought.files
    from exchange_sessions s, lateral (select exists (select from exchange_files where session_id = s.id)
      as files) brought
    where ${isOverSince(stagedDays)} and (not brought.files or ${isOverSince(logDays)})
      and not exists (select from exchange_runs r where r.session_id = s.id)
    order by s.id limit ${max}`)
  return rows
}

/** With their files and remaining rows. */
export async function deleteSessions(db: Db, { ids }: { ids: number[] }): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from exchange_sessions where id = any(${ints(ids)})`)
  return rowCount ?? 0
}

/**
 * Deletes expired waiting offers, at most `max`; returns their number. Not during an exchange: an unchanged offer keeps
 * its first date, and its good may be in the next file. Holds the lock of catalogue writers, so that no exchange starts
 * in between.
 */
export async function deleteOldPending(db: Db, { days, max }: { days: number; max: number }): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${writerLock})`)
    const { rowCount } = await tx.execute(sql`
      delete from exchange_pending where code1c in (
        select code1c from exchange_pending where received_at < now() - make_interval(days => ${days}) limit ${max})
      and not exists (select from exchange_sessions s where ${isUnderWay})`)
    return rowCount ?? 0
  })
}

const ints = (list: number[]) => sql`${sql.param(list)}::int[]`

const hasQueuedFiles = sql`exists (select from exchange_files q
  where q.session_id = s.id and q.state in ('queued','unpacked'))`
const isStale = sql`s.started_at < now() - make_interval(hours => ${sessionHours})`

/** Session `s` is delivering goods or offers. An interrupted load never ends, so it counts as over after two days. */
const isUnderWay = sql`(s.type in ('catalog', 'load') and s.ended_at is null and not (s.type = 'load' and ${isStale})
  or ${hasQueuedFiles})`

/**
 * Session `s` has been over for this many days: ended, or an interrupted load; its cookie has expired, no file is left
 * to import, no deactivation is pending.
 */
function isOverSince(days: number) {
  return sql`(
    (s.ended_at is not null or s.type = 'load') and (s.closing_at is not null or ${isStale})
    and coalesce(s.ended_at, s.last_seen_at) < now() - make_interval(days => ${days}) and not ${hasQueuedFiles}
    and not exists (select from exchange_runs w where w.session_id = s.id and w.status = 'waiting'))`
}
