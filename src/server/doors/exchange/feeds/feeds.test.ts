import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { account, startExchangeApp } from '#tests/support/exchange.ts'
import { insertGoods } from '#tests/support/goods.ts'
import { client1c } from '#tests/support/client-1c.ts'

let app: TestApp
const basic = `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}`

beforeAll(async () => {
  app = await startExchangeApp()
  await insertGoods(app.db, {
    warehouses: [{ id: 61 }, { id: 62 }],
    goods: [
      { id: 101, name: 'Дрель' },
      { id: 102, name: 'Шуруповёрт' },
      { id: 103, name: 'Гвозди' },
      { id: 110, name: 'Перчатки' },
      { id: 111, parentId: 110, name: 'Перчатки M' },
    ],
  })
})
afterAll(() => app.close())
beforeEach(() => app.pool.query('truncate arrivals, product_binds, exchange_rejects'))

const lines = (...items: unknown[]) =>
  items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n')
async function post(
  name: string,
  body: string | Uint8Array,
  headers: Record<string, string> = { authorization: basic },
): Promise<string> {
  const response = await fetch(`${app.origin}/1c-exchange?type=feed&name=${name}`, {
    method: 'POST',
    headers,
    body: body as never,
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  return response.text()
}
async function rows(statement: string): Promise<unknown[]> {
  return (await app.pool.query({ text: statement, rowMode: 'array' })).rows
}
const arrivals = () =>
  rows(
    `select product_id, warehouse_id, to_char(expected_on, 'YYYY-MM-DD'), quantity_milli::int from arrivals
      order by 1, 2, 3`,
  )
const binds = () => rows('select product_id, kind, bound_id from product_binds order by product_id, kind, position')
const rejects = () => rows('select code, name, reason from exchange_rejects order by id')
const lastRun = async () =>
  (await app.pool.query('select type, name, status, error, counts from exchange_runs order by id desc limit 1'))
    .rows[0] as unknown

const drills = { product: 'g101', warehouse: 'w61', date: '2027-01-15', quantity: 6000 }
const gloves = { product: 'g111', warehouse: 'w62', date: '2027-01-20', quantity: 0.25 }

test('a feed of arrivals replaces the whole set; repeating it writes nothing', async () => {
  expect(await post('arrivals', lines(drills, { ...drills, quantity: 500 }, gloves))).toBe(
    'success\nПриходы: прочитано 3, создано 2',
  )
  expect(await arrivals()).toEqual([
    [101, 61, '2027-01-15', 6_500_000],
    [111, 62, '2027-01-20', 250],
  ])
  expect(await post('arrivals', lines(drills, { ...drills, quantity: 500 }, gloves))).toBe(
    'success\nПриходы: прочитано 3, без изменений 2',
  )
  expect(await post('arrivals', `\uFEFF${lines({ ...drills, quantity: 1 }, '', '  ')}\r\n`)).toBe(
    'success\nПриходы: прочитано 1, изменено 2',
  )
  expect(await arrivals()).toEqual([[101, 61, '2027-01-15', 1000]])
  expect(await lastRun()).toMatchObject({
    type: 'feed',
    name: 'arrivals',
    status: 'done',
    counts: { arrivals: { seen: 1, changed: 2 } },
  })
})

test('an invalid line is logged with its number and reason, and the others are imported', async () => {
  const answer = await post(
    'arrivals',
    lines(
      'no json',
      { ...drills, date: '0000-01-01' },
      { ...drills, quantity: 0.0001 },
      { ...drills, product: 'nobody' },
      { ...drills, warehouse: 'nowhere' },
      { ...drills, date: '15.01.2027' },
      { ...drills, date: '2027-02-30' },
      { ...drills, quantity: -1 },
      { ...drills, quantity: '5' },
      '[]',
      { ...drills, product: 'a\u0000b' },
      drills,
      `{"product":"${'x'.repeat(1_100_000)}"}`,
      gloves,
    ),
  )
  expect(answer).toBe('success\nПриходы: прочитано 14, создано 2, отклонено 12')
  expect((await arrivals()).length).toBe(2)
  expect((await rejects()).map((row) => (row as string[]).slice(0, 1).concat((row as string[])[2] ?? ''))).toEqual([
    ['строка 1', 'Строка не объект JSON'],
    ['строка 2', 'date: Дата вне разумных пределов'],
    ['строка 3', 'quantity: Количество не больше нуля'],
    ['строка 6', 'date: Дата не в виде ГГГГ-ММ-ДД'],
    ['строка 7', 'date: Дата не в виде ГГГГ-ММ-ДД'],
    ['строка 8', 'quantity: Количество не больше нуля'],
    ['строка 9', 'quantity: Количество не число'],
    ['строка 10', 'Строка не объект JSON'],
    ['строка 11', 'product: Недопустимое значение'],
    ['строка 13', 'Строка длиннее 1 МБ'],
    ['nobody', 'Товар не найден'],
    ['g101', 'Склад не найден: nowhere'],
  ])
})

test('a feed without valid lines or one that breaks off changes nothing and is reported', async () => {
  await post('arrivals', lines(drills))
  expect(await post('arrivals', lines({ ...drills, product: 'nobody' }, 'x'))).toBe(
    'failure\nНи одна строка ленты не подошла',
  )
  expect(await lastRun()).toMatchObject({
    status: 'failed',
    error: 'Ни одна строка ленты не подошла',
    counts: { arrivals: { seen: 2, rejected: 2 } },
  })
  expect((await rejects()).length).toBe(2)
  await cutOff(lines(gloves, gloves))
  await expect.poll(lastRun).toMatchObject({ status: 'failed', error: 'Лента не принята' })
  expect(await arrivals()).toEqual([[101, 61, '2027-01-15', 6_000_000]])
  expect(await post('arrivals', '\n')).toBe('success\nПриходы: изменено 1')
})

test('[C.7] a line of binds replaces the named lists of its product; a variant id means its product', async () => {
  await post(
    'binds',
    lines(
      { product: 'g101', analogues: ['g102', 'g101', 'g103'], related: ['g111', 'g110', 'nobody'] },
      { product: 'g102', related: ['g103'] },
    ),
  )
  expect(await binds()).toEqual([
    [101, 'analogue', 102],
    [101, 'analogue', 103],
    [101, 'related', 110],
    [102, 'related', 103],
  ])
  expect(await rejects()).toEqual([['nobody', 'строка 1', 'Связанный товар не найден']])
  expect(
    await post('binds', lines({ product: 'g101', analogues: ['g103', 'g102'] }, { product: 'g102', related: [] })),
  ).toBe('success\nСвязанные товары: прочитано 2, изменено 3')
  expect(await binds()).toEqual([
    [101, 'analogue', 103],
    [101, 'analogue', 102],
    [101, 'related', 110],
  ])
})

test('a feed needs Basic authentication or a session cookie, and a known name', async () => {
  const client = client1c(app.origin, { ...account, type: 'feed' })
  const [, name, value] = (await client.checkauth()).split('\n')
  expect(await post('arrivals', lines(drills), { cookie: `${name}=${value}` })).toMatch(/^success\n/)
  expect(await post('arrivals', lines(drills), {})).toBe('failure\nУкажите имя пользователя и пароль обмена')
  expect(await post('arrivals', lines(drills), { authorization: `Basic ${btoa('x:y')}` })).toBe(
    'failure\nНеверное имя пользователя или пароль обмена',
  )
  for (const unknown of ['', 'nothing', 'constructor'])
    expect(await post(unknown, lines(drills))).toBe(`failure\nНеизвестная лента «${unknown}»`)
  const get = await fetch(`${app.origin}/1c-exchange?type=feed&name=arrivals`, { headers: { authorization: basic } })
  expect([get.status, await get.text()]).toEqual([200, 'failure\nЛента пуста: пришлите строки методом POST'])
})

test('thirty thousand lines are imported as a stream', async () => {
  const body = Array.from({ length: 30_000 }, (_, at) =>
    JSON.stringify({ ...drills, date: new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10) }),
  ).join('\n')
  expect(await post('arrivals', body)).toBe('success\nПриходы: прочитано 30000, создано 30000')
})

/** Sends the first lines and then breaks the connection. */
function cutOff(body: string): Promise<void> {
  return new Promise((resolve) => {
    const sending = httpRequest(`${app.origin}/1c-exchange?type=feed&name=arrivals`, {
      method: 'POST',
      headers: { authorization: basic, 'content-length': body.length + 1000 },
    })
    sending.on('error', () => resolve())
    sending.on('close', () => resolve())
    sending.write(body)
    setTimeout(() => sending.destroy(), 300)
  })
}

test.each([
  ['switched off', 'update accounts set enabled = not enabled where login = $1'],
  ['given another password', "update accounts set password_hash = 'x' where login = $1"],
])('a feed in progress writes nothing once its account is %s', async (_, change) => {
  await post('arrivals', lines(drills))
  const before = await arrivals()
  const {
    rows: [stored],
  } = await app.pool.query('select password_hash from accounts where login = $1', [account.login])
  const answer = new Promise<string>((resolve, reject) => {
    const headers = { authorization: basic, 'transfer-encoding': 'chunked' }
    const sent = httpRequest(
      `${app.origin}/1c-exchange?type=feed&name=arrivals`,
      { method: 'POST', headers },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve(text))
      },
    )
    sent.on('error', reject)
    sent.write(`${lines(...Array.from({ length: 1500 }, () => gloves))}\n`)
    void (async () => {
      await expect.poll(async () => lastRun(), { timeout: 10_000 }).toMatchObject({ status: 'running' })
      await app.pool.query(change, [account.login])
      sent.end(lines(...Array.from({ length: 1500 }, () => gloves)))
    })().catch(reject)
  })
  expect(await answer).toBe('failure\nДоступ этой учётной записи к обмену закрыт')
  expect(await arrivals()).toEqual(before)
  expect(await lastRun()).toMatchObject({ status: 'failed' })
  await app.pool.query('update accounts set enabled = true, password_hash = $2 where login = $1', [
    account.login,
    (stored as { password_hash: string }).password_hash,
  ])
})
