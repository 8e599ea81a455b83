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
  type OrderState,
} from '#shared/rules/order-states.ts'
import { prices, products, stocks } from '#server/platform/db/schema/catalogue.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { insertPastOrders, type PastOrder } from '#server/buying/orders/shared-queries-demo-orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { DemoBuyers } from './buyers.ts'
import { paymentOf, setDebtAndLimit } from './debts.ts'
import { randomFor, type Random } from './random.ts'

/** A sequence of order states (product.md §5), with the age of the order. */
type Scenario = { states: OrderState[]; ageDays: number; paidShare: number }

const scenarios: Scenario[] = [
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
const reservingStates: readonly number[] = [
  newOrder,
  awaitingApproval,
  accepted,
  awaitingPayment,
  inProcurement,
  picking,
  readyForPickup,
]
const shippedStates: readonly number[] = [fullyShipped, done]
const endedStates: readonly number[] = [done, cancelled]
const seed = 20_261
/** Enough to exceed the employee's limit. */
const largeOrderLines = 70
const remarks = [
  'Позвоните за час до приезда',
  'Счёт на другое юрлицо не выставлять',
  'Пропуск заказан на 24-й склад, въезд с улицы',
  'Если чего-то не хватит, отгружайте без него',
]

/** Orders in every state for both buyers, as already exported to 1C. */
export async function insertDemoHistory(db: Db, { vector, yug }: DemoBuyers, now: Date): Promise<void> {
  const buyers: (Buyer & { rounds: number })[] = [
    { ...vector, contractId: vector.contracts.main, warehouseId: vector.warehouses.moscow, rounds: 6 },
    {
      ...vector,
      contractId: vector.contracts.deferred,
      people: vector.people.slice(0, 1),
      warehouseId: vector.warehouses.kazan,
      rounds: 3,
      hasOverdueDebt: true,
    },
    { ...yug, contractId: yug.contracts.dealer, warehouseId: yug.warehouses.kazan, rounds: 3 },
  ]
  for (const buyer of buyers) {
    const goods = await listGoods(db, buyer)
    for (let round = buyer.rounds - 1; round >= 0; round -= 1) {
      // Orders older than three weeks are no longer in progress.
      for (const [index, scenario] of scenarios
        .filter(({ states }) => round === 0 || endedStates.includes(states.at(-1) ?? newOrder))
        .toReversed()
        .entries()) {
        const random = randomFor(seed, `order:${buyer.contractId}:${round}:${index}`)
        await insertScenario(db, buyer, goods, { ...scenario, ageDays: scenario.ageDays + round * 21 }, now, random)
      }
    }
    if (buyer.hasOverdueDebt === true) await setDebtAndLimit(db, buyer)
  }
}

type Buyer = {
  /** Has overdue payments. */ hasOverdueDebt?: boolean
  organisationId: number
  contractId: number
  people: { id: number; name: string }[]
  warehouseId: number
  addressId: number
  zoneId?: number
}
type Goods = Awaited<ReturnType<typeof listGoods>>

/** Goods sold under the contract and well in stock. */
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

async function insertScenario(
  db: Db,
  buyer: Buyer,
  goods: Goods,
  scenario: Scenario,
  now: Date,
  random: Random,
): Promise<void> {
  const createdAt = new Date(now.getTime() - scenario.ageDays * 86_400_000 - random.integer(5, 300) * 60_000)
  const state = scenario.states.at(-1) ?? newOrder
  const [head] = buyer.people
  const randomPerson = random.pick(buyer.people)
  // Only an employee's order waits for approval.
  const person = state === awaitingApproval ? (buyer.people.at(-1) ?? randomPerson) : randomPerson
  const awaitsApproval = state === awaitingApproval && person.id !== head?.id
  const count = awaitsApproval ? largeOrderLines : random.integer(2, 24)
  const { warehouseId } = buyer
  const lines = pickLines(goods, random, state, count).map((line) => ({ ...line, warehouseId }))
  const pickup = random.chance(0.5)
  const deliveryKopecks = pickup ? 0 : 120_000
  const sumKopecks = lines.reduce(
    (sum, { priceKopecks, quantityMilli }) => sum + lineSumKopecks(priceKopecks, quantityMilli),
    deliveryKopecks,
  )
  const debt = buyer.hasOverdueDebt === true ? paymentOf({ state, ageDays: scenario.ageDays, now }) : undefined
  const reachedStates: OrderState[] = awaitsApproval ? [awaitingApproval] : scenario.states
  const past: PastOrder = {
    columns: {
      organisationId: buyer.organisationId,
      contractId: buyer.contractId,
      accountId: person.id,
      approval: awaitsApproval ? 'waiting' : null,
      deliveryKopecks,
      paidKopecks: Math.round(sumKopecks * (debt ?? scenario).paidShare),
      payUntil: debt?.payUntil ?? null,
      deliveryMethodId: deliveryMethodId(pickup ? 'pickup' : 'ownTransport'),
      deliveryZoneId: pickup ? null : buyer.zoneId,
      addressId: pickup ? null : buyer.addressId,
      deliveryDate: pickup ? null : deliveryDay(createdAt),
      clientNumber: random.chance(0.5) ? `З-${random.integer(400, 990)}` : '',
      code1c:
        state === newOrder || awaitsApproval ? null : `ОПТ${String(random.integer(1000, 99_999)).padStart(8, '0')}`,
      comment: random.chance(0.3) ? random.pick(remarks) : '',
      ...(state === picking && random.chance(0.5) ? requestToCancel(createdAt, now) : {}),
      // Exported to 1C only after approval.
      ...(awaitsApproval ? {} : { confirmedVersion: 1, confirmedAt: createdAt }),
    },
    placedAt: createdAt,
    changedAt: createdAt,
    events: reachedStates.map((reached, step) => ({
      state: reached,
      at: new Date(createdAt.getTime() + (step * scenario.ageDays * 86_400_000) / (reachedStates.length + 1)),
      author: step === 0 ? person.name : step === 1 ? 'Анна Ковалёва' : '1С',
      ...(step === 0 ? { accountId: person.id } : {}),
      comment:
        reached === cancelled
          ? 'Отменён покупателем'
          : awaitsApproval
            ? 'Сумма выше лимита сотрудника на заказ: нужно согласование'
            : '',
    })),
    lines,
    reserves: reservingStates.includes(state),
  }
  await insertPastOrders(db, [past])
}

/** Asked for lately. */
function requestToCancel(placedAt: Date, now: Date) {
  const ageMs = now.getTime() - placedAt.getTime()
  return { cancelRequested: true, cancelRequestedAt: new Date(now.getTime() - ageMs * 0.05) }
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
    const isShipped = shippedStates.includes(state) || (state === partlyShipped && random.chance(0.6))
    // In a partly shipped order the first line is shipped and the last is not.
    const shippedMilli =
      state === partlyShipped && index === chosen.size - 1
        ? 0
        : isShipped || (state === partlyShipped && index === 0)
          ? quantityMilli
          : 0
    return {
      ...good,
      quantityMilli,
      shippedMilli,
      vatPercent: 22,
    }
  })
}
