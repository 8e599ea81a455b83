import { deliveryTerms, isFreeAt } from '#shared/rules/delivery-price.ts'
import { formatKopecks, roubles } from '#shared/rules/money.ts'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { cancelled, rulesOf } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/features/access/actor.ts'
import { lockStockOfOrder, release } from '#server/features/stock/queries-reserve.ts'
import { isLowered, lowerLines, type LineWish, type Lowering } from './lower-lines.ts'
import { bindsCredit, freeCredit, type Sums } from './obstacles.ts'
import { excessOfOwn } from './own-limits.ts'
import { objectionsTo } from './day-objections.ts'
import { listChangeableLines, lockChangeTerms, writeLoweredLines, type ChangeTerms } from './queries-change.ts'
import { findDayFacts } from './queries-delivery.ts'
import { lockLimits, sumCounted } from './queries-limits.ts'
import { ofBuyer, ofStaff } from './queries-read.ts'
import type { LockedOrder } from './queries-state.ts'
import { byPerson, lockedOrder, refuseStale, saveChange } from './save-change.ts'

export type Changed = { state: number; revision: number; sumKopecks: number }
type BuyerWish = { orderId: number; revision: number; lines: LineWish[]; comment: string }
type StaffWish = BuyerWish & { date: Day | undefined; /** Also one on which nothing is usually delivered. */ anyDay: boolean; today: Day }

/**
 * The buyer lowers quantities and removes lines while the order may be changed: one transaction under the order's, the
 * contract's and the stock's locks. Nothing left cancels the order. Sent twice it is done once; from another revision
 * than the order's it is a conflict.
 */
export async function changeOrder({ db }: { db: Db }, actor: BuyerActor, wish: BuyerWish): Promise<Changed> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, wish.orderId, ofBuyer(actor))
    if (await isDone(tx, order, wish.lines)) return toldOf(order)
    if (rulesOf(order.state).buyerChange !== true) throw new AppError('notChangeable')
    refuseStale(order, wish)
    return lower(tx, order, wish, { ...byPerson(actor), check: (terms, lowering, after) => refuseTerms(tx, actor, order, terms, lowering, after) })
  })
}

/** Staff lower lines while nothing has left, set the date, and tell the buyer something; no sum binds them, and no day but by their word. */
export async function staffChangeOrder({ db }: { db: Db }, actor: StaffActor, wish: StaffWish): Promise<Changed> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, wish.orderId, ofStaff(actor))
    refuseStale(order, wish)
    const date = wish.date === undefined || wish.date === order.deliveryDate ? undefined : wish.date
    if ((wish.lines.length > 0 || date !== undefined) && rulesOf(order.state).staffChange !== true) throw new AppError('notChangeable')
    if (date !== undefined && date < wish.today) throw new AppError('deliveryDate', { fields: { date: 'Этот день уже прошёл' } })
    if (date !== undefined && !wish.anyDay) await refuseUnusual(tx, order, date)
    if (wish.lines.length === 0 && date === undefined && wish.comment === '') throw new AppError('nothingChanged')
    const said = [date && `Дата доставки: ${formatDay(date)}`, wish.comment].filter(Boolean).join('. ')
    const author = { ...byPerson(actor), ...(date === undefined ? {} : { deliveryDate: date }) }
    if (wish.lines.length > 0) return lower(tx, order, { ...wish, comment: said }, author)
    await saveChange(tx, order, { ...author, comment: said })
    return { ...toldOf(order), revision: order.revision + 1 }
  })
}

/** Of days that their buyer could not choose, staff are told what speaks against them. */
async function refuseUnusual(tx: Db, { id }: LockedOrder, day: Day): Promise<void> {
  const against = objectionsTo(day, await findDayFacts(tx, { orderId: id, day }))
  if (against.length > 0) throw new AppError('unusualDay', { message: against.join('. '), fields: { date: against.join('. ') } })
}

/** A removal of every line ends as a cancelled order, whose lines stay as they were. */
async function isDone(tx: Db, order: LockedOrder, lines: LineWish[]): Promise<boolean> {
  if (order.state === cancelled) return lines.every(({ quantityMilli }) => quantityMilli === 0)
  return isLowered(await listChangeableLines(tx, { orderId: order.id }), lines)
}

function toldOf({ state, revision, sumKopecks }: LockedOrder): Changed {
  return { state, revision, sumKopecks }
}

type Doer = { author: string; accountId: number; deliveryDate?: Day; check?: (terms: ChangeTerms, lowering: Lowering, after: Sums) => Promise<void> }

async function lower(tx: Db, order: LockedOrder, { lines: wishes, comment }: { lines: LineWish[]; comment: string }, { check, ...doer }: Doer): Promise<Changed> {
  const orderId = order.id
  const terms = await lockChangeTerms(tx, order)
  await lockStockOfOrder(tx, { orderId })
  const lowering = lowerLines(await listChangeableLines(tx, { orderId }), wishes)
  if (lowering.lines.length === 0) throw new AppError('nothingChanged')
  if (lowering.empty) {
    await saveChange(tx, order, { ...doer, state: cancelled, cancelRequested: false, comment: ['Все строки убраны', comment].filter(Boolean).join('. ') })
    return { ...toldOf(order), state: cancelled, revision: order.revision + 1 }
  }
  const deliveryKopecks = deliveryAfter(order, terms, lowering)
  const after = { deliveryKopecks, sumKopecks: lowering.goodsAfterKopecks + deliveryKopecks }
  await check?.(terms, lowering, after)
  await release(tx, { orderId, lines: lowering.lines.map(({ position, releasedMilli }) => ({ position, milli: releasedMilli })) })
  await writeLoweredLines(tx, { orderId, lines: lowering.lines })
  await saveChange(tx, order, { ...doer, ...after, comment: [lowering.comment, comment].filter(Boolean).join('. ') })
  return { state: order.state, revision: order.revision + 1, sumKopecks: after.sumKopecks }
}

/** Delivery that was free for the sum of the goods costs again below that sum; what it cost before, it costs still. */
function deliveryAfter({ deliveryKopecks, deliveryMethodId: methodId }: LockedOrder, { freeDeliveryKopecks, method, zone }: ChangeTerms, lowering: Lowering): number {
  const { priceKopecks, freeFromKopecks } = deliveryTerms({ methodId, method, zone, contractFreeKopecks: freeDeliveryKopecks })
  const loses = deliveryKopecks === 0 && isFreeAt(lowering.goodsBeforeKopecks, freeFromKopecks) && !isFreeAt(lowering.goodsAfterKopecks, freeFromKopecks)
  return loses ? priceKopecks : deliveryKopecks
}

/** The contract's least sum; and, where delivery has made the order dearer, its credit and the employee's own limit. */
async function refuseTerms(tx: Db, actor: BuyerActor, order: LockedOrder, terms: ChangeTerms, lowering: Lowering, after: Sums): Promise<void> {
  const leastKopecks = terms.leastOrderKopecks ?? 0
  if (lowering.goodsAfterKopecks < leastKopecks && lowering.goodsAfterKopecks < lowering.goodsBeforeKopecks) {
    const shortKopecks = leastKopecks - lowering.goodsAfterKopecks
    const message = `Минимальная сумма заказа по договору ${formatKopecks(leastKopecks)} ₽: не хватает ${formatKopecks(shortKopecks)} ₽. Заказ можно отменить целиком`
    throw new AppError('belowLeastSum', { message, missing: roubles(shortKopecks) })
  }
  if (after.sumKopecks <= order.sumKopecks) return
  if (actor.role !== 'owner' && order.approval === null && (await excessOfOwn(tx, { accountId: order.accountId, sumKopecks: after.sumKopecks, now: new Date(), exceptOrderId: order.id })) !== null) {
    throw new AppError('aboveOwnLimit')
  }
  if (!bindsCredit(terms)) return
  const { accountId, contractId: creditOf } = order
  await lockLimits(tx, { accountId, creditOf })
  const othersKopecks = (await sumCounted(tx, { accountId, since: undefined, creditOf })).unshippedKopecks - lowering.goodsBeforeKopecks - order.deliveryKopecks
  const freeKopecks = freeCredit(terms, othersKopecks)
  if (after.sumKopecks > freeKopecks) throw new AppError('creditLimit', { available: roubles(Math.max(0, freeKopecks)) })
}
