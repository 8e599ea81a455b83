import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { stocks } from '#server/platform/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { sample, samplesAbsent } from '#tests/support/formats/commerceml.ts'
import { document } from '#tests/support/export-1c.ts'
import { addOrganisation } from '#tests/support/fixtures.ts'
import { openOrderFixture, orderXml, type OrderFixture } from '#tests/support/books/order-fixture.ts'
import { addOrder, brokenReservations } from '#tests/support/orders.ts'
import { exportOrders } from './export-orders.ts'
import { encodeWindows1251 } from './windows-1251.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await openOrderFixture()
})
afterAll(() => desk.close())
beforeEach(() => desk.clear())
afterEach(async () => expect(await brokenReservations(desk.db)).toEqual([]))

test('an order with 1C’s number and posting is accepted and not exported again', async () => {
  const { id, number } = await desk.place()
  const received = await desk.receive(
    document(
      orderXml(number, {
        requisites: { 'Номер по 1С': ' УТ-000042 ', Проведен: 'true', Отменен: 'false', Отгружен: 'false' },
        rows: desk.asOrdered,
      }),
    ),
  )
  expect(received).toEqual({ documents: 1, changed: 1, unchanged: 0, contragents: {}, rejects: [] })
  expect(await desk.look(id)).toMatchObject({
    state: 5,
    code1c: 'УТ-000042',
    version: 1,
    revision: 2,
    sumKopecks: 50_000,
    events: [{ state: 5, author: '1С' }],
  })
})

test('the same file twice changes nothing and adds no events', async () => {
  const { id, number } = await desk.place()
  const content = document(
    orderXml(number, {
      requisites: {
        НомерПо1С: 'A1',
        СтатусЗаказа: 'К отгрузке',
        'Номер оплаты по 1С': '7',
        'Дата оплаты по 1С': '2026-11-21',
      },
      rows: [
        { code: desk.codes[0], quantity: 1, price: 90 },
        { code: desk.codes[3], quantity: 4, price: 5 },
      ],
    }),
  )
  await desk.receive(content)
  const once = await desk.look(id)
  expect(await desk.receive(content)).toEqual({ documents: 1, changed: 0, unchanged: 1, contragents: {}, rejects: [] })
  expect(await desk.look(id)).toEqual(once)
  expect(once.events).toHaveLength(1)
})

test('an exported order sent back unchanged is only marked as confirmed', async () => {
  const { id } = await desk.place({ state: 5, deliveryKopecks: 30_000 })
  const { body } = await exportOrders(desk, desk.exchangeId)
  let xml = ''
  for await (const piece of body) xml += String(piece)
  const before = await desk.look(id)
  expect(await desk.receive(xml)).toMatchObject({ changed: 1, rejects: [] })
  const after = await desk.look(id)
  expect({ ...after, confirmedAt: null, updatedAt: null }).toEqual({ ...before, confirmedAt: null, updatedAt: null })
  expect(await desk.receive(xml)).toMatchObject({ changed: 0, unchanged: 1 })
})

test('a document with more than 16 MB of text is rejected, and the others are imported', async () => {
  const { id, number } = await desk.place()
  const long = '<Комментарий>' + 'я'.repeat(1024 * 1024) + '</Комментарий>'
  const large = `<Документ><Номер>LARGE-1</Номер>${long.repeat(9)}</Документ>`
  const received = await desk.receive(
    document(
      large +
        `<Контейнер>${large.replace('LARGE-1', 'LARGE-2')}</Контейнер>` +
        orderXml(number, { requisites: { 'Номер по 1С': 'A2' }, rows: desk.asOrdered }),
    ),
  )
  const reason = 'Документ слишком велик: больше 16 МБ текста'
  expect(received).toMatchObject({
    documents: 3,
    changed: 1,
    rejects: [
      { code: 'LARGE-1', reason },
      { code: 'LARGE-2', reason },
    ],
  })
  expect(await desk.look(id)).toMatchObject({ code1c: 'A2' })
})

describe('states', () => {
  test.each([
    ['Новый', 1],
    ['На согласовании', 2],
    ['Принят', 5],
    ['Ожидает оплаты', 6],
    ['В обеспечении', 7],
    ['В сборке', 10],
    ['Готов к выдаче', 8],
    ['Отгружен частично', 9],
    ['Отгружен', 11],
    ['Выполнен', 3],
    ['[C] Отменен', 4],
    ['Ожидается аванс (до обеспечения)', 6],
    ['Готов к обеспечению', 7],
    ['Готов к отгрузке', 10],
    ['Закрыт', 3],
  ])('1C may set any state: %s', async (status, state) => {
    const { id, number } = await desk.place({ state: state === 5 ? 10 : 5 })
    await desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': status } })))
    expect(await desk.look(id)).toMatchObject({ state, events: [{ state, author: '1С' }] })
  })

  test('a deferred payment is due the contract’s days after 1C first reports the shipment', async () => {
    await desk.db
      .update(contracts)
      .set({ payment: 'deferred', deferralDays: 21 })
      .where(eq(contracts.id, desk.world.contractId))
    const { id, number } = await desk.place({ state: 10 })
    const orderWithStatus = (status: string) =>
      desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': status } })))
    await orderWithStatus('В сборке')
    expect((await desk.look(id)).payUntil).toBeNull()
    await orderWithStatus('Отгружен')
    expect((await desk.look(id)).payUntil).toBe(addDays(dayOf(new Date()), 21))
    await desk.db.update(orders).set({ payUntil: '2026-12-01' }).where(eq(orders.id, id))
    await orderWithStatus('Закрыт')
    expect((await desk.look(id)).payUntil).toBe('2026-12-01')
    await desk.db.update(contracts).set({ payment: 'prepaid' }).where(eq(contracts.id, desk.world.contractId))
  })

  test('the configured state names come first; an unknown name is logged and changes nothing', async () => {
    await writeSetting(desk.db, 'exchange.orders.states', { Комплектуется: 10, Закрыт: 11 })
    const [one, two, three] = [await desk.place(), await desk.place(), await desk.place()]
    const documents = [
      { ...one, status: 'Комплектуется' },
      { ...two, status: 'закрыт' },
      { ...three, status: 'Завис' },
    ]
    const { rejects } = await desk.receive(
      document(
        documents.map(({ number, status }) => orderXml(number, { requisites: { 'Статус заказа': status } })).join(''),
      ),
    )
    expect([
      (await desk.look(one.id)).state,
      (await desk.look(two.id)).state,
      (await desk.look(three.id)).state,
    ]).toEqual([10, 11, 1])
    expect(rejects).toMatchObject([{ code: three.number, reason: expect.stringContaining('Завис') as string }])
  })

  test.each(['Отменен', 'ПометкаУдаления'])('%s cancels the order and releases the stock', async (name) => {
    const { id, number } = await desk.place({ state: 10 })
    await desk.receive(document(orderXml(number, { requisites: { [name]: 'true' }, rows: desk.asOrdered })))
    expect(await desk.look(id)).toMatchObject({
      state: 4,
      lines: [{ reservedMilli: 0 }, { reservedMilli: 0 }],
      events: [{ state: 4 }],
    })
    const rows = await desk.db.select().from(stocks)
    expect(rows.every(({ reservedMilli }) => reservedMilli === 0)).toBe(true)
    // 1C undoes the cancellation: the goods are reserved again.
    await desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': 'Принят' }, rows: desk.asOrdered })))
    expect(await desk.look(id)).toMatchObject({ state: 5, lines: [{ reservedMilli: 2000 }, { reservedMilli: 3000 }] })
  })
})

describe('an order document is read the same', () => {
  const orderNumbered = (number: string) => orderXml(number, { requisites: { 'Статус заказа': 'В сборке' } })
  test.each<[string, (number: string) => string]>([
    ['without ХозОперация', (number) => orderNumbered(number).replace(/<ХозОперация>.*?<\/ХозОперация>/, '')],
    ['with the operation in one word', (number) => orderNumbered(number).replace('Заказ товара', 'ЗаказТовара')],
    ['with the operation as УТ names it', (number) => orderNumbered(number).replace('Заказ товара', 'Заказ клиента')],
    [
      'with the operation as УНФ names it',
      (number) => orderNumbered(number).replace('Заказ товара', 'Заказ покупателя'),
    ],
    ['in a container', (number) => `<Контейнер>${orderNumbered(number)}</Контейнер>`],
    ['in another wrapper', (number) => `<ПакетДокументов>${orderNumbered(number)}</ПакетДокументов>`],
    [
      'with 1C’s number, ours as Ид',
      (number) => orderNumbered(number).replace(`<Номер>${number}</Номер>`, '<Номер>УТ-1</Номер>'),
    ],
    [
      'with 1C’s number and Ид, ours as a requisite',
      (number) =>
        orderNumbered(number)
          .replace(`<Ид>${number}</Ид><Номер>${number}</Номер>`, '<Ид>x</Ид><Номер>УТ-1</Номер>')
          .replace(
            '<ЗначенияРеквизитов>',
            '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Номер на сайте</Наименование>' +
              `<Значение>${number}</Значение></ЗначениеРеквизита>`,
          ),
    ],
    [
      'with the state under another name',
      (number) => orderNumbered(number).replace('Статус заказа', 'Состояние заказа'),
    ],
    [
      'with the state as an element',
      (number) =>
        orderNumbered(number).replace(
          /<ЗначенияРеквизитов>.*<\/ЗначенияРеквизитов>/,
          '<СтатусЗаказа>В сборке</СтатусЗаказа><Отменен>false</Отменен>',
        ),
    ],
    ['with the state’s code before its name', (number) => orderNumbered(number).replace('В сборке', '[P] В сборке')],
    [
      'with a final state that is not',
      (number) =>
        orderNumbered(number).replace(
          '</ЗначенияРеквизитов>',
          '<ЗначениеРеквизита><Наименование>Финальный статус</Наименование><Значение>false</Значение>' +
            '</ЗначениеРеквизита></ЗначенияРеквизитов>',
        ),
    ],
    ['in a file in windows-1251 that says UTF-8', orderNumbered],
  ])('%s', async (how, write) => {
    const { id, number } = await desk.place({ state: 5 })
    const content = document(write(number))
    expect(await desk.receive(how.includes('windows') ? encodeWindows1251(content) : content)).toMatchObject({
      documents: 1,
      changed: 1,
      rejects: [],
    })
    expect(await desk.look(id)).toMatchObject({ state: 10 })
  })

  test('with discounts not included in its sums, and with a good’s Ид repeated', async () => {
    const { id, number } = await desk.place({ state: 5 })
    const [first = '', second = ''] = desk.codes
    const discount = (included: string) =>
      `<Скидки><Скидка><Наименование>С</Наименование><Сумма>20</Сумма><УчтеноВСумме>${included}</УчтеноВСумме>` +
      '</Скидка></Скидки>'
    const rows = [
      { code: `${first}#${first}`, quantity: 2, price: 100, sum: 200, more: discount('false') },
      { code: second, quantity: 3, price: 100, sum: 280, more: discount('true') },
    ]
    expect((await desk.receive(document(orderXml(number, { rows })))).rejects).toEqual([])
    expect(await desk.look(id)).toMatchObject({
      sumKopecks: 46_000,
      lines: [
        { sumKopecks: 18_000, cancelled: false },
        { sumKopecks: 28_000, cancelled: false },
      ],
    })
  })
})

describe('payment is imported', () => {
  test.each([
    [{ 'Номер оплаты по 1С': '12', 'Дата оплаты по 1С': '2026-11-20T10:00:00' }, 50_000],
    [{ 'Номер оплаты по 1С': '12', 'Сумма оплаты': '123,45' }, 12_345],
    [{ 'Заказ оплачен': 'true' }, 50_000],
    [{ 'Номер оплаты по 1С': '', 'Дата оплаты по 1С': 'T' }, 0],
    [{ 'Заказ оплачен': 'false' }, 0],
  ] satisfies [Record<string, string>, number][])('%o', async (requisites, paidKopecks) => {
    const { id, number } = await desk.place({ state: 6 })
    await desk.receive(document(orderXml(number, { requisites })))
    expect(await desk.look(id)).toMatchObject({ paidKopecks, state: 6 })
  })

  test('in 3.1 from payments and shipments in the order’s container', async () => {
    const { id, number } = await desk.place({ state: 10 })
    const payment = (sum: string, operation = 'Выплата безналичных денег') =>
      `<Документ><Ид>p</Ид><ХозОперация>${operation}</ХозОперация><Сумма>${sum}</Сумма></Документ>`
    const shipment =
      `<Документ><Ид>s</Ид><ХозОперация>Отпуск товара</ХозОперация><Товары><Товар><Ид>${desk.codes[1]}</Ид>` +
      '<Количество>2</Количество></Товар></Товары></Документ>'
    const payments = payment('300') + payment('50.5', 'Возврат безналичных денег')
    const content = document(
      `<Контейнер>${orderXml(number, { rows: desk.asOrdered })}${payments}${shipment}</Контейнер>`,
    ).replace(
      '<КоммерческаяИнформация ВерсияСхемы="2.08"',
      '<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_3" ВерсияСхемы="3.1"',
    )
    expect(await desk.receive(content)).toMatchObject({ documents: 1, changed: 1, rejects: [] })
    expect(await desk.look(id)).toMatchObject({
      paidKopecks: 24_950,
      state: 9,
      lines: [{ shippedMilli: 0 }, { shippedMilli: 2000 }],
    })
  })
})

describe('a shipment', () => {
  test('in full, with free-stock figures, keeps the reservation until the next stock record', async () => {
    const { id, number } = await desk.place({ state: 10 })
    await desk.receive(
      document(
        orderXml(number, { requisites: { Отгружен: 'true', 'Номер отгрузки по 1С': 'О1' }, rows: desk.asOrdered }),
      ),
    )
    expect(await desk.look(id)).toMatchObject({
      state: 11,
      lines: [
        { shippedMilli: 2000, reservedMilli: 2000 },
        { shippedMilli: 3000, reservedMilli: 3000 },
      ],
    })
  })

  test('in part, with on-hand figures, releases the reservation of the shipped part', async () => {
    await writeSetting(desk.db, 'stock.meaning', 'onHand')
    const { id, number } = await desk.place({ state: 10 })
    const shipped = (quantity: number) =>
      '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Отгружено</Наименование>' +
      `<Значение>${quantity}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
    const requisites = { Отгружен: 'false', 'Номер отгрузки по 1С': 'О1' }
    await desk.receive(
      document(
        orderXml(number, {
          requisites,
          rows: [
            { code: desk.codes[0], quantity: 2, more: shipped(2) },
            { code: desk.codes[1], quantity: 3, more: shipped(1) },
          ],
        }),
      ),
    )
    expect(await desk.look(id)).toMatchObject({
      state: 9,
      lines: [
        { shippedMilli: 2000, reservedMilli: 0 },
        { shippedMilli: 1000, reservedMilli: 2000 },
      ],
    })
    await desk.receive(
      document(
        orderXml(number, {
          requisites,
          rows: [
            { code: desk.codes[0], quantity: 2, more: shipped(2) },
            { code: desk.codes[1], quantity: 3, more: shipped(3) },
          ],
        }),
      ),
    )
    expect(await desk.look(id)).toMatchObject({
      state: 11,
      lines: [{ reservedMilli: 0 }, { shippedMilli: 3000, reservedMilli: 0 }],
    })
  })

  const shippedQuantity = (quantity: number) =>
    '<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Отгружено</Наименование>' +
    `<Значение>${quantity}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`
  const inPart = (number: string) =>
    document(
      orderXml(number, {
        requisites: { 'Статус заказа': 'Отгружен частично' },
        rows: [
          { code: desk.codes[0], quantity: 2, more: shippedQuantity(2) },
          { code: desk.codes[1], quantity: 3, more: shippedQuantity(1) },
        ],
      }),
    )

  test.each([
    ['Выполнен', { 'Статус заказа': 'Выполнен' }, 3],
    ['Отгружен', { 'Статус заказа': 'Отгружен' }, 11],
    ['the requisite Отгружен', { Отгружен: 'true' }, 11],
  ] satisfies [string, Record<string, string>, number][])(
    '%s without quantities ships everything, but keeps quantities reported before',
    async (_what, requisites, state) => {
      await writeSetting(desk.db, 'stock.meaning', 'onHand')
      for (const rows of [undefined, desk.asOrdered]) {
        const [never, inParts] = [await desk.place({ state: 10 }), await desk.place({ state: 10 })]
        await desk.receive(inPart(inParts.number))
        const content = document([never, inParts].map(({ number }) => orderXml(number, { requisites, rows })).join(''))
        expect(await desk.receive(content)).toMatchObject({ changed: 2, rejects: [] })
        expect(await desk.look(never.id)).toMatchObject({
          state,
          lines: [
            { shippedMilli: 2000, reservedMilli: 0 },
            { shippedMilli: 3000, reservedMilli: 0 },
          ],
        })
        // Nothing more will be shipped, so nothing is reserved.
        expect(await desk.look(inParts.id)).toMatchObject({
          state,
          lines: [
            { shippedMilli: 2000, reservedMilli: 0 },
            { shippedMilli: 1000, reservedMilli: 0 },
          ],
        })
        expect(await desk.receive(content)).toMatchObject({ changed: 0, unchanged: 2 })
      }
    },
  )

  test('keeps quantities reported by staff, and takes quantities that arrive later', async () => {
    const { id, number } = await desk.place({ state: 9 })
    await desk.db
      .update(orderLines)
      .set({ shippedMilli: 1000 })
      .where(and(eq(orderLines.orderId, id), eq(orderLines.position, 1)))
    await desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': 'Закрыт' } })))
    expect(await desk.look(id)).toMatchObject({ state: 3, lines: [{ shippedMilli: 1000 }, { shippedMilli: 0 }] })
    const rows = [
      { code: desk.codes[0], quantity: 2, more: shippedQuantity(2) },
      { code: desk.codes[1], quantity: 3, more: shippedQuantity(3) },
    ]
    await desk.receive(document(orderXml(number, { requisites: { 'Статус заказа': 'Закрыт' }, rows })))
    expect(await desk.look(id)).toMatchObject({ state: 3, lines: [{ shippedMilli: 2000 }, { shippedMilli: 3000 }] })
  })

  test('repeated later does not reopen a done order', async () => {
    const { id, number } = await desk.place({ state: 3 })
    await desk.receive(document(orderXml(number, { requisites: { Отгружен: 'true' } })))
    expect(await desk.look(id)).toMatchObject({ state: 3, events: [] })
  })
})

describe('a file', () => {
  test('with unknown orders and other documents is processed, and these are logged', async () => {
    const visitor = await addOrganisation(desk.db, 'Посетители', { demo: true })
    const contractId = await desk.world.addContract({ ...visitor, warehouseIds: [] })
    const demo = await addOrder(desk.db, { ...visitor, contractId, ownerId: desk.world.ownerId }, { lines: [] })
    const { id, number } = await desk.place()
    const payment = '<Документ><Номер>77</Номер><ХозОперация>Выплата наличных денег</ХозОперация></Документ>'
    const received = await desk.receive(
      document(
        [
          orderXml('no-such', {}),
          orderXml(demo.number, { requisites: { Проведен: 'true' } }),
          payment,
          orderXml(number, { requisites: { Проведен: 'true' } }),
        ].join(''),
      ),
    )
    expect(received).toMatchObject({
      documents: 4,
      changed: 1,
      rejects: [{ code: 'no-such' }, { code: demo.number }, { code: '77' }],
    })
    expect((await desk.look(id)).state).toBe(5)
  })

  test('in windows-1251 with BOM is read; the order is found by Ид if Номер is 1C’s own', async () => {
    const { id, number } = await desk.place()
    const text = document(orderXml(number, { requisites: { 'Статус заказа': 'В сборке' } })).replace(
      `<Номер>${number}</Номер>`,
      '<Номер>УТ-1</Номер>',
    )
    await desk.receive(encodeWindows1251(text.replace('UTF-8', 'windows-1251')))
    expect((await desk.look(id)).state).toBe(10)
    await desk.receive(`\uFEFF${text.replace('В сборке', 'Выполнен')}`)
    expect((await desk.look(id)).state).toBe(3)
  })

  test('that is incomplete changes nothing', async () => {
    const { id, number } = await desk.place()
    const whole = document(orderXml(number, { requisites: { Проведен: 'true' } }))
    await expect(desk.receive(whole.slice(0, -10))).rejects.toThrow(/XML/)
    await expect(desk.receive('<html></html>')).rejects.toThrow('Это не CommerceML')
    expect((await desk.look(id)).state).toBe(1)
    expect((await desk.receive(whole)).changed).toBe(1)
  })

  test.skipIf(samplesAbsent)('with real documents of 1C is read: 2.03 in windows-1251 and 3.1', async () => {
    const cases = [
      ['orders/orders.xml', '20', 3],
      ['orders/orders_from_1c_cp1251.xml', '36', 5],
      ['split-3.1/documents/1/documents.xml', '320', 11],
      ['split-3.1/documents/2/documents.xml', '319', 5],
    ] as const
    for (const [path, number, state] of cases) {
      const { id } = await desk.place({ number })
      const received = await desk.receive(sample(path))
      expect(received.changed, path).toBe(1)
      expect(received.documents - received.changed, path).toBe(
        received.rejects.filter(({ reason }) => reason.includes('не найден') && reason.includes('Заказ')).length,
      )
      expect(await desk.look(id), path).toMatchObject({ state, lines: [{ cancelled: false }, { cancelled: false }] })
      expect(await desk.receive(sample(path)), path).toMatchObject({ changed: 0 })
    }
    expect(
      await desk.look((await desk.db.select().from(orders).where(eq(orders.number, '320')))[0]?.id ?? 0),
    ).toMatchObject({ code1c: 'L320' })
  })

  test('imported by two processes at once leaves one set of events', async () => {
    const placed = await Promise.all(Array.from({ length: 20 }, () => desk.place()))
    const content = document(
      placed
        .map(({ number }) =>
          orderXml(number, { requisites: { 'Статус заказа': 'Принят' }, rows: [{ code: desk.codes[0], quantity: 1 }] }),
        )
        .join(''),
    )
    await Promise.all([desk.receive(content), desk.receive(content), desk.receive(content)])
    const [{ count } = { count: 0 }] = (
      await desk.db.execute<{ count: number }>(sql`select count(*)::int as count from order_events`)
    ).rows
    expect(count).toBe(20)
  })
})
