import { createHash } from 'node:crypto'
import type { UploadDrafts } from '#shared/api/drafts.ts'
import { mostDrafts } from '#shared/constants.ts'
import { errors } from '#shared/errors.ts'
import { orderable } from '#shared/rules/step.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import type { Goods } from '#server/features/basket/fit-lines.ts'
import { findFirstAnswer, keepAnswer } from '#server/features/basket/queries-keys.ts'
import { findBasket, listGoods, type OpenBasket } from '#server/features/basket/queries.ts'
import { missing, refusalOf } from '#server/features/basket/service.ts'
import { lockAccount } from '#server/features/lists/queries.ts'
import { remember, type Settled } from '#server/features/uploads/cart.ts'
import { listSoldGoods, type SoldGood } from '#server/features/uploads/queries.ts'
import { writeLines, type KeptLine } from './queries-lines.ts'
import * as queries from './queries.ts'

export type Lists = Settled & {
  contractId: number | undefined
  /** Thousandths by product or variant, in the order of the file; none is 0. */
  drafts: readonly { header: string; quantities: ReadonlyMap<number, number> }[]
}

/**
 * Saves the lists of a reviewed file as drafts, all or none, once per key: whoever sends the same again hears the first
 * answer. The account's row is locked, so that its drafts are counted by one call at a time.
 */
export async function saveLists({ db }: { db: Db }, actor: BuyerActor, { key, lists }: { key: string; lists: Lists }): Promise<{ drafts: UploadDrafts }> {
  const { accountId } = actor
  const bodyDigest = digestOf(lists)
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const first = await findFirstAnswer(tx, { accountId, key })
    if (first && !first.bodyDigest.equals(bodyDigest)) throw new AppError('keyReused')
    if (first) return first.reply as { drafts: UploadDrafts }
    const basket = await findBasket(tx, { accountId, contractId: lists.contractId })
    if (!basket) throw missing(lists.contractId)

    const shelf = await openShelf(tx, basket, lists)
    const planned = lists.drafts.map(({ header, quantities }) => ({ header, ...planOf(quantities, shelf) }))
    const saving = planned.filter(({ lines }) => lines.length > 0).length
    if (saving === 0) throw new AppError('emptyDraft')
    if ((await queries.countKept(tx, { accountId })) + saving > mostDrafts) throw new AppError('tooManyDrafts')
    const drafts: UploadDrafts = []
    for (const { header, lines, refused } of planned) {
      const id = lines.length === 0 ? null : await insert(tx, { accountId, contractId: basket.contractId, header, lines })
      drafts.push({ id, header, lines: lines.length, refused })
    }
    await remember(tx, actor, { wish: lists, sold: shelf.sold, contractId: basket.contractId })
    if (!(await keepAnswer(tx, { accountId, key, bodyDigest, reply: { drafts } }))) throw new AppError('keyReused')
    return { drafts }
  })
}

function digestOf({ drafts, ...lists }: Lists): Buffer {
  const named = drafts.map(({ header, quantities }) => [header, [...quantities]])
  return createHash('sha256').update(JSON.stringify(['uploadDrafts', lists, named])).digest()
}

type Shelf = { basket: OpenBasket; goods: ReadonlyMap<number, Goods>; sold: ReadonlyMap<number, SoldGood> }

/** All goods of all lists, and those that codes were settled for. */
async function openShelf(tx: Db, basket: OpenBasket, { drafts, codes }: Lists): Promise<Shelf> {
  const productIds = [...new Set(drafts.flatMap(({ quantities }) => [...quantities.keys()]))]
  const goods = await listGoods(tx, { basket, productIds })
  const sold = await listSoldGoods(tx, { ...basket, productIds: [...new Set([...productIds, ...Object.values(codes)])] })
  return { basket, goods: new Map(goods.map((each) => [each.productId, each])), sold: new Map(sold.map((good) => [good.id, good])) }
}

type Plan = { lines: KeptLine[]; refused: UploadDrafts[number]['refused'] }

/** What of a list can be in a draft, at today's prices and steps; stock caps nothing. */
function planOf(quantities: ReadonlyMap<number, number>, { basket, goods, sold }: Shelf): Plan {
  const plan: Plan = { lines: [], refused: [] }
  for (const [productId, quantityMilli] of quantities) {
    const found = goods.get(productId)
    const refusal = found ? refusalOf({ productId, warehouseId: undefined, quantityMilli, mode: 'set' }, found, basket) : 'notFound'
    if (!found || refusal || found.priceKopecks === null) {
      const good = sold.get(productId)
      plan.refused.push({ id: productId, header: good?.header ?? '', articul: good?.shownArticul ?? '', note: errors[refusal ?? 'notSold'].message })
      continue
    }
    const { priceKopecks, stepMilli } = found
    const line = { productId, priceKopecks, stepMilli, quantityMilli: orderable(quantityMilli, found), warehouseIds: [], note: '' }
    plan.lines.push({ ...line, position: plan.lines.length + 1 })
  }
  return plan
}

type NewList = { accountId: number; contractId: number; header: string; lines: readonly KeptLine[] }

async function insert(tx: Db, { lines, ...draft }: NewList): Promise<number> {
  const draftId = await queries.insertDraft(tx, { ...draft, clientKey: undefined })
  await writeLines(tx, { draftId, lines })
  return draftId
}
