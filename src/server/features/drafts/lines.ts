import type { DraftDetails } from '#shared/api/drafts.ts'
import { orderable } from '#shared/rules/step.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import type { Offer } from './compare.ts'
import { lookAt, type SeenLine } from './look.ts'
import { deleteLines, removeLines, restoreLines, writeLines, type KeptLine } from './queries-lines.ts'
import { findDraft, touchDraft } from './queries.ts'
import { readDraft } from './read.ts'

type Deps = { db: Db }
type Which = { draftId: number }

export type Wish = { productId: number; /** 0 removes the line. */ quantityMilli: number }

/** Sets quantities, rounded up to the step of now: a draft is a plan, so what there is in stock caps nothing. */
export async function changeLines(deps: Deps, actor: BuyerActor, { draftId, wishes }: Which & { wishes: Wish[] }): Promise<DraftDetails> {
  return changing(deps, actor, draftId, async (tx, lines) => {
    const wanted = wishes.map((wish) => ({ ...wish, line: lineOf(lines, wish.productId) }))
    await removeLines(tx, { draftId, productIds: wanted.filter(({ quantityMilli }) => quantityMilli === 0).map(({ productId }) => productId) })
    const kept = wanted.filter(({ quantityMilli }) => quantityMilli > 0)
    await writeLines(tx, { draftId, lines: kept.map(({ line: { row, goods }, quantityMilli }) => ({ ...row, quantityMilli: goods ? orderable(quantityMilli, goods) : quantityMilli })) })
  })
}

/** For a day after their removal; those that were never removed stay as they are. */
export async function restoreDraftLines(deps: Deps, actor: BuyerActor, { draftId, productIds }: Which & { productIds: number[] }): Promise<DraftDetails> {
  return changing(deps, actor, draftId, async (tx) => {
    const restored = new Set(await restoreLines(tx, { draftId, productIds }))
    if (productIds.some((id) => !restored.has(id))) throw new AppError('notFound')
  })
}

/** What the buyer has seen of a line and agrees to. `priceKopecks` is not asked of those who see no prices. */
export type Agreed = { productId: number; priceKopecks: number | undefined; quantityMilli: number; replacementId: number | undefined }

/** Takes over what has changed, all or nothing; where it is no longer as the buyer has seen it, the call is a conflict. */
export async function acceptLines(deps: Deps, actor: BuyerActor, { draftId, agreed }: Which & { agreed: Agreed[] }): Promise<DraftDetails> {
  return changing(deps, actor, draftId, async (tx, lines) => {
    const pricesShown = may(actor.role, 'price.view')
    const state = new Map<number, KeptLine>(lines.map(({ row }) => [row.productId, row]))
    const written = new Set<number>()
    const gone = new Set<number>()
    for (const wish of inTurn(agreed)) {
      // Sent twice: what was to be replaced is replaced already.
      if (wish.replacementId !== undefined && !state.has(wish.productId) && state.has(wish.replacementId)) continue
      const line = lineOf(lines, wish.productId)
      const offer = offerFor(line, wish, pricesShown)
      const before = offer.productId === wish.productId ? undefined : state.get(offer.productId)
      state.set(offer.productId, {
        ...(before ?? line.row),
        note: [before?.note, line.row.note].filter(Boolean).join('; '),
        productId: offer.productId,
        quantityMilli: offer.quantityMilli + (before?.quantityMilli ?? 0),
        priceKopecks: offer.priceKopecks,
        stepMilli: offer.stepMilli,
      })
      written.add(offer.productId)
      if (offer.productId !== wish.productId) gone.add(wish.productId)
    }
    await deleteLines(tx, { draftId, productIds: [...gone] })
    await writeLines(tx, { draftId, lines: [...written].flatMap((id) => state.get(id) ?? []) })
  })
}

/** Each line once; those that become another good come last, and add to that one as it stands then. */
function inTurn(agreed: Agreed[]): Agreed[] {
  const each = [...new Map(agreed.map((wish) => [wish.productId, wish])).values()]
  return each.toSorted((one, other) => Number(one.replacementId !== undefined) - Number(other.replacementId !== undefined))
}

/** Runs a change under the lock of the draft's row and answers the draft as it is then. */
async function changing({ db }: Deps, actor: BuyerActor, draftId: number, change: (tx: Db, lines: SeenLine[]) => Promise<void>): Promise<DraftDetails> {
  return db.transaction(async (tx) => {
    const draft = await findDraft(tx, { draftId, accountId: actor.accountId, lock: true })
    if (!draft) throw new AppError('notFound')
    const { lines } = await lookAt(tx, actor, draft)
    await change(tx, lines)
    await touchDraft(tx, { draftId })
    return readDraft({ db: tx }, actor, { draftId })
  })
}

function lineOf(lines: SeenLine[], productId: number): SeenLine {
  const line = lines.find(({ row }) => row.productId === productId)
  if (!line) throw new AppError('notFound')
  return line
}

/** What is written in a line's place, where it is what the buyer has seen. */
function offerFor({ row, compared, replacement }: SeenLine, { priceKopecks, quantityMilli, replacementId }: Agreed, pricesShown: boolean): Offer {
  const offer = replacementId === undefined ? compared.offer : replacement?.offer
  if (!offer || (replacementId !== undefined && replacement?.candidate.productId !== replacementId)) throw new AppError('draftChanged', { id: row.productId })
  if (offer.quantityMilli === 0) throw new AppError('insufficientStock', { id: row.productId })
  if (offer.quantityMilli !== quantityMilli || (pricesShown && offer.priceKopecks !== priceKopecks)) throw new AppError('draftChanged', { id: row.productId })
  return offer
}
