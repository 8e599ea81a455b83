import type { ExchangeRecord, ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { paginationOf, type Pagination } from '#server/platform/pagination.ts'
import { countRuns, findRun, listRecords, listRuns } from './queries-log.ts'
import { recordKind, formatImportSummary } from './import-summary.ts'

const runsPerPage = 10
const recordsPerPage = 50

type Deps = { db: Db }
type Page<Item> = { items: Item[]; pagination: Pagination }

export async function readLog(
  { db }: Deps,
  { page, onlyProblems }: { page: number; onlyProblems: boolean },
): Promise<Page<ExchangeRun>> {
  const runs = await listRuns(db, { onlyProblems, limit: runsPerPage, offset: (page - 1) * runsPerPage })
  const total = await countRuns(db, { onlyProblems })
  return {
    items: runs.map((run) => ({ ...run, counts: formatImportSummary(run.counts) })),
    pagination: paginationOf({ page, perPage: runsPerPage }, total),
  }
}

export async function readLogRecords(
  { db }: Deps,
  { runId, page }: { runId: number; page: number },
): Promise<Page<ExchangeRecord>> {
  const run = await findRun(db, { id: runId })
  if (run === undefined) throw new AppError('notFound')
  const records = await listRecords(db, { runId, limit: recordsPerPage, offset: (page - 1) * recordsPerPage })
  return {
    items: records.map(({ kind, ...record }) => ({ kind: recordKind(kind), ...record })),
    pagination: paginationOf({ page, perPage: recordsPerPage }, run.records),
  }
}
