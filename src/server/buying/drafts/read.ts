import type { DraftDetails, drafts } from '#shared/api/drafts.ts'
import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { paginate, limitAndOffset } from '#server/buying/orders/shape.ts'
import { reviewDraft } from './review.ts'
import { countDrafts, findDraft, listDraftRows } from './queries.ts'
import { shapeDraft, shapeSummary } from './shape.ts'

type Listed = Omit<ReplyOf<typeof drafts>, 'status'>

/** The account's drafts, newest first, ten per page [N.1]. */
export async function readDrafts(
  { db }: { db: Db },
  actor: BuyerActor,
  input: ParsedInputOf<typeof drafts>,
): Promise<Listed> {
  const { accountId } = actor
  const total = await countDrafts(db, { accountId })
  const pagination = paginate(input, total)
  const rows = await listDraftRows(db, { accountId, ...limitAndOffset(pagination) })
  return {
    items: rows.map((row) => shapeSummary(row, { pricesShown: may(actor, 'price.view') })),
    count: total,
    contract: null,
    pagination,
  }
}

export async function readDraft(
  { db }: { db: Db },
  actor: BuyerActor,
  { draftId }: { draftId: number },
): Promise<DraftDetails> {
  const draft = await findDraft(db, { draftId, accountId: actor.accountId })
  if (!draft) throw new AppError('notFound')
  const { basket, lines } = await reviewDraft(db, actor, draft)
  return shapeDraft(draft, lines, { pricesShown: may(actor, 'price.view'), display: basket.stockDisplay })
}
