import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { clampedPagination, limitAndOffset, type Pagination } from '#server/platform/pagination.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { reviewDraft, type ReviewedLine } from './review.ts'
import { countDrafts, findDraft, listDraftRows, type DraftRow } from './queries.ts'

/** A draft with the current state of its goods. */
export type ReviewedDraft = { draft: DraftRow; basket: OpenBasket; lines: ReviewedLine[] }

/** The account's drafts, newest first [N.1]. */
export async function readDrafts(
  { db }: { db: Db },
  { accountId }: BuyerActor,
  page: { page: number; perPage: number },
): Promise<{ rows: DraftRow[]; pagination: Pagination }> {
  const pagination = clampedPagination(page, await countDrafts(db, { accountId }))
  return { rows: await listDraftRows(db, { accountId, ...limitAndOffset(pagination) }), pagination }
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
