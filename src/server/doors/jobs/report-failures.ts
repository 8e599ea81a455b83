import { notify } from '#server/platform/notifications/service.ts'
import { listAccountsWith } from '#server/platform/sessions/shared-queries-rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { failureText } from './failure-reason.ts'
import { haveJobsStarted, listJobRuns } from './queries.ts'

const linkToJobs = '/admin/settings#jobs'

/** Notifies administrators once of each job that fails, until it succeeds again. Returns the number of such jobs. */
export async function reportFailedJobs(
  { db }: { db: Db },
  list: readonly { name: string; title: string }[],
): Promise<number> {
  if (!(await haveJobsStarted(db))) return 0
  const titles = new Map(list.map(({ name, title }) => [name, title]))
  const runs = await listJobRuns(db, [...titles.keys()])
  const failed = runs.filter(({ failedAt }) => failedAt !== null)
  if (failed.length === 0) return 0
  await db.transaction(async (tx) => {
    const accountIds = await listAccountsWith(tx, 'staff.settings')
    for (const { name, doneAt, message } of failed)
      await notify(tx, {
        accountIds,
        kind: 'exchange',
        title: `Не выполнено: ${titles.get(name) ?? name}`,
        text: `Три попытки подряд не удались. ${failureText(message)}. Повторить задание можно в настройках`,
        link: linkToJobs,
        // The failed runs themselves are deleted after a week.
        eventKey: `job-failed:${name}:${doneAt ?? ''}`,
      })
  })
  return failed.length
}
