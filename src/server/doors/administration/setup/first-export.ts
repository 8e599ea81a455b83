import { setupKinds, type FirstExport } from '#shared/api/account/setup.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  countRejectReasons,
  findExport,
  listExportFiles,
  listExportRuns,
  listRejects,
  type ExportFile,
  type ExportRun,
  type ExportSessions,
} from './queries-first-export.ts'

const notStarted: FirstExport = {
  state: 'waiting',
  started_at: null,
  finished_at: null,
  last_seen_at: null,
  per_second: null,
  kinds: setupKinds.map((kind) => ({ kind, accepted: 0, staged: 0, rejected: 0, state: 'waiting' })),
  files: [],
  rejected: { count: 0, reasons: [], items: [] },
}

/** Progress of 1C's first export, by kind of record. */
export async function readFirstExport(db: Db): Promise<FirstExport> {
  const sessions = await findExport(db)
  if (sessions === undefined) return notStarted
  const sessionIds = sessions.ids
  const [files, runs, reasons, items] = await Promise.all([
    listExportFiles(db, { sessionIds }),
    listExportRuns(db, { sessionIds }),
    countRejectReasons(db, { sessionIds }),
    listRejects(db, { sessionIds }),
  ])
  const kinds = setupKinds.map((kind) => describeKind(kind, runs))
  const count = runs.flatMap(({ counts }) => Object.values(counts)).reduce((sum, { rejected = 0 }) => sum + rejected, 0)
  return {
    state: stateOf(sessions, files),
    started_at: sessions.startedAt,
    finished_at: sessions.finishedAt,
    last_seen_at: sessions.lastSeenAt,
    per_second: rateOf(runs),
    kinds,
    files,
    rejected: { count, reasons, items },
  }
}

function stateOf({ finishedAt }: ExportSessions, files: ExportFile[]): FirstExport['state'] {
  if (files.length === 0) return 'connected'
  if (finishedAt === null) return 'running'
  return files.some(({ state }) => state === 'failed') ? 'failed' : 'done'
}

function rateOf(runs: ExportRun[]): number | null {
  const rates = runs.flatMap(({ perSecond }) => perSecond ?? [])
  return rates.length === 0 ? null : Math.round(rates.reduce((sum, rate) => sum + rate, 0))
}

function describeKind(kind: (typeof setupKinds)[number], runs: ExportRun[]): FirstExport['kinds'][number] {
  const counted = runs.flatMap(({ counts, running }) =>
    counts[kind] === undefined ? [] : [{ ...counts[kind], running }],
  )
  const sum = (...outcomes: string[]) =>
    counted.reduce((total, each) => total + outcomes.reduce((of, outcome) => of + sumOf(each, outcome), 0), 0)
  return {
    kind,
    accepted: sum('created', 'changed', 'unchanged'),
    staged: sum('staged'),
    rejected: sum('rejected'),
    state: counted.length === 0 ? 'waiting' : counted.some(({ running }) => running) ? 'running' : 'done',
  }
}

function sumOf(counts: Record<string, number | boolean>, outcome: string): number {
  const number = counts[outcome]
  return typeof number === 'number' ? number : 0
}
