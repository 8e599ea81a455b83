import { roundToOrderable } from '#shared/rules/step.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { CurrentOffer } from './compare.ts'
import { reviewDraft, type ReviewedLine } from './review.ts'
import { deleteLines, removeLines, restoreLines, writeLines, type StoredLine } from './queries-lines.ts'
import { findDraft, touchDraft } from './queries.ts'
import { readDraft, type ReviewedDraft } from './read.ts'

type Deps = { db: Db }
type DraftInput = { draftId: number }

export type LineInput = { productId: number; /** 0 removes the line. */ quantityMilli: number }

/** Sets quantities, rounded up to the current step. A draft is a plan, so stock does not limit it. */
export async function changeLines(
  deps: Deps,
  actor: BuyerActor,
  { draftId, inputs }: DraftInput & { inputs: LineInput[] },
): Promise<ReviewedDraft> {
  return changeDraft(deps, actor, draftId, async (tx, lines) => {
    const changes = inputs.map((input) => ({ ...input, line: getLine(lines, input.productId) }))
    await removeLines(tx, {
      draftId,
      productIds: changes.filter(({ quantityMilli }) => quantityMilli === 0).map(({ productId }) => productId),
    })
    const remaining = changes.filter(({ quantityMilli }) => quantityMilli > 0)
    await writeLines(tx, {
      draftId,
      lines: remaining.map(({ line: { row, goods }, quantityMilli }) => ({
        ...row,
        quantityMilli: goods ? roundToOrderable(quantityMilli, goods) : quantityMilli,
      })),
    })
  })
}

/** Restores lines within a day of removal; others stay. */
export async function restoreDraftLines(
  deps: Deps,
  actor: BuyerActor,
  { draftId, productIds }: DraftInput & { productIds: number[] },
): Promise<ReviewedDraft> {
  return changeDraft(deps, actor, draftId, async (tx) => {
    const restored = new Set(await restoreLines(tx, { draftId, productIds }))
    if (productIds.some((id) => !restored.has(id))) throw new AppError('notFound')
  })
}

/** Values of a line that the buyer has seen and accepts. Accounts without prices need not send `priceKopecks`. */
export type AcceptedLine = {
  productId: number
  priceKopecks: number | undefined
  quantityMilli: number
  replacementId: number | undefined
}

/** Accepts changes, all or nothing; throws a conflict if anything differs from what the buyer has seen. */
export async function acceptLines(
  deps: Deps,
  actor: BuyerActor,
  { draftId, agreed }: DraftInput & { agreed: AcceptedLine[] },
): Promise<ReviewedDraft> {
  return changeDraft(deps, actor, draftId, async (tx, lines, shown) => {
    const state = new Map<number, StoredLine>(lines.map(({ row }) => [row.productId, row]))
    const written = new Set<number>()
    const removedIds = new Set<number>()
    for (const input of replacementsLast(agreed)) {
      // A repeated call: already replaced.
      if (input.replacementId !== undefined && !state.has(input.productId) && state.has(input.replacementId)) continue
      const line = getLine(lines, input.productId)
      const offer = acceptedValues(line, input, shown)
      const before = offer.productId === input.productId ? undefined : state.get(offer.productId)
      state.set(offer.productId, {
        ...(before ?? line.row),
        note: [before?.note, line.row.note].filter(Boolean).join('; '),
        productId: offer.productId,
        quantityMilli: offer.quantityMilli + (before?.quantityMilli ?? 0),
        priceKopecks: offer.priceKopecks,
        stepMilli: offer.stepMilli,
      })
      written.add(offer.productId)
      if (offer.productId !== input.productId) removedIds.add(input.productId)
    }
    await deleteLines(tx, { draftId, productIds: [...removedIds] })
    await writeLines(tx, { draftId, lines: [...written].flatMap((id) => state.get(id) ?? []) })
  })
}

/** Each line once; replacements come last, because they may be added to an existing line of that good. */
function replacementsLast(agreed: AcceptedLine[]): AcceptedLine[] {
  const each = [...new Map(agreed.map((input) => [input.productId, input])).values()]
  return each.toSorted(
    (one, other) => Number(one.replacementId !== undefined) - Number(other.replacementId !== undefined),
  )
}

/** Runs a change under the lock of the draft's row and returns the draft. */
async function changeDraft(
  { db }: Deps,
  actor: BuyerActor,
  draftId: number,
  change: (tx: Db, lines: ReviewedLine[], shown: ShownPrice) => Promise<void>,
): Promise<ReviewedDraft> {
  return db.transaction(async (tx) => {
    const draft = await findDraft(tx, { draftId, accountId: actor.accountId, lock: true })
    if (!draft) throw new AppError('notFound')
    const { lines, shown } = await reviewDraft(tx, actor, draft)
    await change(tx, lines, shown)
    await touchDraft(tx, { draftId })
    return readDraft({ db: tx }, actor, { draftId })
  })
}

function getLine(lines: ReviewedLine[], productId: number): ReviewedLine {
  const line = lines.find(({ row }) => row.productId === productId)
  if (!line) throw new AppError('notFound')
  return line
}

/** The new values of a line, if they equal what the buyer has seen. */
function acceptedValues(
  { row, compared, replacement }: ReviewedLine,
  { priceKopecks, quantityMilli, replacementId }: AcceptedLine,
  shown: ShownPrice,
): CurrentOffer {
  const offer = replacementId === undefined ? compared.offer : replacement?.offer
  if (!offer || (replacementId !== undefined && replacement?.candidate.productId !== replacementId))
    throw new AppError('draftChanged', { id: row.productId })
  if (offer.quantityMilli === 0) throw new AppError('insufficientStock', { id: row.productId })
  const shownKopecks = shown(offer)
  if (offer.quantityMilli !== quantityMilli || (shownKopecks !== null && shownKopecks !== priceKopecks))
    throw new AppError('draftChanged', { id: row.productId })
  return offer
}
