import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import {
  accepted,
  awaitingApproval,
  awaitingPayment,
  cancelled,
  done,
  inProcurement,
  newOrder,
  partlyShipped,
  picking,
  readyForPickup,
  fullyShipped,
} from '#shared/rules/order-states.ts'
import { prices, products, stocks } from '#server/platform/db/schema/catalogue.ts'
import { orderEvents, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { reserveLines } from '#server/catalogue/stock/shared-queries-reserve.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { debtOf, fillCredit } from './debts.ts'
import { randomFor, type Random } from './random.ts'

/** States of product.md §5 along the way of an order, with the days that pass before each. */
const ways: { states: number[]; ageDays: number; paidShare: number }[] = [
  { states: [newOrder], ageDays: 0, paidShare: 0 },
  { states: [newOrder, awaitingApproval], ageDays: 1, paidShare: 0 },
  { states: [newOrder, accepted], ageDays: 1, paidShare: 0 },
  { states: [newOrder, accepted, awaitingPayment], ageDays: 2, paidShare: 0.4 },
  { states: [newOrder, accepted, awaitingPayment, inProcurement], ageDays: 4, paidShare: 1 },
  { states: [newOrder, accepted, awaitingPayment, picking], ageDays: 5, paidShare: 1 },
  { states: [newOrder, accepted, awaitingPayment, picking, readyForPickup], ageDays: 6, paidShare: 1 },
  { states: [newOrder, accepted, awaitingPayment, picking, partlyShipped], ageDays: 9, paidShare: 1 },
  { states: [newOrder, accepted, awaitingPayment, picking, fullyShipped], ageDays: 12, paidShare: 1 },
  { states: [newOrder, accepted, awaitingPayment, picking, fullyShipped, done], ageDays: 20, paidShare: 1 },
  { states: [newOrder, cancelled], ageDays: 8, paidShare: 0 },
]
const holding: readonly number[] = [
  newOrder,
  awaitingApproval,
  accepted,
  awaitingPayment,
  inProcurement,
  picking,
  readyForPickup,
]
const shipped: readonly number[] = [fullyShipped, done]
const ended: readonly number[] = [done, cancelled]
const seed = 20_261
/** Enough for a sum above the employee's limit. */
const manyLines = 70
const remarks = [
  'Позвоните за час до приезда',
  'Счёт на другое юрлицо не выставлять',
  'Пропуск заказан на 24-й склад, въезд с улицы',
  'Если чего-то не хватит, отгружайте без него',
]

/** A history of orders in every state, for both buyers; it counts as sent to 1C. */
export async function insertDemoHistory(db: Db, { vector, yug }: DemoBuyers, now: Date): Promise<void> {
  const buyers: (Buyer & { rounds: number })[] = [
    { ...vector, contractId: vector.contracts.main, warehouseId: vector.warehouses.moscow, rounds: 6 },
    {
      ...vector,
      contractId: vector.contracts.deferred,
      people: vector.people.slice(0, 1),
      warehouseId: vector.warehouses.kazan,
      rounds: 3,
      owes: true,
    },
    { ...yug, contractId: yug.contracts.dealer, warehouseId: yug.warehouses.kazan, rounds: 3 },
  ]
  for (const buyer of buyers) {
    const goods = await listGoods(db, buyer)
    for (let round = buyer.rounds - 1; round >= 0; round -= 1) {
      // What is three weeks old is no longer in work.
      for (const [index, way] of ways
        .filter(({ states }) => round === 0 || ended.includes(states.at(-1) ?? newOrder))
        .toReversed()
        .entries()) {
        const random = randomFor(seed, `order:${buyer.contractId}:${round}:${index}`)
        await insertOrder(db, buyer, goods, { ...way, ageDays: way.ageDays + round * 21 }, now, random)
      }
    }
    if (buyer.owes === true) await fillCredit(db, buyer)
  }
}

type Buyer = {
  /** Has not paid what was shipped, in time. */ owes?: boolean
  organisationId: number
  contractId: number
  people: { id: number; name: string }[]
  warehouseId: number
  addressId: number
  zoneId?: number
}
type Goods = Awaited<ReturnType<typeof listGoods>>

/** Goods that the contract buys and its warehouse has plenty of. */
function listGoods(db: Db, { contractId, warehouseId }: Buyer) {
  return db
    .select({
      productId: products.id,
      name: products.name,
      articul: products.articul,
      unit: products.unit,
      stepMilli: products.stepMilli,
      priceKopecks: prices.priceKopecks,
    })
    .from(products)
    .innerJoin(contracts, eq(contracts.id, contractId))
    .innerJoin(prices, and(eq(prices.productId, products.id), eq(prices.priceTypeId, contracts.priceTypeId)))
    .innerJoin(stocks, and(eq(stocks.productId, products.id), eq(stocks.warehouseId, warehouseId)))
    .where(
      and(
        eq(products.active, true),
        gt(stocks.onHandMilli, sql`${products.stepMilli} * 40`),
        isNull(products.parentId),
      ),
    )
    .orderBy(asc(products.id))
    .limit(600)
}

async function insertOrder(
  db: Db,
  buyer: Buyer,
  goods: Goods,
  way: (typeof ways)[number],
  now: Date,
  random: Random,
): Promise<void> {
  const createdAt = new Date(now.getTime() - way.ageDays * 86_400_000 - random.integer(5, 300) * 60_000)
  const state = way.states.at(-1) ?? newOrder
  const [head] = buyer.people
  const picked = random.pick(buyer.people)
  // What waits for the head's approval is an employee's.
  const person = state === awaitingApproval ? (buyer.people.at(-1) ?? picked) : picked
  const waiting = state === awaitingApproval && person.id !== head?.id
  const lines = pickLines(goods, random, state, waiting ? manyLines : random.integer(2, 24))
  const pickup = random.chance(0.5)
  const deliveryKopecks = pickup ? 0 : 120_000
  const sumKopecks = lines.reduce((sum, line) => sum + line.sumKopecks, deliveryKopecks)
  const debt = buyer.owes === true ? debtOf({ state, ageDays: way.ageDays, now }) : undefined
  const [order] = await db
    .insert(orders)
    .values({
      number: sql`'0000-' || lpad(nextval('order_numbers')::text, 6, '0')`,
      organisationId: buyer.organisationId,
      contractId: buyer.contractId,
      accountId: person.id,
      state,
      approval: waiting ? 'waiting' : null,
      sumKopecks,
      deliveryKopecks,
      paidKopecks: Math.round(sumKopecks * (debt ?? way).paidShare),
      payUntil: debt?.payUntil ?? null,
      deliveryMethodId: deliveryMethodId(pickup ? 'pickup' : 'ownTransport'),
      deliveryZoneId: pickup ? null : buyer.zoneId,
      addressId: pickup ? null : buyer.addressId,
      deliveryDate: pickup ? null : deliveryDay(createdAt),
      clientNumber: random.chance(0.5) ? `З-${random.integer(400, 990)}` : '',
      code1c: state === newOrder || waiting ? null : `ОПТ${String(random.integer(1000, 99_999)).padStart(8, '0')}`,
      comment: random.chance(0.3) ? random.pick(remarks) : '',
      cancelRequested: state === picking && random.chance(0.5),
      createdAt,
      updatedAt: createdAt,
      // 1C gets it once it is approved.
      ...(waiting ? {} : { confirmedVersion: 1, confirmedAt: createdAt }),
    })
    .returning({ id: orders.id })
  const orderId = order?.id ?? 0
  const numbered = lines.map((line, index) => ({
    ...line,
    orderId,
    position: index + 1,
    warehouseId: buyer.warehouseId,
  }))
  await db.insert(orderLines).values(numbered)
  // In these states the goods have not left.
  if (holding.includes(state))
    await reserveLines(db, {
      orderId,
      lines: numbered.map(({ position, quantityMilli }) => ({ position, milli: quantityMilli })),
    })
  const reachedStates = waiting ? [state] : way.states
  await db.insert(orderEvents).values(
    reachedStates.map((reached, step) => ({
      orderId,
      state: reached,
      at: new Date(createdAt.getTime() + (step * way.ageDays * 86_400_000) / (reachedStates.length + 1)),
      author: step === 0 ? person.name : step === 1 ? 'Анна Ковалёва' : '1С',
      comment:
        reached === cancelled
          ? 'Отменён покупателем'
          : waiting
            ? 'Сумма выше лимита сотрудника на заказ: нужно согласование'
            : '',
    })),
  )
}

/** The second weekday after the order. */
function deliveryDay(createdAt: Date): string {
  const day = new Date(createdAt.getTime() + 2 * 86_400_000)
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

function pickLines(goods: Goods, random: Random, state: number, count: number) {
  const chosen = new Map(Array.from({ length: count }, () => random.pick(goods)).map((good) => [good.productId, good]))
  return [...chosen.values()].map(({ stepMilli, ...good }, index) => {
    const quantityMilli = stepMilli * random.integer(2, 24)
    const gone = shipped.includes(state) || (state === partlyShipped && random.chance(0.6))
    // Shipped in part, the first has gone and the last has not.
    const shippedMilli =
      state === partlyShipped && index === chosen.size - 1
        ? 0
        : gone || (state === partlyShipped && index === 0)
          ? quantityMilli
          : 0
    return {
      ...good,
      quantityMilli,
      shippedMilli,
      vatPercent: 22,
      sumKopecks: lineSumKopecks(good.priceKopecks, quantityMilli),
    }
  })
}
