import { createHash } from 'node:crypto'
import { hasCreditLimit } from '#shared/rules/credit.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { awaitsApprovalTitle } from '#shared/rules/order-titles.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shortTransaction } from '#server/platform/db/short-transaction.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { saveShownPrices, listBasketRows } from '#server/buying/basket/shared-queries-lines.ts'
import { lockStockOfBasket } from '#server/catalogue/stock/shared-queries-reserve.ts'
import { createOrder } from '../change/apply-order-change.ts'
import { findCheckoutChanges, type CheckoutChange } from './checkout-changes.ts'
import { buildOrder, asAwaitingApproval, type NewOrder } from '../rules/new-order.ts'
import { throwRefusal } from '../rules/throw-refusal.ts'
import { creditObstacle, minSumObstacle, contractObstacle } from '../rules/obstacles.ts'
import { limitExcess } from '#shared/rules/parties/employee-limits.ts'
import { periodStart, approvalReason } from '../rules/employee-limits.ts'
import { listApprovers } from '../queries-approval.ts'
import { lockLimits, sumCounted } from '../rules/queries-limits.ts'
import { findFirstAnswer, saveAnswer, lockBasketRow, lockTerms, type PlacedAnswer } from '../rules/queries-place.ts'
import type { OrderNotice } from '../notify.ts'
import { checkDelivery } from '../rules/check-delivery.ts'
import type { OrderInput, OrderTerms } from '../rules/terms.ts'

/** If there are changes nothing is placed, and the shown prices are stored. */
type Outcome = { placed: PlacedAnswer } | { changes: CheckoutChange[] }

/**
 * Orders the whole basket of a contract in one transaction, once per key. Locks basket, contract and stock in this
 * order, checks everything again, and reserves. Returns the changes if the basket differs from what its buyer saw.
 */
export async function placeOrder(
  { db }: { db: Db },
  actor: BuyerActor,
  { key, input, now }: { key: string; input: OrderInput; now: Date },
): Promise<Outcome> {
  return shortTransaction(db, (tx) => placeInTransaction(tx, actor, { key, input, now }))
}

/** The reply stored under the key, if any; never places an order. */
export async function findPlaced(
  { db }: { db: Db },
  actor: BuyerActor,
  { key }: { key: string },
): Promise<PlacedAnswer | undefined> {
  return (await findFirstAnswer(db, { accountId: actor.accountId, key }))?.reply
}

async function placeInTransaction(
  tx: Db,
  actor: BuyerActor,
  { key, input, now }: { key: string; input: OrderInput; now: Date },
): Promise<Outcome> {
  const { accountId } = actor
  const { contractId } = input
  const bodyDigest = digestOf(input)
  const basketId = await lockBasketRow(tx, { accountId, contractId })
  const first = await findFirstAnswer(tx, { accountId, key })
  if (first) return { placed: sameBody(first, bodyDigest) }

  const terms = await lockTerms(tx, { accountId, contractId, delivery: input.delivery, today: dayOf(now) })
  if (!terms) throw new AppError('notFound')
  await throwRefusal(tx, actor, contractObstacle(terms, dayOf(now)), { contractId, now })
  if (basketId === undefined) throw new AppError('emptyBasket')
  checkDelivery(input, terms, now)

  await lockStockOfBasket(tx, { basketId })
  const { priceTypeId, warehouses, hasBreaks } = terms
  const basket = { basketId, contractId, priceTypeId, rrcTypeId: null, warehouses, hasBreaks }
  const rows = await listBasketRows(tx, { basket, isBare: true })
  if (rows.length === 0) throw new AppError('emptyBasket')
  const changes = await findCheckoutChanges(tx, { rows, input, terms })
  if (changes.length > 0) {
    await saveShownPrices(tx, { basket, rows })
    return { changes }
  }

  const draft = await checkLimits(tx, actor, buildOrder(input, terms, rows, actor, now), terms, now)
  const { id, number } = await createOrder(tx, {
    draft,
    basketId,
    notice: (its) => placedNotice(draft, its),
    recipients: terms.recipients,
  })
  const awaits = draft.approval === null ? {} : { awaits: await listApprovers(tx, actor) }
  const reply = { id, numberOrder: number, sumKopecks: draft.sumKopecks, ...awaits }
  if (!(await saveAnswer(tx, { accountId, key, bodyDigest, reply }))) throw new AppError('keyReused')
  return { placed: reply }
}

/** Throws if the contract does not allow the sum; above the employee's limits the order waits for approval. */
async function checkLimits(
  tx: Db,
  actor: BuyerActor,
  draft: NewOrder,
  terms: OrderTerms,
  now: Date,
): Promise<NewOrder> {
  const { accountId, contractId, sumKopecks } = draft
  await throwRefusal(tx, actor, minSumObstacle(draft, terms), { contractId, now })
  const creditOf = hasCreditLimit(terms) ? contractId : null
  const limits = await lockLimits(tx, { accountId, creditOf })
  const countedSums = await sumCounted(tx, { accountId, since: periodStart(limits, now), creditOf })
  await throwRefusal(tx, actor, creditObstacle(draft, terms, countedSums), { contractId, now })
  const excess = limitExcess(limits, { sumKopecks, spentKopecks: countedSums.spentKopecks })
  return excess === null ? draft : asAwaitingApproval(draft, approvalReason(excess, limits))
}

function placedNotice({ approval, author, sumKopecks, eventComment, lines }: NewOrder, number: string): OrderNotice {
  const facts = `${author}: строк ${lines.length}`
  const textWithSum = `${facts}, сумма ${formatKopecks(sumKopecks)} ₽.`
  if (approval === null) return { title: `Заказ ${number} оформлен`, text: textWithSum, withoutSums: `${facts}.` }
  const reason = `\n${eventComment}.`
  return {
    title: awaitsApprovalTitle(number),
    text: textWithSum + reason,
    withoutSums: `${facts}.${reason}`,
    approval: true,
  }
}

function digestOf(input: OrderInput): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

function sameBody({ bodyDigest, reply }: { bodyDigest: Buffer; reply: PlacedAnswer }, digest: Buffer): PlacedAnswer {
  if (!bodyDigest.equals(digest)) throw new AppError('keyReused')
  return reply
}
