import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStateSequence } from '#shared/rules/order-states.ts'
import type { IncomingLine, IncomingOrder } from './incoming.ts'
import type { CurrentLine } from './match-lines.ts'
import { planOrder, type CurrentOrder, type Plan, type PlanContext } from './plan-order.ts'

const goods = ['a', 'b', 'c#1', 'd']
const warehouses = new Map([
  ['w1', 1],
  ['w2', 2],
])
const products = new Map(
  goods.map((code1c, id) => [code1c, { id, code1c, name: code1c, articul: '', unit: 'шт', vatPercent: 22 }]),
)
const amount = fc.integer({ min: 0, max: 9000 })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const line: fc.Arbitrary<CurrentLine> = fc
  .record({
    position: fc.integer({ min: 1, max: 50 }),
    productId: fc.integer({ min: 0, max: 3 }),
    warehouseId: fc.constantFrom(1, 2),
    code1c: fc.constant(''),
    quantityMilli: fc.integer({ min: 1, max: 9000 }),
    priceKopecks: amount,
    sumKopecks: amount,
    shippedMilli: amount,
    cancelled: fc.boolean(),
    reservedMilli: amount,
  })
  .map((each) => ({
    ...each,
    code1c: goods[each.productId] ?? '',
    shippedMilli: Math.min(each.shippedMilli, each.quantityMilli),
    reservedMilli: each.cancelled ? 0 : Math.min(each.reservedMilli, each.quantityMilli),
  }))

const current: fc.Arbitrary<CurrentOrder> = fc.record({
  id: fc.constant(1),
  number: fc.constant('T-1'),
  state: fc.constantFrom(...orderStateSequence),
  code1c: fc.constant(null),
  sumKopecks: amount,
  paidKopecks: amount,
  deliveryKopecks: amount,
  cancelRequested: fc.boolean(),
  confirmed: fc.boolean(),
  hasUnexportedChanges: fc.boolean(),
  lines: fc.uniqueArray(line, { selector: ({ position }) => position, minLength: 1, maxLength: 5 }),
})

const row: fc.Arbitrary<IncomingLine> = fc.record({
  code: fc.constantFrom(...goods, 'unknown', 'ORDER_DELIVERY'),
  name: fc.constant('т'),
  service: fc.boolean(),
  quantityMilli: amount,
  priceKopecks: optional(amount),
  sumKopecks: optional(amount),
  warehouse: fc.constantFrom('', 'w1', 'w2', 'нет такого'),
  shippedMilli: optional(amount),
})

const incomingOrders: fc.Arbitrary<IncomingOrder> = fc.record({
  siteNumber: fc.constant(''),
  number: fc.constant('T-1'),
  id: fc.constant('T-1'),
  code1c: optional(fc.constant('УТ-1')),
  posted: fc.boolean(),
  cancelled: fc.boolean(),
  status: fc.constantFrom('', 'Новый', 'Принят', 'К отгрузке', 'Отгружен частично', 'Закрыт', 'Отменён', 'непонятный'),
  paid: fc.constantFrom(undefined, 'full' as const, { kopecks: 500 }),
  shipped: fc.constantFrom(undefined, 'full' as const, 'some' as const),
  shippedByCode: optional(fc.array(fc.tuple(fc.constantFrom(...goods), amount)).map((pairs) => new Map(pairs))),
  lines: optional(fc.array(row, { maxLength: 5 })),
})

const around = (stockMeaning: 'free' | 'onHand'): PlanContext => ({
  stockMeaning,
  states: {},
  warehouseIdOf: (warehouse) => warehouses.get(warehouse),
  products,
})

const after = (order: CurrentOrder, plan: Plan): CurrentOrder => ({
  ...order,
  ...plan,
  confirmed: true,
  lines: [...plan.lines, ...plan.added],
})

test('applying a document twice changes nothing, and no line reserves or ships more than its quantity', () => {
  fc.assert(
    fc.property(current, incomingOrders, fc.constantFrom('free', 'onHand'), (order, document, stockMeaning) => {
      const plan = planOrder(order, document, around(stockMeaning))
      const next = after(order, plan)
      const again = planOrder(next, document, around(stockMeaning))
      expect(after(next, again)).toEqual(after(next, { ...again, ...pickState(next), lines: next.lines, added: [] }))
      expect(again.changed).toBe(false)
      for (const each of next.lines) {
        expect(each.reservedMilli).toBeGreaterThanOrEqual(0)
        expect(each.reservedMilli).toBeLessThanOrEqual(each.cancelled ? 0 : each.quantityMilli)
        expect(each.shippedMilli).toBeLessThanOrEqual(each.quantityMilli)
      }
      if (next.state === 4) expect(next.lines.every(({ reservedMilli }) => reservedMilli === 0)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

function pickState({ state, code1c, sumKopecks, paidKopecks, deliveryKopecks, cancelRequested }: CurrentOrder) {
  return { state, code1c, sumKopecks, paidKopecks, deliveryKopecks, cancelRequested }
}
