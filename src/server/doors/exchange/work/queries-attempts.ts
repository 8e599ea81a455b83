import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { Db } from '#server/platform/db/client.ts'

/** An attempt, numbered from the file's last checkpoint. */
export type Attempt = { fileId: number; number: number }

/** Committed before the work begins, because a process that dies of it cannot record it afterwards. */
export async function beginAttempt(db: Db, { fileId, number }: Attempt): Promise<void> {
  await db.execute(sql`update exchange_files set attempts = ${number} where id = ${fileId}`)
}

/**
 * Undoes an attempt that ended through no fault of the file. After a checkpoint its number is 1. If it was never
 * stored, nothing changes.
 */
export async function undoAttempt(db: Db, { fileId, number }: Attempt): Promise<void> {
  await db.execute(sql`
    update exchange_files set attempts = attempts - 1
    where id = ${fileId} and (attempts >= ${number} or attempts = 1)`)
}

/** In the checkpoint's transaction: resets the attempts, because the work has progressed. */
export async function recordProgress(client: Pick<PoolClient, 'query'>, { fileId }: { fileId: number }): Promise<void> {
  await client.query('update exchange_files set attempts = 1 where id = $1 and attempts > 1', [fileId])
}

export type SetAside = {
  runId: number
  name: string
  since: Date
  reason: string
  attempts: number
  sizeBytes: number
  done: number
  total: number | null
}

/** Imports that failed three times and wait for staff, oldest first. */
export async function listSetAside(db: Db): Promise<SetAside[]> {
  const { rows } = await db.execute<Omit<SetAside, 'since'> & { since: string | Date }>(sql`
    select r.id as "runId", r.name, r.finished_at as since, r.error as reason, coalesce(f.attempts, 0) as attempts,
      (select coalesce(sum(size_bytes), 0)::float8 from exchange_chunks c where c.file_id = f.id) as "sizeBytes",
      r.items_done as done, r.items_total as total
    from exchange_runs r left join exchange_files f on f.id = r.file_id
    where r.type = 'import' and r.status = 'waiting' order by r.id limit 100`)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

export type DecidedFile = { sessionId: number; fileId: number }

/** Requeues an import at its last checkpoint; undefined if none is set aside. */
export async function requeueSetAside(db: Db, { runId }: { runId: number }): Promise<DecidedFile | undefined> {
  const { rows } = await db.execute<DecidedFile>(sql`
    with run as (
      update exchange_runs set status = 'running', finished_at = null, error = ''
      where id = ${runId} and type = 'import' and status = 'waiting' and file_id is not null returning file_id)
    update exchange_files f set state = 'queued', queued_at = clock_timestamp(), error = '', attempts = 0
    from run where f.id = run.file_id returning f.session_id as "sessionId", f.id as "fileId"`)
  return rows[0]
}

/** Gives up an import; undefined if none is set aside. */
export async function dismissSetAside(db: Db, { runId }: { runId: number }): Promise<DecidedFile | undefined> {
  const { rows } = await db.execute<DecidedFile>(sql`
    with run as (
      update exchange_runs set status = 'dismissed', finished_at = now()
      where id = ${runId} and type = 'import' and status = 'waiting' returning file_id)
    update exchange_files f set attempts = 0 from run where f.id = run.file_id
    returning f.session_id as "sessionId", f.id as "fileId"`)
  return rows[0]
}
