import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { repeatJob, staffJobs, type StaffJob } from '#shared/api/administration/jobs.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount, dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import styles from './decisions.module.css'
import { useScrollToHash } from './use-scroll-to-hash.ts'

const queryKey = ['staff', 'jobs']
const refetchMs = 30_000
/** While a run is on. */
const startedRefetchMs = 2000
const jobForms = ['задание не выполнено', 'задания не выполнены', 'заданий не выполнено'] as const
const runForms = ['запуск', 'запуска', 'запусков'] as const

/** Scheduled jobs: what failed, to be repeated, and when each last ran. */
export function JobsCard() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(staffJobs, {}, { signal })).jobs,
    refetchInterval: ({ state }) => (state.data?.some(isStarted) ? startedRefetchMs : refetchMs),
  })
  useScrollToHash('jobs', data !== undefined)
  return (
    <Card id="jobs" title="Фоновые задания">
      {data ? (
        <>
          <FailedJobs jobs={data.filter(({ failure }) => failure !== null)} />
          <AllJobs jobs={data} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="60%" height={20} />
        </CardBody>
      )}
    </Card>
  )
}

const isStarted = ({ running, retrying }: StaffJob): boolean => running || retrying

function FailedJobs({ jobs }: { jobs: readonly StaffJob[] }) {
  if (jobs.length === 0) {
    return (
      <CardBody>
        <div style={{ maxWidth: 640 }}>
          <Note tone="ok">Все задания выполняются: письма, акты, акции и очистка идут по расписанию.</Note>
        </div>
      </CardBody>
    )
  }
  return (
    <div className={styles.decisions}>
      <Note tone="warn">
        <b className="bold">{withCount(jobs.length, jobForms)}.</b> Портал трижды пробовал и остановился до следующего
        раза по расписанию. Устраните причину и повторите: задание сделает всё, что накопилось.
      </Note>
      <ul aria-label="Невыполненные задания">
        {jobs.map((job) => (
          <FailedJob key={job.name} job={job} />
        ))}
      </ul>
    </div>
  )
}

function FailedJob({ job }: { job: StaffJob }) {
  const { name, title, failure } = job
  const queries = useQueryClient()
  const notify = useNotify()
  const repeat = useMutation({
    mutationFn: () => call(repeatJob, { name }),
    onSuccess: ({ jobs }) => {
      queries.setQueryData(queryKey, jobs)
      notify({ tone: 'ok', text: `Задание запускается снова: ${title}`, fadeMs: 3000 })
    },
    onError: ({ message }) => notify({ tone: 'bad', title: 'Задание не запущено', text: message }),
  })
  if (failure === null) return null
  return (
    <li>
      <div className={styles.facts}>
        <b>{title}</b>
        <span className="small muted">
          {dateTime(failure.at)} · {withCount(failure.runs, runForms)} без результата
        </span>
        <span className="small">{failure.message}. Подробности – в журнале портала</span>
      </div>
      <div className={styles.actions}>
        <Button
          small
          busy={repeat.isPending || isStarted(job)}
          aria-label={`Повторить: ${title}`}
          onClick={() => repeat.mutate()}
        >
          Повторить
        </Button>
      </div>
    </li>
  )
}

function AllJobs({ jobs }: { jobs: readonly StaffJob[] }) {
  return (
    <details className={styles.details}>
      <summary>Все задания: {jobs.length}</summary>
      <div className={table.frame}>
        <table className={`${table.table} ${styles.jobs}`}>
          <caption className="unseen">Задания и их расписание</caption>
          <thead>
            <tr>
              <th scope="col">Задание</th>
              <th scope="col">Расписание</th>
              <th scope="col">Выполнено</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.name}>
                <td>{job.title}</td>
                <td>{job.schedule}</td>
                <td>{lastRunOf(job)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function lastRunOf({ running, retrying, done_at: doneAt }: StaffJob): ReactNode {
  if (running) return 'выполняется'
  if (retrying) return 'запускается снова'
  return doneAt === null ? <span className="muted">ещё нет</span> : dateTime(doneAt)
}
