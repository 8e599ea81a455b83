import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { warehouses } from '#server/platform/db/schema/catalogue.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { document } from '#tests/support/export-1c.ts'
import { openOrderFixture, orderXml, type OrderFixture } from '#tests/support/books/order-fixture.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { confirmOrders, exportOrders } from './export-orders.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await openOrderFixture()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())
afterEach(async () => expect(await brokenReservations(desk.db)).toEqual([]))

describe('lines', () => {
  test('reduced, repriced, removed and added lines update the reservations', async () => {
    const { id, number } = await desk.place({ state: 5 })
    await desk.receive(
      document(
        orderXml(number, {
          rows: [
            { code: desk.codes[0], quantity: 1, price: 120, sum: 110 },
            { code: desk.codes[3], quantity: 4.5, price: 6 },
          ],
        }),
      ),
    )
    expect(await desk.look(id)).toMatchObject({
      sumKopecks: 13_700,
      state: 5,
      lines: [
        { quantityMilli: 1000, priceKopecks: 12_000, sumKopecks: 11_000, reservedMilli: 1000, cancelled: false },
        { quantityMilli: 3000, reservedMilli: 0, cancelled: true },
        {
          productId: desk.world.productIds[3],
          name: 'Болт',
          quantityMilli: 4500,
          priceKopecks: 600,
          sumKopecks: 2700,
          vatPercent: 22,
          reservedMilli: 4500,
        },
      ],
      events: [
        { state: 5, author: '1С', comment: 'Строки заказа: удалено — 1, изменено количество — 1, добавлено — 1' },
      ],
    })
    const changes = await desk.db.execute(
      sql`select count(distinct product_id)::int as goods from catalogue_changes where kind = 'stock'`,
    )
    expect(changes.rows[0]).toMatchObject({ goods: 3 })
  })

  test('the buyer sees what 1C changed until somebody else changes it, or 1C takes it back', async () => {
    const { id, number } = await desk.place({ state: 5 })
    const [first = '', second = ''] = desk.codes
    const added = { code: desk.codes[3], quantity: 2, price: 6 }
    const changedFrom = async () => {
      const { rows } = await desk.db.execute<{ from: number | null }>(sql`
        select changed_from_milli::int as "from" from order_lines where order_id = ${id} order by position`)
      return rows.map(({ from }) => from)
    }
    const before = (await desk.look(id)).lines.map(({ quantityMilli }) => quantityMilli)
    expect(await changedFrom()).toEqual([null, null])
    await desk.receive(document(orderXml(number, { rows: [{ code: first, quantity: 1 }, added] })))
    expect(await changedFrom()).toEqual([before[0], before[1], 0])
    await desk.receive(document(orderXml(number, { rows: [{ code: first, quantity: 0.5 }, added] })))
    expect(await changedFrom()).toEqual([before[0], before[1], 0])
    const own = before.map((quantity) => quantity / 1000)
    await desk.receive(
      document(
        orderXml(number, {
          rows: [{ code: first, quantity: own[0] ?? 0 }, { code: second, quantity: own[1] ?? 0 }, added],
        }),
      ),
    )
    expect(await changedFrom()).toEqual([null, null, 0])
  })

  test('rows without a warehouse apply to both lines of a good, rows with one to their own line', async () => {
    const [moscow = 0, petersburg = 0] = desk.world.warehouseIds
    const [productId = 0] = desk.world.productIds
    const [, code = ''] = (
      await desk.db.select({ code: warehouses.code1c }).from(warehouses).orderBy(asc(warehouses.id))
    ).map((each) => each.code)
    const lines = [
      { productId, warehouseId: moscow, quantity: 4 },
      { productId, warehouseId: petersburg, quantity: 2, reserved: false },
    ]
    const { id, number } = await desk.place({ lines })
    await desk.receive(document(orderXml(number, { rows: [{ code: desk.codes[0], quantity: 5 }] })))
    expect((await desk.look(id)).lines.map(({ quantityMilli }) => quantityMilli)).toEqual([4000, 1000])
    await desk.receive(document(orderXml(number, { rows: [{ code: desk.codes[0], quantity: 1, warehouse: code }] })))
    expect(await desk.look(id)).toMatchObject({
      sumKopecks: 10_000,
      lines: [
        { cancelled: true, reservedMilli: 0 },
        { quantityMilli: 1000, cancelled: false },
      ],
    })
  })

  test('prices without VAT and per pack are converted to the base unit with VAT', async () => {
    const { id, number } = await desk.place({ state: 5 })
    const tax =
      '<Налоги><Налог><Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме><Сумма>44</Сумма>' +
      '</Налог></Налоги>'
    await desk.receive(
      document(
        orderXml(number, {
          rows: [
            { code: desk.codes[0], quantity: 2, price: 100, sum: 200, more: tax },
            { code: desk.codes[1], quantity: 1, price: 300, sum: 300, more: '<Коэффициент>3</Коэффициент>' },
          ],
        }),
      ),
    )
    expect(await desk.look(id)).toMatchObject({
      sumKopecks: 54_400,
      lines: [
        { priceKopecks: 12_200, sumKopecks: 24_400 },
        { quantityMilli: 3000, priceKopecks: 10_000 },
      ],
    })
  })

  test('unknown goods are logged and the others applied; if all are unknown the lines stay', async () => {
    const { id, number } = await desk.place()
    const some = await desk.receive(
      document(
        orderXml(number, {
          rows: [
            { code: desk.codes[0], quantity: 2 },
            { code: 'nowhere', quantity: 1 },
          ],
        }),
      ),
    )
    expect(some.rejects).toMatchObject([
      { code: number, reason: 'Товар nowhere из заказа 1С на портале не найден: строка не принята' },
    ])
    expect(await desk.look(id)).toMatchObject({ lines: [{ cancelled: false }, { cancelled: true }] })

    const other = await desk.place()
    await desk.receive(
      document(orderXml(other.number, { rows: [{ code: 'nowhere', quantity: 1 }], requisites: { Проведен: 'true' } })),
    )
    expect(await desk.look(other.id)).toMatchObject({
      state: 5,
      sumKopecks: 50_000,
      lines: [{ cancelled: false }, { cancelled: false }],
    })
  })

  test('delivery is imported from a service row', async () => {
    const { id, number } = await desk.place({ deliveryKopecks: 30_000 })
    const service =
      '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ТипНоменклатуры</Наименование>' +
      '<Значение>Услуга</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>'
    const rows = [...desk.asOrdered, { code: 'ORDER_DELIVERY', quantity: 1, price: 450, sum: 450, more: service }]
    expect(await desk.receive(document(orderXml(number, { rows })))).toMatchObject({ rejects: [] })
    expect(await desk.look(id)).toMatchObject({ deliveryKopecks: 45_000, sumKopecks: 95_000 })
  })
})

describe('a document older than the portal’s version', () => {
  async function givenAndChanged(change: Partial<typeof orders.$inferInsert>) {
    const order = await desk.place({ state: 5 })
    const { body } = await exportOrders(desk, desk.exchangeId)
    for await (const _ of body) continue
    await confirmOrders(desk, desk.exchangeId)
    await desk.db
      .update(orders)
      .set({ version: 2, ...change })
      .where(eq(orders.id, order.id))
    return order
  }

  test('does not undo a reduction by the buyer, but its own reductions apply', async () => {
    const { id, number } = await givenAndChanged({})
    await desk.db.execute(
      sql`update order_lines set quantity_milli = 1000, sum_kopecks = 10000, reserved_milli = 1000
        where order_id = ${id} and position = 1`,
    )
    await desk.db.execute(
      sql`update stocks set reserved_milli = reserved_milli - 1000
        where product_id = ${desk.world.productIds[0]} and warehouse_id = ${desk.world.warehouseIds[0]}`,
    )
    const { rejects } = await desk.receive(
      document(
        orderXml(number, {
          rows: [
            { code: desk.codes[0], quantity: 2 },
            { code: desk.codes[1], quantity: 2 },
          ],
        }),
      ),
    )
    expect(rejects).toHaveLength(1)
    expect(await desk.look(id)).toMatchObject({
      version: 2,
      sumKopecks: 30_000,
      lines: [{ quantityMilli: 1000 }, { quantityMilli: 2000, reservedMilli: 2000 }],
    })
  })

  test('does not change the price of a new delivery method until 1C has confirmed the version', async () => {
    const { id, number } = await givenAndChanged({ deliveryMethodId: 1, deliveryKopecks: 90_000, sumKopecks: 140_000 })
    const { rejects } = await desk.receive(document(orderXml(number, { rows: desk.asOrdered })))
    expect(rejects).toMatchObject([{ reason: expect.stringContaining('стоимость доставки из 1С не принята') }])
    expect(await desk.look(id)).toMatchObject({ version: 2, deliveryKopecks: 90_000, sumKopecks: 140_000 })
    await desk.db.update(orders).set({ confirmedVersion: 2 }).where(eq(orders.id, id))
    await desk.receive(document(orderXml(number, { rows: desk.asOrdered })))
    expect(await desk.look(id)).toMatchObject({ deliveryKopecks: 0, sumKopecks: 50_000 })
  })

  test('does not undo a cancellation, but a shipment does', async () => {
    const { id, number } = await givenAndChanged({ state: 4 })
    await desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': 'Принят' } })))
    expect((await desk.look(id)).state).toBe(4)
    await desk.receive(document(orderXml(number, { requisites: { Отгружен: 'true', 'Статус заказа': 'Отгружен' } })))
    expect((await desk.look(id)).state).toBe(11)
  })
})
