import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findShownPrices, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { listPricedLines } from './queries-lines.ts'
import { reviewDraft, type Reader, type ReviewedLine } from './review.ts'
import { countDrafts, findDraft, listDraftRows, type DraftRow } from './queries.ts'

/** A draft with the current state of its goods. */
export type ReviewedDraft = { draft: DraftRow; basket: OpenBasket; lines: ReviewedLine[]; shown: ShownPrice }

/** A draft in the list; the sum is as its reader sees it. */
export type ListedDraft = DraftRow & { shownSumKopecks: number | null }

/** The account's drafts, newest first [N.1]. */
export async function readDrafts(
  { db }: { db: Db },
  actor: BuyerActor,
  page: { page: number; perPage: number },
): Promise<{ rows: ListedDraft[]; pagination: Pagination }> {
  const { accountId } = actor
  const pagination = clampedPagination(page, await countDrafts(db, { accountId }))
  const rows = await listDraftRows(db, { accountId, ...limitAndOffset(pagination) })
  const sumByDraft = await findShownSums(db, actor, rows)
  return { rows: rows.map((row) => ({ ...row, shownSumKopecks: sumByDraft(row) })), pagination }
}

type Summed = Pick<DraftRow, 'id' | 'contractId' | 'sumKopecks'>

export async function findShownSum(db: Db, actor: Reader, draft: Summed): Promise<number | null> {
  const sumByDraft = await findShownSums(db, actor, [draft])
  return sumByDraft(draft)
}

/** Lines are read only if price politics change the sums. */
async function findShownSums(
  db: Db,
  actor: Omit<Reader, 'accountId'>,
  rows: readonly Summed[],
): Promise<(row: Summed) => number | null> {
  if (may(actor, 'price.contract')) return ({ sumKopecks }) => sumKopecks
  if (!may(actor, 'price.view')) return () => null
  const lines = await listPricedLines(db, { draftIds: rows.map(({ id }) => id) })
  const shownIn = await findShownPrices(db, actor, lines)
  const linesOfDraft = Map.groupBy(lines, ({ draftId }) => draftId)
  return ({ id, contractId }) => shownSum(shownIn(contractId), linesOfDraft.get(id) ?? [])
}

export async function readDraft(
  { db }: { db: Db },
  actor: BuyerActor,
  { draftId }: { draftId: number },
): Promise<ReviewedDraft> {
  const draft = await findDraft(db, { draftId, accountId: actor.accountId })
  if (!draft) throw new AppError('notFound')
  return { draft, ...(await reviewDraft(db, actor, draft)) }
}
