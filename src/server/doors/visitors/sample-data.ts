import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { includedVatKopecks, lineSumKopecks } from '#shared/rules/money.ts'
import {
  accepted,
  cancelled,
  done,
  fullyShipped,
  newOrder,
  partlyShipped,
  picking,
  type OrderState,
} from '#shared/rules/order-states.ts'
import { insertGreeting } from '#server/aftersale/chat/shared-queries-greet.ts'
import { insertSampleSales, type SampleSale } from '#server/buying/ledger/shared-queries-sample.ts'
import { insertPastOrders, type PastLine, type PastOrder } from '#server/buying/orders/shared-queries-demo-orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listSampleGoods, type SampleGood } from './queries.ts'
import type { DemoShop } from './shop.ts'

type Visitor = { organisationId: number; contractId: number; account: { id: number; name: string } }

type SampleOrder = { days: number; states: OrderState[]; goods: number; paid: number }

/** Age of each order in days, its states, number of goods, and the paid share of what was shipped. */
const sampleOrders: SampleOrder[] = [
  { days: 47, states: [newOrder, accepted, picking, fullyShipped, done], goods: 6, paid: 1 },
  { days: 27, states: [newOrder, accepted, picking, fullyShipped], goods: 5, paid: 0.6 },
  { days: 16, states: [newOrder, cancelled], goods: 2, paid: 0 },
  { days: 9, states: [newOrder, accepted, picking, fullyShipped], goods: 4, paid: 0 },
  { days: 3, states: [newOrder, accepted, picking, partlyShipped], goods: 3, paid: 0 },
]
export const deferralDays = 14
const vatPercent = 22
const targetLineKopecks = 600_000
const dayMs = 86_400_000
const stateIntervalMs = 0.4 * dayMs
const greeting =
  'Здравствуйте! Это демо-режим: можно писать, прикладывать файлы и называть заказы, но ответа не будет. ' +
  'Чтобы говорить с менеджером, запросите доступ.'

/**
 * Inserts a visitor's sample data: orders in several states, a ledger with a debt, a chat. None of it reserves stock.
 * Returns the sales.
 */
export async function insertSampleData(tx: Db, visitor: Visitor, shop: DemoShop, now: Date): Promise<SampleSale[]> {
  const { organisationId, contractId, account } = visitor
  await insertGreeting(tx, { accountId: account.id, organisationId, author: 'Портал', text: greeting })
  const goods = await listSampleGoods(tx, shop, { limit: sampleOrders.reduce((sum, { goods }) => sum + goods, 0) })
  const orders = ordersOf(goods, { visitor, warehouseId: shop.warehouseId, now })
  if (orders.length === 0) return []
  const ids = await insertPastOrders(tx, orders)
  const sales = orders.flatMap((order, index) => saleOf(order, { orderId: ids[index] ?? 0, index }))
  if (sales.length > 0) await insertSampleSales(tx, { contractId, sales })
  return sales
}

/** Each order has its own goods; fewer goods give fewer orders. */
function ordersOf(
  goods: readonly SampleGood[],
  { visitor, warehouseId, now }: { visitor: Visitor; warehouseId: number; now: Date },
): PastOrder[] {
  const { organisationId, contractId, account } = visitor
  let usedGoods = 0
  const orders = sampleOrders.map(({ days, states, goods: count, paid }) => {
    const lines = goods
      .slice(usedGoods, usedGoods + count)
      .map((good, position) => ({ ...lineOf(good, states.at(-1), position), warehouseId }))
    usedGoods += count
    const startedMs = now.getTime() - days * dayMs
    const at = (index: number) => new Date(startedMs + index * stateIntervalMs)
    return {
      columns: {
        organisationId,
        contractId,
        accountId: account.id,
        paidKopecks: Math.round((shippedKopecks(lines) * paid) / 100) * 100,
        deliveryMethodId: deliveryMethodId('pickup'),
      },
      placedAt: at(0),
      changedAt: at(states.length - 1),
      events: states.map((state, index) => ({
        state,
        at: at(index),
        ...(index === 0 ? { author: account.name, accountId: account.id } : { author: '1С' }),
      })),
      lines,
      reserves: false,
    }
  })
  return orders.filter(({ lines }) => lines.length > 0)
}

/** The last lines of a partly shipped order are not shipped. */
function lineOf(good: SampleGood, state: number | undefined, position: number): Omit<PastLine, 'warehouseId'> {
  const { stepMilli, ...line } = good
  const stepKopecks = Math.max(1, lineSumKopecks(good.priceKopecks, stepMilli))
  const steps = Math.min(40, Math.max(1, Math.round(targetLineKopecks / stepKopecks)))
  const quantityMilli = stepMilli * steps
  const isShipped = state !== cancelled && !(state === partlyShipped && position > 0)
  return { ...line, quantityMilli, shippedMilli: isShipped ? quantityMilli : 0, vatPercent }
}

const sumOf = ({ priceKopecks, quantityMilli }: PastLine) => lineSumKopecks(priceKopecks, quantityMilli)

const shippedOf = (lines: readonly PastLine[]) => lines.filter(({ shippedMilli }) => shippedMilli > 0)
const shippedKopecks = (lines: readonly PastLine[]) => shippedOf(lines).reduce((sum, line) => sum + sumOf(line), 0)

/** The УПД of the next day, and its payment; nothing if nothing was shipped. */
function saleOf(
  { lines, placedAt, columns: { paidKopecks = 0 } }: PastOrder,
  { orderId, index }: { orderId: number; index: number },
): SampleSale | [] {
  const shipped = shippedOf(lines)
  if (shipped.length === 0) return []
  const day = addDays(dayOf(placedAt), 1)
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
      const vatKopecks = includedVatKopecks(sumKopecks, vatPercent)
      return { productId, articul, name, unit, quantityMilli, sumKopecks, vatKopecks }
    }),
    payment:
      paidKopecks === 0 ? undefined : { number: String(218 + index), day: addDays(dueOn, -2), kopecks: paidKopecks },
  }
}
