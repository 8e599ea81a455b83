import { formatKopecks } from '#shared/rules/money.ts'
import { cancelled, done, partlyShipped, rulesOf, stateName } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { lockStockOfOrder, releaseAll } from '#server/features/stock/queries-reserve.ts'
import { readSetting } from '#server/settings.ts'
import type { OrderScope } from './queries-read.ts'
import { hasShippedLines } from './queries-ship.ts'
import { lockOrder, markShipped, writeOrder, type Event, type LockedOrder, type OrderAfter } from './queries-state.ts'
import { tellBuyer, type OrderNews } from './tell.ts'

export async function lockedOrder(tx: Db, orderId: number, scope: OrderScope): Promise<LockedOrder> {
  const order = await lockOrder(tx, { orderId, scope })
  if (!order) throw new AppError('notFound')
  return order
}

/** Whoever changes an order names the revision that they saw. */
export function refuseStale(order: LockedOrder, { revision }: { revision: number }): void {
  if (revision !== order.revision) throw new AppError('conflict', { state: order.state, version: order.revision })
}

export type Change = Event & Partial<OrderAfter> & {
  /** What the buyer is told; without it, the state and the comment. */
  news?: OrderNews
}

export const byPerson = ({ name, accountId }: Pick<Actor, 'name' | 'accountId'>) => ({ author: name, accountId })

/** Brings a locked order to what it shall be: its goods, its row and event, its buyer. */
export async function saveChange(tx: Db, order: LockedOrder, { author, accountId, comment, news, ...after }: Change): Promise<void> {
  const orderId = order.id
  const state = after.state ?? order.state
  const ships = rulesOf(state).shipped === true && rulesOf(order.state).shipped !== true
  if (state === cancelled || (ships && (await readSetting(tx, 'stock.meaning')) === 'onHand')) {
    await lockStockOfOrder(tx, { orderId })
    await releaseAll(tx, { orderId })
  }
  if (ships && !(await isClosedShort(tx, order, state))) await markShipped(tx, { orderId })
  const eventId = await writeOrder(tx, {
    orderId,
    after: { cancelRequested: state === order.state ? order.cancelRequested : false, ...after, state },
    event: { author, accountId, comment },
  })
  await tellBuyer(tx, { order, eventId, byAccountId: accountId, news: news ?? newsOf(order, state, after, comment) })
}

/** Shipped in part and then done: what had not left by then never will. */
async function isClosedShort(tx: Db, order: LockedOrder, state: number): Promise<boolean> {
  return order.state === partlyShipped && state === done && (await hasShippedLines(tx, { orderId: order.id }))
}

function newsOf(order: LockedOrder, state: number, { sumKopecks = order.sumKopecks, deliveryKopecks = order.deliveryKopecks }: Partial<OrderAfter>, comment = ''): OrderNews {
  const title = state === order.state ? `Заказ ${order.number} изменён` : `Заказ ${order.number}: ${stateName(state)}`
  const sum = `Договор № ${order.contractNumber}, сумма ${formatKopecks(sumKopecks)} ₽.`
  const delivery = deliveryKopecks === order.deliveryKopecks ? '' : `Стоимость доставки: ${formatKopecks(order.deliveryKopecks)} → ${formatKopecks(deliveryKopecks)} ₽.`
  return { title, text: [comment, delivery, sum].filter(Boolean).join('\n') }
}
