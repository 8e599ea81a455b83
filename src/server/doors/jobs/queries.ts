import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Runs that pg-boss still keeps: a week after their end. */
export type JobRuns = {
  name: string
  running: boolean
  retrying: boolean
  /** ISO times. */
  doneAt: string | null
  /** Failed after all retries, and not done since. */
  failedRuns: number
  lastFailedId: string | null
  failedAt: string | null
  /** In Russian; '' if the process ended in the middle of the run. */
  message: string
}

/** Whether the jobs of any process have started on this database. */
export async function haveJobsStarted(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ started: boolean }>(sql`select to_regclass('pgboss.job') is not null as started`)
  return rows[0]?.started ?? false
}

/** Locks the repeating of a job until the transaction ends; false without waiting if another one holds the lock. */
export async function tryToLockJob(tx: Db, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('repeat job'), hashtext(${name})) as locked`,
  )
  return rows[0]?.locked ?? false
}

/** In the order of the names. */
export async function listJobRuns(db: Db, names: readonly string[]): Promise<JobRuns[]> {
  const { rows } = await db.execute<JobRuns>(sql`
    select listed.name, coalesce(waiting.running, false) as running, coalesce(waiting.retrying, false) as retrying,
      to_json(done.at) #>> '{}' as "doneAt", failed.runs as "failedRuns",
      failed.last_id as "lastFailedId", to_json(failed.at) #>> '{}' as "failedAt",
      coalesce(failed.output ->> 'message', '') as message
    from unnest(${sql.param([...names])}::text[]) with ordinality listed(name, position)
    cross join lateral (select max(completed_on) as at from pgboss.job
      where name = listed.name and state = 'completed') done
    cross join lateral (select bool_or(state = 'active') as running, bool_or(state = 'retry') as retrying
      from pgboss.job where name = listed.name and state in ('active', 'retry')) waiting
    cross join lateral (select count(*)::int as runs, max(completed_on) as at,
        (array_agg(id order by completed_on desc, id desc))[1] as last_id,
        (array_agg(output order by completed_on desc, id desc))[1] as output
      from pgboss.job
      where name = listed.name and state = 'failed' and completed_on > coalesce(done.at, '-infinity')) failed
    order by listed.position`)
  return rows
}
