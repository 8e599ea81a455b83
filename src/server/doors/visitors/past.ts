import { addDays, dayOf } from '#shared/rules/dates.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import {
  accepted,
  cancelled,
  done,
  fullyShipped,
  newOrder,
  partlyShipped,
  picking,
} from '#shared/rules/order-states.ts'
import { insertGreeting } from '#server/aftersale/chat/shared-queries-greet.ts'
import { insertPastSales, type PastSale } from '#server/buying/ledger/shared-queries-past.ts'
import { insertPastOrders, type PastLine, type PastOrder } from '#server/buying/orders/shared-queries-past.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listPastGoods, type PastGood } from './queries.ts'
import type { VisitorShop } from './shop.ts'

type Visitor = { organisationId: number; contractId: number; account: { id: number; name: string } }

/** Days since each order, its way, how many goods, and which part of what was shipped is paid. */
const past: { days: number; states: PastOrder['states'][number]['state'][]; goods: number; paid: number }[] = [
  { days: 47, states: [newOrder, accepted, picking, fullyShipped, done], goods: 6, paid: 1 },
  { days: 27, states: [newOrder, accepted, picking, fullyShipped], goods: 5, paid: 0.6 },
  { days: 16, states: [newOrder, cancelled], goods: 2, paid: 0 },
  { days: 9, states: [newOrder, accepted, picking, fullyShipped], goods: 4, paid: 0 },
  { days: 3, states: [newOrder, accepted, picking, partlyShipped], goods: 3, paid: 0 },
]
export const deferralDays = 14
const vatPercent = 22
const lineKopecks = 600_000
const dayMs = 86_400_000
const stepMs = 0.4 * dayMs
const greeting =
  'Здравствуйте! Это демо-режим: можно писать, прикладывать файлы и называть заказы, но ответа не будет. Чтобы говорить с менеджером, запросите доступ.'

/**
 * What a visitor finds: orders on their way and ended, books with a debt, a chat. Nothing of it holds stock. Answers
 * what was shipped.
 */
export async function insertPast(tx: Db, visitor: Visitor, shop: VisitorShop, now: Date): Promise<PastSale[]> {
  const { organisationId, account } = visitor
  await insertGreeting(tx, { accountId: account.id, organisationId, author: 'Портал', text: greeting })
  const goods = await listPastGoods(tx, shop, { limit: past.reduce((sum, { goods }) => sum + goods, 0) })
  const orders = ordersOf(goods, now)
  if (orders.length === 0) return []
  const ids = await insertPastOrders(tx, { ...visitor, warehouseId: shop.warehouseId }, orders)
  const sales = orders.flatMap((order, index) => saleOf(order, { orderId: ids[index] ?? 0, index }))
  if (sales.length > 0) await insertPastSales(tx, { contractId: visitor.contractId, sales })
  return sales
}

/** Each with goods of its own; where there are too few of them, fewer orders. */
function ordersOf(goods: readonly PastGood[], now: Date): PastOrder[] {
  let taken = 0
  const orders = past.map(({ days, states, goods: count, paid }) => {
    const lines = goods.slice(taken, taken + count).map((good, position) => lineOf(good, states.at(-1), position))
    taken += count
    const begunMs = now.getTime() - days * dayMs
    return {
      lines,
      paidKopecks: Math.round((shippedKopecks(lines) * paid) / 100) * 100,
      states: states.map((state, step) => ({ state, at: new Date(begunMs + step * stepMs) })),
    }
  })
  return orders.filter(({ lines }) => lines.length > 0)
}

/** Of an order shipped in part the last line has not gone. */
function lineOf(good: PastGood, state: number | undefined, position: number): PastLine {
  const { stepMilli, ...line } = good
  const stepKopecks = Math.max(1, lineSumKopecks(good.priceKopecks, stepMilli))
  const steps = Math.min(40, Math.max(1, Math.round(lineKopecks / stepKopecks)))
  const quantityMilli = stepMilli * steps
  const gone = state !== cancelled && !(state === partlyShipped && position > 0)
  return { ...line, quantityMilli, shippedMilli: gone ? quantityMilli : 0, vatPercent }
}

const sumOf = ({ priceKopecks, quantityMilli }: PastLine) => lineSumKopecks(priceKopecks, quantityMilli)

const shippedOf = (lines: readonly PastLine[]) => lines.filter(({ shippedMilli }) => shippedMilli > 0)
const shippedKopecks = (lines: readonly PastLine[]) => shippedOf(lines).reduce((sum, line) => sum + sumOf(line), 0)

/** Its УПД of the day after, and the payment; nothing where nothing was shipped. */
function saleOf(
  { lines, states, paidKopecks }: PastOrder,
  { orderId, index }: { orderId: number; index: number },
): PastSale | [] {
  const [begun] = states
  const shipped = shippedOf(lines)
  if (!begun || shipped.length === 0) return []
  const day = addDays(dayOf(begun.at), 1)
  const dueOn = addDays(day, deferralDays)
  return {
    orderId,
    number: String(401 + index),
    day,
    dueOn,
    kopecks: shippedKopecks(lines),
    goods: shipped.map((line) => {
      const { productId, articul, name, unit, quantityMilli } = line
      const sumKopecks = sumOf(line)
      const vatKopecks = Math.round((sumKopecks * vatPercent) / (100 + vatPercent))
      return { productId, articul, name, unit, quantityMilli, sumKopecks, vatKopecks }
    }),
    payment:
      paidKopecks === 0 ? undefined : { number: String(218 + index), day: addDays(dueOn, -2), kopecks: paidKopecks },
  }
}
