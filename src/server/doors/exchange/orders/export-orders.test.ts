import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { contragents, sellers } from '#server/platform/db/schema/organisations.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { orderFaults } from '#tests/support/formats/commerceml.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, addContract, addOrganisation, createWorld, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { confirmOrders, exportOrders } from './export-orders.ts'
import { writeStatusList } from './status-list.ts'

let database: TestDatabase
let world: World
let exchangeId: number

beforeAll(async () => {
  database = await openTestDatabase()
  world = await createWorld(database.db)
  exchangeId = await addAccount(database.db, { role: 'exchange' })
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`truncate orders, settings cascade`))

const place = (input: Partial<Parameters<typeof addOrder>[2]> = {}) =>
  addOrder(database.db, world, {
    lines: [{ productId: world.productIds[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 2 }],
    ...input,
  })

async function query(
  account = exchangeId,
): Promise<{ xml: string; numbers: string[]; bytes: Buffer; contentType: string }> {
  const { body, contentType } = await exportOrders(database, account)
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  const xml = bytes.toString('utf8')
  return {
    xml,
    bytes,
    contentType,
    numbers: [...xml.matchAll(/<Номер>([^<]*)<\/Номер>/g)].map(([, number = '']) => number),
  }
}

test('an order is exported at each query until success, then no more', async () => {
  const { number, id } = await place()
  expect((await query()).numbers).toEqual([number])
  expect((await query()).numbers).toEqual([number])
  expect(await confirmOrders(database, exchangeId)).toEqual({ confirmed: 1 })
  expect(await confirmOrders(database, exchangeId)).toEqual({ confirmed: 0 })
  expect((await query()).numbers).toEqual([])
  const [row] = await database.db.select().from(orders).where(eq(orders.id, id))
  expect(row).toMatchObject({ confirmedVersion: 1, version: 1, state: 1 })
  expect(row?.confirmedAt).toBeInstanceOf(Date)
})

test("a line's comment by the buyer is exported", async () => {
  const { id } = await place()
  await database.db.update(orderLines).set({ note: 'Нарезать по 2 м' }).where(eq(orderLines.orderId, id))
  expect((await query()).xml).toContain('<Наименование>Комментарий</Наименование><Значение>Нарезать по 2 м</Значение>')
})

test('success confirms exactly the orders of that account’s last query', async () => {
  const other = await addAccount(database.db, { role: 'exchange' })
  const first = await place()
  await query()
  const second = await place()
  await query(other)
  await database.db.update(orders).set({ version: 2 }).where(eq(orders.id, first.id))

  expect(await confirmOrders(database, exchangeId)).toEqual({ confirmed: 1 })
  // The first has changed meanwhile, the second was never exported to this account.
  expect((await query()).numbers).toEqual([first.number, second.number])
  await confirmOrders(database, exchangeId)
  expect((await query()).numbers).toEqual([])
  // An empty query counts, too: a late success has nothing to confirm.
  await database.db.update(orders).set({ version: 3, state: 3 }).where(eq(orders.id, first.id))
  await query()
  expect(await confirmOrders(database, exchangeId)).toEqual({ confirmed: 0 })
  const third = await place()
  expect((await query()).numbers).toEqual([third.number])
  await database.db.update(orders).set({ state: 2 }).where(eq(orders.id, third.id))
  expect((await query()).numbers).toEqual([])
  expect(await confirmOrders(database, exchangeId), 'what only the query before the last gave').toEqual({
    confirmed: 0,
  })
})

test('all states but approval are exported; demo orders never, a cancellation only after its order', async () => {
  const sent: string[] = []
  for (const state of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    const { number } = await place({ state })
    if (state !== 2 && state !== 4) sent.push(number)
  }
  const visitor = await addOrganisation(database.db, 'Посетители', { demo: true })
  const contractId = await addContract(database.db, {
    ...visitor,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: [],
  })
  await addOrder(database.db, { ...visitor, contractId, ownerId: world.ownerId }, { lines: [] })
  expect((await query()).numbers).toEqual(sent)

  const [cancelled] = sent
  await database.db
    .update(orders)
    .set({ state: 4, version: 2 })
    .where(eq(orders.number, cancelled ?? ''))
  const again = await query()
  expect(again.numbers).toContain(cancelled)
  expect(again.xml).toContain('<Наименование>Отменен</Наименование><Значение>true</Значение>')
})

test('an order closed before confirmation is exported once; closing a confirmed order exports nothing', async () => {
  const { id, number } = await place({ state: 8 })
  await query()
  await database.db.update(orders).set({ state: 3, version: 2 }).where(eq(orders.id, id))
  expect((await query()).numbers).toEqual([number])
  await confirmOrders(database, exchangeId)
  expect((await query()).numbers).toEqual([])
  await place({ state: 3, version: 3, confirmedVersion: 2 })
  expect((await query()).numbers).toEqual([])
})

test('orders that count as confirmed are not exported', async () => {
  await place({ confirmedVersion: 1, confirmedAt: new Date() })
  await place({ state: 4, version: 1, confirmedVersion: 1 })
  expect((await query()).numbers).toEqual([])
})

test('each order is one document in Moscow time, each line with its warehouse', async () => {
  const [productId = 0] = world.productIds
  const [moscow = 0, petersburg = 0] = world.warehouseIds
  await place({
    createdAt: new Date('2026-11-20T21:30:15Z'),
    deliveryKopecks: 50_000,
    lines: [
      { productId, warehouseId: moscow, quantity: 1.5 },
      { productId, warehouseId: petersburg, quantity: 2 },
    ],
  })
  const { xml } = await query()
  expect(
    xml.startsWith(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08"',
    ),
  ).toBe(true)
  expect(xml).toContain('<Дата>2026-11-21</Дата>')
  expect(xml).toContain('<Время>00:30:15</Время>')
  expect([...xml.matchAll(/<Наименование>Склад<\/Наименование><Значение>([^<]*)</g)].map(([, name]) => name)).toEqual([
    'Москва',
    'Санкт-Петербург',
  ])
  expect(xml).toContain('<Ид>ORDER_DELIVERY</Ид>')
})

test('without orders the body is an empty root element', async () => {
  const { xml } = await query()
  expect(xml).toMatch(/<КоммерческаяИнформация [^>]*>\s*<\/КоммерческаяИнформация>\s*$/)
  expect(orderFaults(xml, '2.08')).toEqual([])
})

describe('by setting orders are exported', () => {
  test('in windows-1251, declared in the prolog and the content type', async () => {
    await database.db.update(contragents).set({ company: 'ООО «Ёж»' }).where(eq(contragents.id, world.contragentId))
    await place()
    await writeSetting(database.db, 'exchange.orders.encoding', 'windows-1251')
    const { bytes, contentType } = await query()
    expect(contentType).toBe('text/xml; charset=windows-1251')
    const text = new TextDecoder('windows-1251').decode(bytes)
    expect(text).toMatch(/^<\?xml version="1.0" encoding="windows-1251"\?>/)
    expect(text).toContain('<Наименование>ООО «Ёж»</Наименование>')
    expect(orderFaults(bytes, '2.08')).toEqual([])
  })

  test('as a ZIP that starts with PK', async () => {
    const { number } = await place()
    await writeSetting(database.db, 'exchange.orders.zip', true)
    const { bytes, contentType } = await query()
    expect(contentType).toBe('application/zip')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const zip = await yauzl.fromBufferPromise(bytes)
    const texts: Record<string, string> = {}
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry)
      const pieces: Buffer[] = []
      for await (const piece of stream) pieces.push(piece as Buffer)
      texts[entry.fileName] = Buffer.concat(pieces).toString('utf8')
    }
    expect(texts['orders.xml']).toContain(`<Номер>${number}</Номер>`)
  })

  test('with paid delivery at the general VAT rate of the order’s day or at the configured one', async () => {
    const rateOfDelivery = async () => /<Ид>ORDER_DELIVERY<\/Ид>.*?<Ставка>([^<]*)</.exec((await query()).xml)?.[1]
    const { id } = await place({ deliveryKopecks: 50_000 })
    expect(await rateOfDelivery()).toBe('22')
    await database.db
      .update(orders)
      .set({ createdAt: new Date('2025-12-30T10:00:00Z') })
      .where(eq(orders.id, id))
    expect(await rateOfDelivery()).toBe('20')
    const seller = await addSeller(database.db, { vat: '5' })
    expect(await rateOfDelivery(), 'of one who sells everything at 5 %').toBe('5')
    await database.db.delete(sellers).where(eq(sellers.id, seller))
    await writeSetting(database.db, 'delivery.vat', 'none')
    expect(await rateOfDelivery()).toBe('Без налога')
  })

  test('with each Документ in a Контейнер', async () => {
    await place()
    await place()
    await writeSetting(database.db, 'exchange.orders.container', true)
    expect((await query()).xml.match(/<Контейнер><Документ>/g)).toHaveLength(2)
  })

  test.each(['2.07', '2.08', '2.09', '2.10'] as const)('real orders in schema %s', async (version) => {
    await place({ deliveryKopecks: 12_345, comment: 'Привет ☺', clientNumber: '№ 7' })
    await place({ state: 9, payUntil: '2026-12-01' })
    await writeSetting(database.db, 'exchange.orders.version', version)
    const { xml, numbers } = await query()
    expect(numbers).toHaveLength(2)
    expect(orderFaults(xml, version)).toEqual([])
  })
})

test('thousands of orders are exported in few SQL statements', async () => {
  await database.db.execute(sql`
    insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, delivery_method_id)
    select 'M-' || n, ${world.organisationId}, ${world.contractId}, ${world.ownerId}, 5, 20000, 3
    from generate_series(1, 3000) n`)
  await database.db.execute(sql`
    insert into order_lines (order_id, position, product_id, warehouse_id, name, articul, unit, quantity_milli,
      price_kopecks, sum_kopecks)
    select id, p, ${world.productIds[0]}, ${world.warehouseIds[0]}, 'Товар', 'A', 'шт', 1000, 4000, 4000
    from orders, generate_series(1, 5) p`)
  let statements = 0
  const count = () => {
    statements += 1
  }
  database.pool.on('acquire', count)
  const { numbers } = await query()
  database.pool.off('acquire', count)
  expect(new Set(numbers).size).toBe(3000)
  expect(statements).toBeLessThanOrEqual(1 + 5 + 15)
  expect(await confirmOrders(database, exchangeId)).toEqual({ confirmed: 3000 })
})

test('info names every state and delivery', async () => {
  const { body } = await writeStatusList(database)
  expect(body).toContain('<Статусы><Элемент><Ид>1</Ид><Название>Новый</Название></Элемент>')
  expect(body).toContain('<Элемент><Ид>4</Ид><Название>Отменён</Название></Элемент></Статусы><Cтатусы>')
  expect(body).toContain('<СлужбыДоставки><Элемент><Ид>3</Ид><Название>Самовывоз</Название></Элемент>')
})
