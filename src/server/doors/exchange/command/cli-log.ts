import { noExchangesYet } from '#shared/texts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findRun, listRecords, listRuns, type LoggedRun } from '../staff/queries-log.ts'
import { recordKind, formatImportSummary } from '../staff/import-summary.ts'

const maxRuns = 20
const recordsPerRead = 500

const statuses: Record<LoggedRun['status'], string> = {
  running: 'идёт',
  done: 'готово',
  failed: 'с ошибкой',
  waiting: 'ждёт решения',
  dismissed: 'отклонено',
}

/** Prints the latest runs; returns the exit code. */
export async function printLog({ db }: { db: Db }): Promise<number> {
  const runs = await listRuns(db, { limit: maxRuns, offset: 0 })
  for (const run of runs)
    console.log(
      `${run.id}  ${formatRunHeading(run)}${run.records > 0 ? `, записей с замечаниями: ${run.records}` : ''}`,
    )
  console.log(runs.length === 0 ? noExchangesYet : 'Подробно: npm run exchange -- log ЗАПУСК')
  return 0
}

/** Prints the result of a run and its rejected records; returns the exit code. */
export async function printRun({ db }: { db: Db }, runId: number): Promise<number> {
  const run = await findRun(db, { id: runId })
  if (run === undefined) {
    console.log('Такого запуска в журнале нет')
    return 1
  }
  console.log(formatRunHeading(run))
  for (const line of [run.error, ...formatImportSummary(run.counts)]) if (line !== '') console.log(`  ${line}`)
  for (let offset = 0; offset < run.records; offset += recordsPerRead) {
    for (const { kind, code, name, reason } of await listRecords(db, { runId, limit: recordsPerRead, offset })) {
      console.log([recordKind(kind), code, name === code ? '' : name, reason].filter((part) => part !== '').join(' | '))
    }
  }
  if (run.records === 0) console.log('Отклонённых записей нет')
  return 0
}

function formatRunHeading({ started_at: startedAt, name, status }: LoggedRun): string {
  const started = new Date(startedAt).toLocaleString('ru-RU', {
    timeZone: 'Europe/Moscow',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return `${started}  ${name}: ${statuses[status]}`
}
