import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { StaffJob } from '#shared/api/administration/jobs.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { jobs, type Job } from './jobs.ts'
import { failureText } from './failure-reason.ts'
import { haveJobsStarted, listJobRuns, tryToLockJob, type JobRuns } from './queries.ts'
import { scheduleText } from './schedule-text.ts'

type Deps = { db: Db; pool: Pool }

/** All scheduled jobs with their last runs, failed ones first. */
export async function readJobs({ db }: { db: Db }, list: readonly Job[] = jobs): Promise<{ jobs: StaffJob[] }> {
  const runs = (await haveJobsStarted(db)) ? await listJobRuns(db, list.map(nameOf)) : []
  const byName = new Map(runs.map((each) => [each.name, each]))
  const described = list.map((job) => describe(job, byName.get(job.name)))
  return { jobs: described.toSorted((one, other) => Number(other.failure !== null) - Number(one.failure !== null)) }
}

/**
 * Puts the last failed run of a job back into its queue: it does all that is due, so that earlier failed runs need not
 * be repeated. Sent twice, the second call finds the run waiting and changes nothing.
 */
export async function repeatJob(
  deps: Deps,
  actor: Actor,
  { name }: { name: string },
  list: readonly Job[] = jobs,
): Promise<{ jobs: StaffJob[] }> {
  if (!list.some((job) => job.name === name)) throw new AppError('notFound')
  if (await haveJobsStarted(deps.db)) await retryLastFailed(deps, actor, name)
  return readJobs(deps, list)
}

async function retryLastFailed({ db, pool }: Deps, actor: Actor, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever holds the lock needs a second connection, so that others must not wait for it with theirs.
    if (!(await tryToLockJob(tx, name))) return
    const [runs] = await listJobRuns(tx, [name])
    if (!runs || runs.lastFailedId === null || runs.retrying || runs.running) return
    await recordAudit(tx, byAccount(actor), { action: 'job.repeated', object: { type: 'job', id: name } })
    await retryRun(pool, name, runs.lastFailedId)
  })
}

/** By the library, on a connection of its own: it commits before the audit row does. */
async function retryRun(pool: Pool, name: string, id: string): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
    migrate: false,
    createSchema: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    await boss.retry(name, id)
  } finally {
    await boss.stop({ graceful: false })
  }
}

function describe({ name, title, cron }: Job, runs: JobRuns | undefined): StaffJob {
  return {
    name,
    title,
    schedule: scheduleText(cron),
    running: runs?.running ?? false,
    retrying: runs?.retrying ?? false,
    done_at: runs?.doneAt ?? null,
    failure:
      runs?.failedAt == null ? null : { at: runs.failedAt, runs: runs.failedRuns, message: failureText(runs.message) },
  }
}

const nameOf = ({ name }: Job) => name
