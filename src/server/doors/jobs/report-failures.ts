import { notify } from '#server/platform/notifications/service.ts'
import { listAccountsWith } from '#server/platform/sessions/shared-queries-rights.ts'
import type { Db } from '#server/platform/db/client.ts'
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
  const failed = runs.filter(({ firstFailedId }) => firstFailedId !== null)
  if (failed.length === 0) return 0
  await db.transaction(async (tx) => {
    const accountIds = await listAccountsWith(tx, 'staff.settings')
    for (const { name, firstFailedId, message } of failed)
      await notify(tx, {
        accountIds,
        kind: 'exchange',
        title: `Не выполнено: ${titles.get(name) ?? name}`,
        text: `Задание трижды закончилось ошибкой: ${message.slice(0, 300)}. Повторить его можно в настройках`,
        link: linkToJobs,
        eventKey: `job-failed:${name}:${firstFailedId}`,
      })
  })
  return failed.length
}
