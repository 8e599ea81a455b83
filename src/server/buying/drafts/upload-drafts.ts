import { createHash } from 'node:crypto'
import type { UploadDrafts } from '#shared/api/drafts.ts'
import { maxDrafts } from '#shared/constants.ts'
import { errors } from '#shared/errors.ts'
import { roundToOrderable } from '#shared/rules/step.ts'
import { listSoldGoods, type SoldGood } from '#server/buying/uploads/shared-queries.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import { findFirstAnswer, saveAnswer } from '#server/buying/basket/shared-queries-keys.ts'
import { findBasket, listGoods, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { notFoundError, refusalFor } from '#server/buying/basket/service.ts'
import { saveCodesAndColumns, type ReviewDecisions } from '#server/buying/uploads/cart.ts'
import { writeLines, type StoredLine } from './queries-lines.ts'
import * as queries from './queries.ts'
import { replaceSaves } from './replaced-saves.ts'

export type UploadDraftsInput = ReviewDecisions & {
  contractId: number | undefined
  /** Thousandths by product or variant, in the order of the file; never 0. */
  drafts: readonly { header: string; quantities: ReadonlyMap<number, number> }[]
}

/**
 * Saves the lists of a reviewed file as drafts, all or none, once per key: a repeated call gets the first reply. Locks
 * the account's row to count its drafts. `replaces`: keys of unanswered calls with an earlier version of these lists.
 */
export async function saveUploadDrafts(
  { db }: { db: Db },
  actor: BuyerActor,
  { key, replaces, lists }: { key: string; replaces: readonly string[]; lists: UploadDraftsInput },
): Promise<{ drafts: UploadDrafts }> {
  const { accountId } = actor
  const bodyDigest = digestOf(lists)
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const first = await findFirstAnswer(tx, { accountId, key })
    if (first && !first.bodyDigest.equals(bodyDigest)) throw new AppError('keyReused')
    if (first) return { drafts: (first.reply as { drafts: UploadDrafts }).drafts }
    const basket = await findBasket(tx, { accountId, contractId: lists.contractId })
    if (!basket) throw notFoundError(lists.contractId)

    await replaceSaves(tx, { accountId, contractId: basket.contractId, keys: replaces })
    const listedGoods = await readListedGoods(tx, basket, lists)
    const planned = lists.drafts.map(({ header, quantities }) => ({ header, ...planDraft(quantities, listedGoods) }))
    const draftCount = planned.filter(({ lines }) => lines.length > 0).length
    if (draftCount === 0) throw new AppError('emptyDraft')
    if ((await queries.countSavedDrafts(tx, { accountId })) + draftCount > maxDrafts)
      throw new AppError('tooManyDrafts')
    const drafts: UploadDrafts = []
    for (const { header, lines, refused } of planned) {
      const id =
        lines.length === 0 ? null : await insert(tx, { accountId, contractId: basket.contractId, header, lines })
      drafts.push({ id, header, lines: lines.length, refused })
    }
    await saveCodesAndColumns(tx, actor, { input: lists, sold: listedGoods.sold, contractId: basket.contractId })
    const reply = { contractId: basket.contractId, drafts }
    if (!(await saveAnswer(tx, { accountId, key, bodyDigest, reply }))) throw new AppError('keyReused')
    return { drafts }
  })
}

function digestOf({ drafts, ...lists }: UploadDraftsInput): Buffer {
  const named = drafts.map(({ header, quantities }) => [header, [...quantities]])
  return createHash('sha256')
    .update(JSON.stringify(['uploadDrafts', lists, named]))
    .digest()
}

type ListedGoods = { basket: OpenBasket; goods: ReadonlyMap<number, Goods>; sold: ReadonlyMap<number, SoldGood> }

/** Goods of all lists and codes. */
async function readListedGoods(tx: Db, basket: OpenBasket, { drafts, codes }: UploadDraftsInput): Promise<ListedGoods> {
  const productIds = [...new Set(drafts.flatMap(({ quantities }) => [...quantities.keys()]))]
  const goods = await listGoods(tx, { basket, productIds })
  const sold = await listSoldGoods(tx, {
    ...basket,
    productIds: [...new Set([...productIds, ...Object.values(codes)])],
  })
  return {
    basket,
    goods: new Map(goods.map((each) => [each.productId, each])),
    sold: new Map(sold.map((good) => [good.id, good])),
  }
}

type Plan = { lines: StoredLine[]; refused: UploadDrafts[number]['refused'] }

/** Lines of a draft at today's prices and steps, not limited by stock. */
function planDraft(quantities: ReadonlyMap<number, number>, { basket, goods, sold }: ListedGoods): Plan {
  const plan: Plan = { lines: [], refused: [] }
  for (const [productId, quantityMilli] of quantities) {
    const found = goods.get(productId)
    const refusal = found
      ? refusalFor({ productId, warehouseId: undefined, quantityMilli, mode: 'set' }, found, basket)
      : 'notFound'
    if (!found || refusal || found.priceKopecks === null) {
      const good = sold.get(productId)
      plan.refused.push({
        id: productId,
        header: good?.header ?? '',
        articul: good?.shownArticul ?? '',
        note: errors[refusal ?? 'notSold'].message,
      })
      continue
    }
    const { priceKopecks, stepMilli } = found
    const line = {
      productId,
      priceKopecks,
      stepMilli,
      quantityMilli: roundToOrderable(quantityMilli, found),
      warehouseIds: [],
      note: '',
    }
    plan.lines.push({ ...line, position: plan.lines.length + 1 })
  }
  return plan
}

type NewList = { accountId: number; contractId: number; header: string; lines: readonly StoredLine[] }

async function insert(tx: Db, { lines, ...draft }: NewList): Promise<number> {
  const draftId = await queries.insertDraft(tx, { ...draft, clientKey: undefined })
  await writeLines(tx, { draftId, lines })
  return draftId
}
