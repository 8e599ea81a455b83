import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { byExchange } from '#server/platform/audit/changed-by.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { receiveOrders } from '#server/doors/exchange/orders/receive-orders.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { document } from '#tests/support/export-1c.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { orderXml } from '#tests/support/books/order-fixture.ts'
import { addOrder, brokenReservations } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let staff: Visitor
let contractId: number
let codes: string[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{}, {}] })
  staff = await signedIn(portal, world.adminId)
  contractId = await world.addContract({ payment: 'deferred', deferralDays: 14 })
  codes = (await portal.db.select({ code: products.code1c }).from(products).orderBy(asc(products.id))).map(
    ({ code }) => code,
  )
})
afterAll(() => portal.close())
afterEach(async () => {
  await writeSetting(portal.db, 'stock.meaning', 'free')
  expect(await brokenReservations(portal.db)).toEqual([])
})

type Order = { id: number; number: string }

/** 10 and 4 on deferred payment. */
async function order(state: number): Promise<Order> {
  const lines = world.productIds.map((productId, index) => ({
    productId,
    warehouseId: world.warehouseIds[0] ?? 0,
    quantity: index === 0 ? 10 : 4,
  }))
  return addOrder(portal.db, { ...world, contractId }, { lines, state })
}

const report = async ({ number }: Order, status: string, shipped?: [number, number]) => {
  const shippedLine = (quantity: number) =>
    '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Отгружено</Наименование>' +
    `<Значение>${quantity}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
  const rows = shipped && [
    { code: codes[0], quantity: 10, more: shippedLine(shipped[0]) },
    { code: codes[1], quantity: 4, more: shippedLine(shipped[1]) },
  ]
  const bytes = Buffer.from(
    document(orderXml(number, { requisites: { 'Статус заказа': status }, ...(rows ? { rows } : {}) })),
  )
  return receiveOrders({ db: portal.db, by: byExchange(null) }, async function* () {
    yield bytes
  })
}

const move = async ({ id }: Order, state: number) => call(staffApi.staffSetState, { id, state }, staff)

async function look({ id }: Order) {
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, id))
  const lines = await portal.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)
  return {
    state: row?.state,
    payUntil: row?.payUntil,
    lines: lines.map(({ shippedMilli, reservedMilli }) => [shippedMilli, reservedMilli]),
  }
}

test.each(['free', 'onHand'] as const)(
  'a partly shipped order closed by staff or by 1C has the same shipped, reserved and due values (%s)',
  async (meaning) => {
    await writeSetting(portal.db, 'stock.meaning', meaning)
    const [byStaff, by1c] = [await order(10), await order(10)]
    for (const each of [byStaff, by1c]) await report(each, 'Отгружен частично', [7, 0])
    await move(byStaff, 3)
    await report(by1c, 'Выполнен')
    const held = meaning === 'free' ? [10_000, 4000] : [0, 0]
    const closed = {
      state: 3,
      payUntil: addDays(dayOf(new Date()), 14),
      lines: [
        [7000, held[0]],
        [0, held[1]],
      ],
    }
    expect(await look(by1c), 'by 1C').toEqual(closed)
    expect(await look(byStaff), 'by staff').toEqual(closed)
  },
)

test('quantities shipped by 1C stay when staff close an order waiting for pickup', async () => {
  const [byStaff, by1c] = [await order(10), await order(10)]
  for (const each of [byStaff, by1c]) await report(each, 'Готов к выдаче', [7, 4])
  await move(byStaff, 3)
  await report(by1c, 'Выполнен')
  expect((await look(by1c)).lines.map(([shipped]) => shipped)).toEqual([7000, 4000])
  expect((await look(byStaff)).lines.map(([shipped]) => shipped)).toEqual([7000, 4000])
})

test('a partly shipped line reduced by staff or 1C keeps the rest reserved', async () => {
  await writeSetting(portal.db, 'stock.meaning', 'onHand')
  const [byStaff, by1c] = [await order(10), await order(10)]
  for (const each of [byStaff, by1c]) await report(each, 'В сборке', [6, 0])
  expect((await look(byStaff)).lines).toEqual([
    [6000, 4000],
    [0, 4000],
  ])
  const { version } = (await call(staffApi.staffGetOrder, { id: byStaff.id }, staff)).order
  await call(staffApi.staffChangeOrder, { id: byStaff.id, version, lines: [{ line: 1, qnt: 8 }] }, staff)
  await receiveOrders({ db: portal.db, by: byExchange(null) }, async function* () {
    yield Buffer.from(
      document(
        orderXml(by1c.number, {
          rows: [
            { code: codes[0], quantity: 8 },
            { code: codes[1], quantity: 4 },
          ],
        }),
      ),
    )
  })
  expect((await look(by1c)).lines).toEqual([
    [6000, 2000],
    [0, 4000],
  ])
  expect((await look(byStaff)).lines).toEqual([
    [6000, 2000],
    [0, 4000],
  ])
})

test('shipping the rest marks all of it as shipped', async () => {
  const placed = await order(10)
  await report(placed, 'Отгружен частично', [7, 0])
  await move(placed, 11)
  expect((await look(placed)).lines.map(([shipped]) => shipped)).toEqual([10_000, 4000])
})
