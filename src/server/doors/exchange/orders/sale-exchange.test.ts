import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { products } from '#server/platform/db/schema/catalogue.ts'
import { exchangeRejects, exchangeRuns } from '#server/platform/db/schema/exchange.ts'
import { orderEvents, orders } from '#server/platform/db/schema/orders.ts'
import { orderFaults } from '#tests/support/formats/commerceml.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addAccount, createWorld, type World } from '#tests/support/fixtures.ts'
import { addOrder, brokenReservations } from '#tests/support/orders.ts'

let portal: TestApp
let world: World

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  await addAccount(portal.db, { role: 'exchange', login: '1c@opt.example', password: 'exchange secret' })
})
afterAll(() => portal.close())
beforeEach(async () => void (await portal.db.delete(orders)))

const place = () =>
  addOrder(portal.db, world, {
    lines: [{ productId: world.productIds[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 3 }],
  })

/** A client that behaves like 1C: the cookie named in the body, raw bodies, first lines. */
async function client() {
  const address = `${portal.origin}/1c-exchange?type=sale`
  const authorization = `Basic ${Buffer.from('1c@opt.example:exchange secret').toString('base64')}`
  const [, name, value] = (
    await (await fetch(`${address}&mode=checkauth`, { headers: { authorization } })).text()
  ).split('\n')
  const headers = { cookie: `${name}=${value}` }
  return {
    get: (query: string) => fetch(`${address}&${query}`, { headers }),
    text: async (query: string) => (await fetch(`${address}&${query}`, { headers })).text(),
    send: async (filename: string, body: string | Buffer) =>
      (
        await fetch(`${address}&mode=file&filename=${encodeURIComponent(filename)}`, {
          method: 'POST',
          headers,
          body: new Uint8Array(Buffer.from(body as Buffer)),
        })
      ).text(),
  }
}

async function answerOf1c(number: string): Promise<string> {
  const [product] = await portal.db
    .select({ code: products.code1c })
    .from(products)
    .where(eq(products.id, world.productIds[0] ?? 0))
  return `<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.08"><Документ>
    <Номер>${number}</Номер><ХозОперация>Заказ товара</ХозОперация>
    <Товары><Товар><Ид>${product?.code}</Ид><ЦенаЗаЕдиницу>100</ЦенаЗаЕдиницу><Количество>2</Количество>
    <Сумма>200</Сумма></Товар></Товары>
    <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Номер по 1С</Наименование>
    <Значение>УТ-1</Значение></ЗначениеРеквизита>
    <ЗначениеРеквизита><Наименование>Проведен</Наименование>
    <Значение>true</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Документ>
    <Документ><Номер>чужой</Номер><ХозОперация>Заказ товара</ХозОперация></Документ></КоммерческаяИнформация>`
}

test('a complete exchange of orders: query, success, a file in chunks without import', async () => {
  const { id, number } = await place()
  const onec = await client()
  expect((await onec.text('mode=init')).split('\n')).toHaveLength(2)

  const given = await onec.get('mode=query')
  expect(given.status).toBe(200)
  expect(given.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  const xml = Buffer.from(await given.arrayBuffer())
  expect(xml.subarray(0, 5).toString()).toBe('<?xml')
  expect(xml.toString()).toContain(`<Номер>${number}</Номер>`)
  expect(orderFaults(xml, '2.08')).toEqual([])
  expect(await onec.text('mode=success')).toBe('success')
  expect(await onec.text('mode=query')).not.toContain(number)

  const file = Buffer.from(await answerOf1c(number))
  expect(await onec.send('orders-1_1.xml', file.subarray(0, 333))).toBe('success')
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({ state: 1, code1c: null })
  expect(await onec.send('orders-1_1.xml', file.subarray(333))).toBe('success')
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({
    state: 5,
    code1c: 'УТ-1',
    sumKopecks: 20_000,
    version: 1,
  })

  expect(await onec.text('mode=import&filename=orders-1_1.xml')).toBe('success')
  expect(await portal.db.select().from(orderEvents).where(eq(orderEvents.orderId, id))).toHaveLength(1)
  const [run] = await portal.db.select().from(exchangeRuns).orderBy(desc(exchangeRuns.id))
  expect(run).toMatchObject({
    type: 'orders',
    status: 'done',
    counts: { orders: { seen: 2, changed: 1, rejected: 1 } },
  })
  expect(await portal.db.select().from(exchangeRejects)).toMatchObject([
    { kind: 'order', code: 'чужой', reason: 'Заказ с таким номером на портале не найден' },
  ])
  // 1C's own change is not exported to it.
  expect(await onec.text('mode=query')).not.toContain(number)
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('concurrent files are imported one by one, and those beyond the queue are answered to retry', async () => {
  const { id, number } = await place()
  const onec = await client()
  const file = await answerOf1c(number)
  const reading = await portal.pool.connect()
  try {
    await reading.query('begin')
    await reading.query('select from orders where id = $1 for update', [id])
    const answers = Array.from({ length: 12 }, (_, at) => onec.send(`at-once-${at}.xml`, file))
    // One is being imported, ten wait.
    expect(await Promise.race(answers)).toBe(
      'failure\nПортал загружает другие файлы заказов. Повторите обмен через минуту',
    )
    // The one comes to the lock a moment after the last is refused, and stays there alone.
    const countWaiting = async () => {
      const { rows } = await portal.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.n
    }
    await expect.poll(countWaiting).toBe(1)
    expect(await countWaiting()).toBe(1)
    await reading.query('rollback')
    const words = await Promise.all(answers)
    expect(words.filter((answer) => answer === 'success')).toHaveLength(11)
  } finally {
    await reading.query('rollback')
    reading.release()
  }
  expect((await portal.db.select().from(exchangeRuns)).filter(({ name }) => name.startsWith('at-once-'))).toHaveLength(
    11,
  )
})

test('an incomplete file fails at import and can be sent again', async () => {
  const { id, number } = await place()
  const onec = await client()
  const file = Buffer.from(await answerOf1c(number))
  expect(await onec.send('orders-2_1.xml', file.subarray(0, 200))).toBe('success')
  expect(await onec.text('mode=import&filename=orders-2_1.xml')).toMatch(/^failure\n.*XML/)
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]?.state).toBe(1)
  expect(await onec.send('orders-2_1.xml', file)).toBe('success')
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]?.state).toBe(5)
})

test('info is answered to the account of 1C only', async () => {
  expect(await (await client()).text('mode=info')).toContain('<Справочник><Статусы>')
  const stranger = await fetch(`${portal.origin}/1c-exchange?type=sale&mode=query`)
  expect(await stranger.text()).toMatch(/^failure\n/)
})
