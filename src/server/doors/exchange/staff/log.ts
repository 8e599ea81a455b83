import type { ExchangeRecord, ExchangeRun, ExchangeRunDetails } from '#shared/api/staff/exchange-log.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { paginationOf, type Pagination } from '#server/platform/pagination.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Counts } from '../apply/tally.ts'
import { findSource } from '../receive/queries-sources.ts'
import { explainRefusal } from './repeat-refusal.ts'
import { countRecords, countRuns, countToday, findRun, listRecords, listRuns } from './queries-log.ts'
import type { LoggedRun, RunFilter } from './queries-log.ts'
import { countedKind, formatImportSummary, recordKind } from './import-summary.ts'

const runsPerPage = 20
const recordsPerPage = 50
const dayMs = 24 * 60 * 60 * 1000

type Deps = { db: Db }
type Page<Item> = { items: Item[]; pagination: Pagination }

export async function readLog(
  { db }: Deps,
  { page, ...filter }: { page: number } & RunFilter,
): Promise<Page<ExchangeRun> & { today: Awaited<ReturnType<typeof countToday>> }> {
  const runs = await listRuns(db, { ...filter, limit: runsPerPage, offset: (page - 1) * runsPerPage })
  const total = await countRuns(db, filter)
  return {
    items: runs.map(shapeRun),
    today: await countToday(db),
    pagination: paginationOf({ page, perPage: runsPerPage }, total),
  }
}

export async function readRunDetails({ db }: Deps, { runId }: { runId: number }): Promise<ExchangeRunDetails> {
  const run = await getRun(db, runId)
  const source = await findSource(db, { runId })
  const keepDays = await readSetting(db, 'exchange.keep.sourceDays')
  return {
    ...shapeRun(run),
    received_at: source?.receivedAt.toISOString() ?? null,
    source: source
      ? {
          size_bytes: source.sizeBytes,
          kept_until: new Date(source.keptAt.getTime() + keepDays * dayMs).toISOString(),
        }
      : null,
    repeat_refusal: await explainRefusal(db, { runId }),
  }
}

export async function readLogRecords(
  { db }: Deps,
  { runId, page, query }: { runId: number; page: number; query: string },
): Promise<Page<ExchangeRecord>> {
  await getRun(db, runId)
  const records = await listRecords(db, {
    runId,
    query,
    limit: recordsPerPage,
    offset: (page - 1) * recordsPerPage,
  })
  return {
    items: records.map(({ kind, ...record }) => ({ kind: recordKind(kind), ...record })),
    pagination: paginationOf({ page, perPage: recordsPerPage }, await countRecords(db, { runId, query })),
  }
}

async function getRun(db: Db, id: number): Promise<LoggedRun> {
  const run = await findRun(db, { id })
  if (run === undefined) throw new AppError('notFound')
  return run
}

function shapeRun({ counts, seconds, ...run }: LoggedRun): ExchangeRun {
  return {
    ...run,
    subject: subjectOf(run, counts),
    created: sumOf(counts, 'created'),
    changed: sumOf(counts, 'changed'),
    speed: run.items_done === 0 || seconds <= 0 ? null : Math.round(run.items_done / seconds),
    counts: formatImportSummary(counts),
  }
}

function sumOf(counts: Counts, outcome: 'created' | 'changed'): number {
  return Object.values(counts).reduce((sum, { [outcome]: number = 0 }) => sum + number, 0)
}

/** What a file is about, by what buyers notice first. */
const subjects = ['goods', 'prices', 'stocks', 'orders', 'groups', 'properties', 'files'] as const

function subjectOf({ type, name }: Pick<LoggedRun, 'type' | 'name'>, counts: Counts): string {
  if (type === 'feed') return countedKind(name)
  if (type === 'orders') return 'Заказы из 1С'
  if (type === 'pictures') return 'Картинки'
  if (type === 'deactivation') return 'Снятие с продажи'
  const present = subjects.filter((kind) => counts[kind]).map((kind) => countedKind(kind))
  const [first = 'Файл', ...others] = present
  return [first, ...others.map((other) => other.toLowerCase())].slice(0, 3).join(', ')
}
