import type { ActView } from '#shared/api/money/acts.ts'
import { limitAndOffset, paginationOf, type Pagination } from '#server/platform/pagination.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  countMatches,
  listMatchNumbers,
  listRuns,
  readMatches,
  type FoldedRun,
  type ReadMatch,
} from './queries-matches.ts'
import type { StoredAct } from './queries.ts'
import { getBuiltAct } from './service.ts'

export type RowsInput = {
  actId: number
  view: ActView
  from: number | undefined
  to: number | undefined
  page: number
  perPage: number
}

/** A collapsed run precedes this match; null: it follows the page's last one. */
export type RunBetween = FoldedRun & { before: number | null }

export type ActRows = { act: StoredAct; matches: ReadMatch[]; runs: RunBetween[]; pagination: Pagination }

/** A page of an act's matches; agreeing ones between differences are collapsed. */
export async function readActRows({ db }: { db: Db }, actor: BuyerActor, input: RowsInput): Promise<ActRows> {
  const { actId, view, page, perPage } = input
  const act = await getBuiltAct(db, actor, { actId })
  const range = { from: Math.max(1, input.from ?? 1), to: Math.min(act.matches, input.to ?? act.matches) }
  const filter = { actId, view, ...range }
  const total = await countMatches(db, filter)
  const pagination = paginationOf({ page, perPage }, total)
  const { limit, offset } = limitAndOffset({ page, perPage })
  // One match more on each side, because a run extends from difference to difference across pages.
  const skipped = offset > 0 ? 1 : 0
  const around = await listMatchNumbers(db, { ...filter, limit: limit + 1 + skipped, offset: offset - skipped })
  const shown = around.slice(skipped, skipped + limit)
  const matches = await readMatches(db, { actId, matches: shown })
  if (view !== 'differences') return { act, matches, runs: [], pagination }
  const folded = {
    from: skipped === 0 ? range.from : (around[0] ?? range.from) + 1,
    to: around.length > skipped + limit ? (around.at(-1) ?? range.to) - 1 : range.to,
  }
  const runs = await listRuns(db, { actId, between: shown, ...folded })
  return { act, matches, runs: runs.map((run) => ({ ...run, before: shown[run.gap] ?? null })), pagination }
}
