import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products, stocks, warehouses } from '#server/db/schema/catalogue.ts'
import { orderEvents, orderLines, orders } from '#server/db/schema/orders.ts'
import { writeSetting } from '#server/settings.ts'
import { sample, samplesAbsent } from '#tests/support/commerceml.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, addContract, addOrganisation, createWorld, type World } from '#tests/support/fixtures.ts'
import { addOrder, brokenReservations } from '#tests/support/orders.ts'
import { confirmOrders, giveOrders } from './give-orders.ts'
import { receiveOrders } from './receive-orders.ts'
import { encodeWindows1251 } from './windows-1251.ts'

let database: TestDatabase
let world: World
let codes: string[]
let exchangeId: number

beforeAll(async () => {
  database = await openTestDatabase()
  world = await createWorld(database.db, { products: [{}, {}, {}, { price: 500, name: 'Болт' }] })
  codes = (await database.db.select({ code: products.code1c }).from(products).orderBy(asc(products.id))).map(({ code }) => code)
  exchangeId = await addAccount(database.db, { role: 'exchange' })
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`truncate orders, settings cascade`).then(() => database.db.update(stocks).set({ reservedMilli: 0 })))
afterEach(async () => expect(await brokenReservations(database.db)).toEqual([]))

type Row = { good?: number; code?: string; quantity: number; price?: number; sum?: number; warehouse?: string; more?: string }

/** 2 of good 0 and 3 of good 1 in the first warehouse: 500.00. */
const place = (wish: Partial<Parameters<typeof addOrder>[2]> = {}) => {
  const [warehouseId = 0] = world.warehouseIds
  const [first = 0, second = 0] = world.productIds
  return addOrder(database.db, world, { lines: [{ productId: first, warehouseId, quantity: 2 }, { productId: second, warehouseId, quantity: 3 }], ...wish })
}

const asOrdered: Row[] = [{ good: 0, quantity: 2 }, { good: 1, quantity: 3 }]

function document(number: string, { requisites = {}, rows, more = '' }: { requisites?: Record<string, string>; rows?: Row[]; more?: string }): string {
  const written = Object.entries(requisites).map(([name, value]) => `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`).join('')
  const goods = rows?.map(({ good, code, quantity, price, sum, warehouse, more: inner = '' }) =>
    `<Товар><Ид>${code ?? codes[good ?? 0] ?? ''}</Ид><Наименование>Товар</Наименование>${price === undefined ? '' : `<ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу>`}<Количество>${quantity}</Количество>${sum === undefined ? '' : `<Сумма>${sum}</Сумма>`}${warehouse === undefined ? '' : `<Склады><Склад><Ид>${warehouse}</Ид></Склад></Склады>`}${inner}</Товар>`).join('')
  return `<Документ><Ид>${number}</Ид><Номер>${number}</Номер><Дата>2026-11-21</Дата><ХозОперация>Заказ товара</ХозОперация>${goods === undefined ? '' : `<Товары>${goods}</Товары>`}<ЗначенияРеквизитов>${written}</ЗначенияРеквизитов>${more}</Документ>`
}

const file = (...documents: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация ВерсияСхемы="2.08" ДатаФормирования="2026-11-21T10:00:00">${documents.join('')}</КоммерческаяИнформация>`

const receive = (content: string | Buffer) => receiveOrders(database, () => pieces(Buffer.from(content as Buffer)))

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000)
}

async function look(id: number) {
  const [order] = await database.db.select().from(orders).where(eq(orders.id, id))
  const lines = await database.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position))
  const events = await database.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))
  if (order === undefined) throw new Error('no such order')
  return { ...order, lines, events }
}

test('number and posting of 1C: the order is accepted, 1C need not be told', async () => {
  const { id, number } = await place()
  const received = await receive(file(document(number, { requisites: { 'Номер по 1С': ' УТ-000042 ', Проведен: 'true', Отменен: 'false', Отгружен: 'false' }, rows: asOrdered })))
  expect(received).toEqual({ documents: 1, changed: 1, unchanged: 0, rejects: [] })
  expect(await look(id)).toMatchObject({ state: 5, code1c: 'УТ-000042', version: 1, sumKopecks: 50_000, events: [{ state: 5, author: '1С' }] })
})

test('the same file twice changes nothing and adds no events', async () => {
  const { id, number } = await place()
  const content = file(document(number, {
    requisites: { НомерПо1С: 'A1', СтатусЗаказа: 'К отгрузке', 'Номер оплаты по 1С': '7', 'Дата оплаты по 1С': '2026-11-21' },
    rows: [{ good: 0, quantity: 1, price: 90 }, { good: 3, quantity: 4, price: 5 }],
  }))
  await receive(content)
  const once = await look(id)
  expect(await receive(content)).toEqual({ documents: 1, changed: 0, unchanged: 1, rejects: [] })
  expect(await look(id)).toEqual(once)
  expect(once.events).toHaveLength(1)
})

test('what the portal gave, sent back as it is, changes nothing but that 1C has it', async () => {
  const { id } = await place({ state: 5, deliveryKopecks: 30_000 })
  const { body } = await giveOrders(database, exchangeId)
  let xml = ''
  for await (const piece of body) xml += String(piece)
  const before = await look(id)
  expect(await receive(xml)).toMatchObject({ changed: 1, rejects: [] })
  const after = await look(id)
  expect({ ...after, confirmedAt: null, updatedAt: null }).toEqual({ ...before, confirmedAt: null, updatedAt: null })
  expect(await receive(xml)).toMatchObject({ changed: 0, unchanged: 1 })
})

describe('states', () => {
  test.each([
    ['Новый', 1], ['На согласовании', 2], ['Принят', 5], ['Ожидает оплаты', 6], ['В обеспечении', 7], ['В сборке', 10],
    ['Готов к выдаче', 8], ['Отгружен частично', 9], ['Отгружен', 11], ['Выполнен', 3], ['[C] Отменен', 4],
    ['Ожидается аванс (до обеспечения)', 6], ['Готов к обеспечению', 7], ['Готов к отгрузке', 10], ['Закрыт', 3],
  ])('1C may set any: %s', async (status, state) => {
    const { id, number } = await place({ state: state === 5 ? 10 : 5 })
    await receive(file(document(number, { requisites: { 'Статус заказа': status } })))
    expect(await look(id)).toMatchObject({ state, events: [{ state, author: '1С' }] })
  })

  test('the wholesaler’s own names come first; an unknown one is told in the log and changes nothing', async () => {
    await writeSetting(database.db, 'exchange.orders.states', { 'Комплектуется': 10, Закрыт: 11 })
    const [one, two, three] = [await place(), await place(), await place()]
    const told = [{ ...one, status: 'Комплектуется' }, { ...two, status: 'закрыт' }, { ...three, status: 'Завис' }]
    const { rejects } = await receive(file(...told.map(({ number, status }) => document(number, { requisites: { 'Статус заказа': status } }))))
    expect([(await look(one.id)).state, (await look(two.id)).state, (await look(three.id)).state]).toEqual([10, 11, 1])
    expect(rejects).toMatchObject([{ code: three.number, reason: expect.stringContaining('Завис') as string }])
  })

  test.each(['Отменен', 'ПометкаУдаления'])('%s cancels and gives the stock back', async (name) => {
    const { id, number } = await place({ state: 10 })
    await receive(file(document(number, { requisites: { [name]: 'true' }, rows: asOrdered })))
    expect(await look(id)).toMatchObject({ state: 4, lines: [{ reservedMilli: 0 }, { reservedMilli: 0 }], events: [{ state: 4 }] })
    const rows = await database.db.select().from(stocks)
    expect(rows.every(({ reservedMilli }) => reservedMilli === 0)).toBe(true)
    // 1C thinks better of it: the goods are held again.
    await receive(file(document(number, { requisites: { 'Статус заказа': 'Принят' }, rows: asOrdered })))
    expect(await look(id)).toMatchObject({ state: 5, lines: [{ reservedMilli: 2000 }, { reservedMilli: 3000 }] })
  })
})

describe('payment', () => {
  test.each([
    [{ 'Номер оплаты по 1С': '12', 'Дата оплаты по 1С': '2026-11-20T10:00:00' }, 50_000],
    [{ 'Номер оплаты по 1С': '12', 'Сумма оплаты': '123,45' }, 12_345],
    [{ 'Заказ оплачен': 'true' }, 50_000],
    [{ 'Номер оплаты по 1С': '', 'Дата оплаты по 1С': 'T' }, 0],
    [{ 'Заказ оплачен': 'false' }, 0],
  ] satisfies [Record<string, string>, number][])('%o', async (requisites, paidKopecks) => {
    const { id, number } = await place({ state: 6 })
    await receive(file(document(number, { requisites })))
    expect(await look(id)).toMatchObject({ paidKopecks, state: 6 })
  })

  test('3.1: payments and shipments in the order’s container', async () => {
    const { id, number } = await place({ state: 10 })
    const payment = (sum: string, operation = 'Выплата безналичных денег') => `<Документ><Ид>p</Ид><ХозОперация>${operation}</ХозОперация><Сумма>${sum}</Сумма></Документ>`
    const shipment = `<Документ><Ид>s</Ид><ХозОперация>Отпуск товара</ХозОперация><Товары><Товар><Ид>${codes[1]}</Ид><Количество>2</Количество></Товар></Товары></Документ>`
    const content = file(`<Контейнер>${document(number, { rows: asOrdered })}${payment('300')}${payment('50.5', 'Возврат безналичных денег')}${shipment}</Контейнер>`)
      .replace('<КоммерческаяИнформация ВерсияСхемы="2.08"', '<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_3" ВерсияСхемы="3.1"')
    expect(await receive(content)).toMatchObject({ documents: 1, changed: 1, rejects: [] })
    expect(await look(id)).toMatchObject({ paidKopecks: 24_950, state: 9, lines: [{ shippedMilli: 0 }, { shippedMilli: 2000 }] })
  })
})

describe('shipment', () => {
  test('all of it, with free figures: the reservation waits for the next stock record', async () => {
    const { id, number } = await place({ state: 10 })
    await receive(file(document(number, { requisites: { 'Отгружен': 'true', 'Номер отгрузки по 1С': 'О1' }, rows: asOrdered })))
    expect(await look(id)).toMatchObject({ state: 11, lines: [{ shippedMilli: 2000, reservedMilli: 2000 }, { shippedMilli: 3000, reservedMilli: 3000 }] })
  })

  test('in part, with figures on hand: the shipped part is held no more', async () => {
    await writeSetting(database.db, 'stock.meaning', 'onHand')
    const { id, number } = await place({ state: 10 })
    const shipped = (quantity: number) => `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Отгружено</Наименование><Значение>${quantity}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
    const requisites = { 'Отгружен': 'false', 'Номер отгрузки по 1С': 'О1' }
    await receive(file(document(number, { requisites, rows: [{ good: 0, quantity: 2, more: shipped(2) }, { good: 1, quantity: 3, more: shipped(1) }] })))
    expect(await look(id)).toMatchObject({ state: 9, lines: [{ shippedMilli: 2000, reservedMilli: 0 }, { shippedMilli: 1000, reservedMilli: 2000 }] })
    await receive(file(document(number, { requisites, rows: [{ good: 0, quantity: 2, more: shipped(2) }, { good: 1, quantity: 3, more: shipped(3) }] })))
    expect(await look(id)).toMatchObject({ state: 11, lines: [{ reservedMilli: 0 }, { shippedMilli: 3000, reservedMilli: 0 }] })
  })

  test('a done order does not go back because its shipment is told again', async () => {
    const { id, number } = await place({ state: 3 })
    await receive(file(document(number, { requisites: { 'Отгружен': 'true' } })))
    expect(await look(id)).toMatchObject({ state: 3, events: [] })
  })
})

describe('lines', () => {
  test('fewer, dearer, removed, added: reservations follow', async () => {
    const { id, number } = await place({ state: 5 })
    await receive(file(document(number, { rows: [{ good: 0, quantity: 1, price: 120, sum: 110 }, { good: 3, quantity: 4.5, price: 6 }] })))
    expect(await look(id)).toMatchObject({
      sumKopecks: 13_700,
      state: 5,
      lines: [
        { quantityMilli: 1000, priceKopecks: 12_000, sumKopecks: 11_000, reservedMilli: 1000, cancelled: false },
        { quantityMilli: 3000, reservedMilli: 0, cancelled: true },
        { productId: world.productIds[3], name: 'Болт', quantityMilli: 4500, priceKopecks: 600, sumKopecks: 2700, vatPercent: 22, reservedMilli: 4500 },
      ],
      events: [{ state: 5, author: '1С', comment: 'Строки заказа: удалено — 1, изменено количество — 1, добавлено — 1' }],
    })
    const changes = await database.db.execute(sql`select count(distinct product_id)::int as goods from catalogue_changes where kind = 'stock'`)
    expect(changes.rows[0]).toMatchObject({ goods: 3 })
  })

  test('a good on two warehouses: rows without one speak for both, rows with one for their own', async () => {
    const [moscow = 0, petersburg = 0] = world.warehouseIds
    const [productId = 0] = world.productIds
    const [, code = ''] = (await database.db.select({ code: warehouses.code1c }).from(warehouses).orderBy(asc(warehouses.id))).map((each) => each.code)
    const lines = [{ productId, warehouseId: moscow, quantity: 4 }, { productId, warehouseId: petersburg, quantity: 2, reserved: false }]
    const { id, number } = await place({ lines })
    await receive(file(document(number, { rows: [{ good: 0, quantity: 5 }] })))
    expect((await look(id)).lines.map(({ quantityMilli }) => quantityMilli)).toEqual([4000, 1000])
    await receive(file(document(number, { rows: [{ good: 0, quantity: 1, warehouse: code }] })))
    expect(await look(id)).toMatchObject({ sumKopecks: 10_000, lines: [{ cancelled: true, reservedMilli: 0 }, { quantityMilli: 1000, cancelled: false }] })
  })

  test('price without VAT and packs are brought to the base unit with VAT', async () => {
    const { id, number } = await place({ state: 5 })
    const tax = '<Налоги><Налог><Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме><Сумма>44</Сумма></Налог></Налоги>'
    await receive(file(document(number, { rows: [{ good: 0, quantity: 2, price: 100, sum: 200, more: tax }, { good: 1, quantity: 1, price: 300, sum: 300, more: '<Коэффициент>3</Коэффициент>' }] })))
    expect(await look(id)).toMatchObject({ sumKopecks: 54_400, lines: [{ priceKopecks: 12_200, sumKopecks: 24_400 }, { quantityMilli: 3000, priceKopecks: 10_000 }] })
  })

  test('unknown goods are named and the rest is taken; none known at all leaves the lines alone', async () => {
    const { id, number } = await place()
    const some = await receive(file(document(number, { rows: [{ good: 0, quantity: 2 }, { code: 'nowhere', quantity: 1 }] })))
    expect(some.rejects).toMatchObject([{ code: number, reason: 'Товар nowhere из заказа 1С на портале не найден: строка не принята' }])
    expect(await look(id)).toMatchObject({ lines: [{ cancelled: false }, { cancelled: true }] })

    const other = await place()
    await receive(file(document(other.number, { rows: [{ code: 'nowhere', quantity: 1 }], requisites: { Проведен: 'true' } })))
    expect(await look(other.id)).toMatchObject({ state: 5, sumKopecks: 50_000, lines: [{ cancelled: false }, { cancelled: false }] })
  })

  test('delivery comes back as a service', async () => {
    const { id, number } = await place({ deliveryKopecks: 30_000 })
    const service = '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ТипНоменклатуры</Наименование><Значение>Услуга</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>'
    const rows = [...asOrdered, { code: 'ORDER_DELIVERY', quantity: 1, price: 450, sum: 450, more: service }]
    expect(await receive(file(document(number, { rows })))).toMatchObject({ rejects: [] })
    expect(await look(id)).toMatchObject({ deliveryKopecks: 45_000, sumKopecks: 95_000 })
  })
})

describe('the portal is ahead of 1C', () => {
  async function givenAndChanged(change: Partial<typeof orders.$inferInsert>) {
    const order = await place({ state: 5 })
    const { body } = await giveOrders(database, exchangeId)
    for await (const _ of body) continue
    await confirmOrders(database, exchangeId)
    await database.db.update(orders).set({ version: 2, ...change }).where(eq(orders.id, order.id))
    return order
  }

  test('an older document does not undo what the buyer lowered, but is heard where it lowers', async () => {
    const { id, number } = await givenAndChanged({})
    await database.db.execute(sql`update order_lines set quantity_milli = 1000, sum_kopecks = 10000, reserved_milli = 1000 where order_id = ${id} and position = 1`)
    await database.db.execute(sql`update stocks set reserved_milli = reserved_milli - 1000 where product_id = ${world.productIds[0]} and warehouse_id = ${world.warehouseIds[0]}`)
    const { rejects } = await receive(file(document(number, { rows: [{ good: 0, quantity: 2 }, { good: 1, quantity: 2 }] })))
    expect(rejects).toHaveLength(1)
    expect(await look(id)).toMatchObject({ version: 2, sumKopecks: 30_000, lines: [{ quantityMilli: 1000 }, { quantityMilli: 2000, reservedMilli: 2000 }] })
  })

  test('nor a cancellation; a shipment is a fact', async () => {
    const { id, number } = await givenAndChanged({ state: 4 })
    await receive(file(document(number, { requisites: { 'Статус заказа': 'Принят' } })))
    expect((await look(id)).state).toBe(4)
    await receive(file(document(number, { requisites: { 'Отгружен': 'true', 'Статус заказа': 'Отгружен' } })))
    expect((await look(id)).state).toBe(11)
  })
})

describe('files', () => {
  test('unknown orders and other documents are told in the log, the rest goes on', async () => {
    const visitor = await addOrganisation(database.db, 'Посетители', { demo: true })
    const contractId = await addContract(database.db, { ...visitor, priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: [] })
    const demo = await addOrder(database.db, { ...visitor, contractId, ownerId: world.ownerId }, { lines: [] })
    const { id, number } = await place()
    const payment = '<Документ><Номер>77</Номер><ХозОперация>Выплата наличных денег</ХозОперация></Документ>'
    const received = await receive(file(document('no-such', {}), document(demo.number, { requisites: { Проведен: 'true' } }), payment, document(number, { requisites: { Проведен: 'true' } })))
    expect(received).toMatchObject({ documents: 4, changed: 1, rejects: [{ code: 'no-such' }, { code: demo.number }, { code: '77' }] })
    expect((await look(id)).state).toBe(5)
  })

  test('windows-1251 and BOM, the order found by Ид where Номер is 1C’s own', async () => {
    const { id, number } = await place()
    const text = file(document(number, { requisites: { 'Статус заказа': 'В сборке' } })).replace(`<Номер>${number}</Номер>`, '<Номер>УТ-1</Номер>')
    await receive(encodeWindows1251(text.replace('UTF-8', 'windows-1251')))
    expect((await look(id)).state).toBe(10)
    await receive(`\uFEFF${text.replace('В сборке', 'Выполнен')}`)
    expect((await look(id)).state).toBe(3)
  })

  test('a file that is not whole changes nothing', async () => {
    const { id, number } = await place()
    const whole = file(document(number, { requisites: { Проведен: 'true' } }))
    await expect(receive(whole.slice(0, -10))).rejects.toThrow(/XML/)
    await expect(receive('<html></html>')).rejects.toThrow('Это не CommerceML')
    expect((await look(id)).state).toBe(1)
    expect((await receive(whole)).changed).toBe(1)
  })

  test.skipIf(samplesAbsent)('real documents of 1C, 2.03 in windows-1251 and 3.1', async () => {
    const cases = [
      ['orders/orders.xml', '20', 3], ['orders/orders_from_1c_cp1251.xml', '36', 5],
      ['split-3.1/documents/1/documents.xml', '320', 11], ['split-3.1/documents/2/documents.xml', '319', 5],
    ] as const
    for (const [path, number, state] of cases) {
      const { id } = await place({ number })
      const received = await receive(sample(path))
      expect(received.changed, path).toBe(1)
      expect(received.documents - received.changed, path).toBe(received.rejects.filter(({ reason }) => reason.includes('не найден') && reason.includes('Заказ')).length)
      expect(await look(id), path).toMatchObject({ state, lines: [{ cancelled: false }, { cancelled: false }] })
      expect(await receive(sample(path)), path).toMatchObject({ changed: 0 })
    }
    expect(await look((await database.db.select().from(orders).where(eq(orders.number, '320')))[0]?.id ?? 0)).toMatchObject({ code1c: 'L320' })
  })

  test('two processes at the same file leave one set of events', async () => {
    const placed = await Promise.all(Array.from({ length: 20 }, () => place()))
    const content = file(...placed.map(({ number }) => document(number, { requisites: { 'Статус заказа': 'Принят' }, rows: [{ good: 0, quantity: 1 }] })))
    await Promise.all([receive(content), receive(content), receive(content)])
    const [{ count } = { count: 0 }] = (await database.db.execute<{ count: number }>(sql`select count(*)::int as count from order_events`)).rows
    expect(count).toBe(20)
  })
})
