import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findFirstAnswer, saveAnswer } from '#server/buying/basket/shared-queries-keys.ts'
import { lockBasket } from '#server/buying/basket/shared-queries.ts'
import { repeatGoods, type Repeated, type RepeatedProduct } from '#server/buying/basket/repeat-goods.ts'
import { listDraftLines, type DraftLineRow } from './queries-lines.ts'
import { findDraft } from './queries.ts'

type CopyInput = {
  draftId: number
  /** Undefined: all. */
  productIds: number[] | undefined
  /** The same key returns the first reply for 24 hours and adds nothing. */
  key: string | undefined
}

/** Adds a draft, or some of its lines, to the basket of its contract, as when repeating an order; the draft is kept. */
export async function putIntoBasket(
  { db }: { db: Db },
  actor: BuyerActor,
  { draftId, productIds, key }: CopyInput,
): Promise<Repeated> {
  const { accountId } = actor
  const bodyDigest = createHash('sha256')
    .update(JSON.stringify(['draftToBasket', draftId, productIds ?? null]))
    .digest()
  return db.transaction(async (tx) => {
    const draft = await findDraft(tx, { draftId, accountId })
    if (!draft) throw new AppError('notFound')
    const { contractId } = draft
    // The basket is locked before the key is looked up, so that the second of two concurrent calls finds the first
    // one's reply.
    await lockBasket(tx, { accountId, contractId })
    const first = key === undefined ? undefined : await findFirstAnswer(tx, { accountId, key })
    if (first && !first.bodyDigest.equals(bodyDigest)) throw new AppError('keyReused')
    if (first) return first.reply as Repeated

    const lines = await listDraftLines(tx, { draftId })
    if (lines.length === 0) throw new AppError('emptyDraft')
    const chosen = productIds === undefined ? lines : chosenLines(lines, productIds)
    const repeated = await repeatGoods(tx, actor, { contractId, products: chosen.map(toRepeated) })
    if (key !== undefined && !(await saveAnswer(tx, { accountId, key, bodyDigest, reply: repeated })))
      throw new AppError('keyReused')
    return repeated
  })
}

function chosenLines(lines: DraftLineRow[], productIds: number[]): DraftLineRow[] {
  const byId = new Map(lines.map((line) => [line.productId, line]))
  if (productIds.some((id) => !byId.has(id))) throw new AppError('notFound')
  const requested = new Set(productIds)
  return lines.filter(({ productId }) => requested.has(productId))
}

function toRepeated({
  productId,
  header,
  articul,
  quantityMilli,
  priceKopecks,
  warehouseIds,
  note,
}: DraftLineRow): RepeatedProduct {
  return { productId, header, articul, quantityMilli, priceKopecks, warehouseIds, note }
}
