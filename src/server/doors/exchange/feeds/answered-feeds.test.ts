import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { account, startExchangeApp } from '#tests/support/exchange.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'

let app: TestApp
let world: World
let send: FeedSender
beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  send = feedSender(app.origin)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.execute(sql`truncate ledger_entries, ledger_states, exchange_rejects cascade`)
  await app.db
    .execute(sql`update contracts set code1c = 'c-1', debt_kopecks = 0, advance_kopecks = 0, payment = 'deferred',
    deferral_days = 14, status = 'active' where id = ${world.contractId}`)
})

async function rows(statement: string): Promise<unknown[]> {
  return (await app.pool.query({ text: statement, rowMode: 'array' })).rows
}
const entries = () =>
  rows('select code1c, kind, debit_kopecks, credit_kopecks, left_kopecks, active from ledger_entries order by code1c')
const owed = () => rows(`select debt_kopecks, advance_kopecks from contracts where id = ${world.contractId}`)

const sale = { id: 'd-1', contract: 'c-1', kind: 'sale', number: '4471', date: '2026-11-14', debit: 1432.85 }
const payment = { id: 'p-1', contract: 'c-1', number: '3310', date: '2026-11-19', sum: 600 }

test('every line gets an answer: accepted, or rejected with its reason', async () => {
  const answers = await send('ledger', [
    sale,
    'no json',
    { ...sale, id: 'd-2', contract: 'nobody' },
    { ...sale, id: 'd-3', debit: 10.005 },
    { ...sale, id: 'd-4', credit: 5 },
    { ...sale, id: 'd-5', kind: 'gift' },
    { ...sale, id: 'd-6', date: '14.11.2026' },
    { ...sale, id: 'd-7', lines: [{ quantity: 1, sum: 10 }] },
    { ...sale, id: 'd-8', settles: [{ document: 'd-1', sum: 1 }] },
  ])
  expect(answers).toEqual([
    { line: 1, id: 'd-1', status: 'accepted' },
    { line: 2, id: null, status: 'rejected', reason: 'Строка не объект JSON' },
    { line: 3, id: 'd-2', status: 'rejected', reason: 'Договор не найден: nobody' },
    { line: 4, id: 'd-3', status: 'rejected', reason: 'debit: В сумме больше двух знаков после запятой' },
    { line: 5, id: 'd-4', status: 'rejected', reason: 'debit: Нужен дебет или кредит, что-то одно' },
    { line: 6, id: 'd-5', status: 'rejected', reason: 'kind: Вид операции не из списка' },
    { line: 7, id: 'd-6', status: 'rejected', reason: 'date: Дата не в виде ГГГГ-ММ-ДД' },
    { line: 8, id: 'd-7', status: 'rejected', reason: 'lines.0: Нет ни Ид, ни наименования товара' },
    { line: 9, id: 'd-8', status: 'rejected', reason: 'settles: Разнесено больше, чем сумма по кредиту' },
  ])
  expect(await entries()).toEqual([['d-1', 'sale', 143_285, 0, 143_285, true]])
  expect(await rows('select kind, code, reason from exchange_rejects order by id')).toContainEqual([
    'ledger',
    'd-2',
    'Договор не найден: nobody',
  ])
  const run = await rows('select name, status, counts from exchange_runs order by id desc limit 1')
  expect(run).toEqual([['ledger', 'done', { ledger: { seen: 9, created: 1, rejected: 8 } }]])
})

test('the same record sent again changes nothing; a changed one is changed; a deleted one counts no more', async () => {
  await send('ledger', [sale])
  await send('ledger', [sale])
  expect(await rows('select counts from exchange_runs order by id desc limit 1')).toEqual([
    [{ ledger: { seen: 1, unchanged: 1 } }],
  ])
  await send('ledger', [{ ...sale, debit: 2000 }])
  expect(await owed()).toEqual([[200_000, 0]])
  expect(await send('ledger', [{ id: 'd-1', deleted: true }])).toEqual([{ line: 1, id: 'd-1', status: 'accepted' }])
  expect(await owed()).toEqual([[0, 0]])
  expect(await entries()).toEqual([['d-1', 'sale', 200_000, 0, 200_000, false]])
  await send('ledger', [{ ...sale, debit: 2000 }])
  expect(await owed()).toEqual([[200_000, 0]])
})

test('payments pay the documents that 1C names, then the oldest by due date; what is over is an advance', async () => {
  await send('ledger', [
    { ...sale, id: 'd-1', debit: 1000, due: '2026-11-30' },
    { ...sale, id: 'd-2', debit: 500, due: '2026-11-20' },
    { ...sale, id: 'd-3', debit: 300, due: '2026-12-20' },
  ])
  await send('payments', [{ ...payment, sum: 700, settles: [{ document: 'd-3', sum: 200 }] }])
  const left = async () => (await entries()).map((row) => (row as unknown[])[4])
  expect(await left()).toEqual([100_000, 0, 10_000, 0])
  expect(await owed()).toEqual([[110_000, 0]])
  await send('ledger', [
    { ...sale, id: 'r-1', kind: 'return', debit: undefined, credit: 150, settles: [{ document: 'd-1', sum: 150 }] },
  ])
  expect(await left()).toEqual([85_000, 0, 10_000, 0, 0])
  await send('payments', [{ ...payment, id: 'p-2', sum: 1500 }])
  expect(await left()).toEqual([0, 0, 0, 0, 0, 0])
  expect(await owed()).toEqual([[0, 55_000]])
  await send('payments', [{ ...payment, id: 'p-3', sum: 550, refund: true }])
  expect(await owed()).toEqual([[0, 0]])
  await send('payments', [{ id: 'p-2', deleted: true }])
  expect(await owed()).toEqual([[150_000, 0]])
})

test('a payment may come before the document that it pays, and a reversal lowers what is owed', async () => {
  await send('payments', [{ ...payment, sum: 400, settles: [{ document: 'd-2', sum: 400 }] }])
  expect(await owed()).toEqual([[0, 40_000]])
  await send('ledger', [
    { ...sale, id: 'd-1', debit: 100 },
    { ...sale, id: 'd-2', debit: 450 },
    { ...sale, id: 'd-9', kind: 'correction', debit: -30 },
  ])
  expect((await entries()).map((row) => (row as unknown[])[4])).toEqual([7000, 5000, 0, 0])
  expect(await owed()).toEqual([[12_000, 0]])
})

test('a full feed ends what it leaves out of its own kind, but nothing that a rejected line names', async () => {
  await send('ledger', [sale, { ...sale, id: 'd-2' }, { ...sale, id: 'd-3' }])
  await send('payments', [payment])
  const active = async () =>
    (await rows('select code1c from ledger_entries where active order by 1')).map((row) => (row as string[])[0])
  await send(
    'ledger',
    [
      { ...sale, id: 'd-2' },
      { ...sale, id: 'd-3', kind: 'gift' },
    ],
    'mode=full',
  )
  expect(await active()).toEqual(['d-2', 'd-3', 'p-1'])
  await send('ledger', [{ ...sale, id: 'd-2' }, '{"broken'], 'mode=full')
  expect(await active()).toEqual(['d-2', 'd-3', 'p-1'])
  expect(await rows("select reason from exchange_rejects where code = ''")).toEqual([
    ['Не ясно, о какой записи строка: лента принята, но записи, которых в ней нет, не отключены'],
  ])
  await send('ledger', ['{"broken'], 'mode=full')
  await send('ledger', [], 'mode=full')
  expect(await active()).toEqual(['d-2', 'd-3', 'p-1'])
  await send('ledger', [{ ...sale, id: 'd-2' }], 'mode=full')
  expect(await active()).toEqual(['d-2', 'p-1'])
})

test('a full feed that would end a large part is refused, unless it is meant', async () => {
  await send(
    'ledger',
    Array.from({ length: 60 }, (_, n) => ({ ...sale, id: `d-${n}` })),
  )
  const refused = await send.raw('ledger', [sale], 'mode=full')
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    code: 'feedRefused',
    message:
      'Полная лента отключила бы записей: 59 из 60. Если так и должно быть, пришлите её с параметром deactivate=any',
  })
  const active = 'select count(*) from ledger_entries where active'
  expect(await rows(active)).toEqual([[60]])
  await send('ledger', [sale], 'mode=full&deactivate=any')
  expect(await rows(active)).toEqual([[1]])
})

test('the instant of the data is what 1C says, and a late older feed does not set it back', async () => {
  const asOf = () => rows("select feed, to_char(as_of at time zone 'UTC', 'DD HH24:MI') from ledger_states order by 1")
  await send('ledger', [sale], `asOf=${encodeURIComponent('2026-11-20T09:14:00+03:00')}`)
  await send('payments', [payment], 'asOf=2026-11-20T05:00:00Z')
  await send('ledger', [sale], 'asOf=2026-11-19T05:00:00Z')
  expect(await asOf()).toEqual([
    ['ledger', '20 06:14'],
    ['payments', '20 05:00'],
  ])
  expect((await send.raw('ledger', [sale], 'asOf=yesterday')).status).toBe(400)
})

test('a document knows its order by number or Ид of 1C, its goods by Ид, and is due by its contract', async () => {
  const [productId = 0] = world.productIds
  await app.db.execute(sql`update products set code1c = 'g-1', articul = 'GA5030R' where id = ${productId}`)
  await app.db.execute(sql`insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks,
    delivery_method_id, code1c) values ('0000-900001', ${world.organisationId}, ${world.contractId}, ${world.ownerId},
      3,
    0, 3, 'УТ-1')`)
  const lines = [
    { product: 'g-1', quantity: 2.5, sum: 100, vat: 18.03 },
    { product: 'nowhere', name: 'Ветошь', unit: 'кг', quantity: 1, sum: 5 },
  ]
  await send('ledger', [
    { ...sale, order: '0000-900001', lines },
    { ...sale, id: 'd-2', order: 'УТ-1', due: '2026-12-31' },
  ])
  expect(
    await rows(
      'select e.code1c, o.number, e.due_on::text from ledger_entries e join orders o on o.id = e.order_id order by 1',
    ),
  ).toEqual([
    ['d-1', '0000-900001', '2026-11-28'],
    ['d-2', '0000-900001', '2026-12-31'],
  ])
  expect(
    await rows('select product_id, articul, name, unit, quantity_milli, sum_kopecks, vat_kopecks from ledger_lines'),
  ).toEqual([
    [productId, 'GA5030R', 'Товар 1', 'шт', 2500, 10_000, 1803],
    [null, '', 'Ветошь', 'кг', 1000, 500, 0],
  ])
})

test('refusals have their status: no sign-in, a wrong password, an unknown feed, damaged bytes', async () => {
  const url = `${app.origin}/1c-exchange/feeds`
  const basic = (password: string) => ({ authorization: `Basic ${btoa(`${account.login}:${password}`)}` })
  const post = (name: string, init: RequestInit) => fetch(`${url}/${name}`, { method: 'POST', body: '{}', ...init })
  expect((await post('ledger', {})).status).toBe(401)
  expect((await post('ledger', { headers: basic('wrong') })).status).toBe(401)
  for (const name of ['nothing', 'constructor']) {
    const unknown = await post(name, { headers: basic(account.password) })
    expect([unknown.status, ((await unknown.json()) as { message: string }).message]).toEqual([
      404,
      `Неизвестная лента «${name}»`,
    ])
  }
  const headers = { ...basic(account.password), 'content-encoding': 'gzip' }
  expect((await post('ledger', { headers, body: 'not packed' })).status).toBe(400)
  const packed = await post('ledger', { headers, body: gzipSync(JSON.stringify(sale)) })
  expect([packed.status, packed.headers.get('content-type'), await packed.text()]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
    '{"line":1,"id":"d-1","status":"accepted"}\n',
  ])
})

test('each feed publishes the schema of its lines', async () => {
  const { feeds } = (await (await fetch(`${app.origin}/1c-exchange/feeds`)).json()) as {
    feeds: { name: string; schema: string }[]
  }
  expect(feeds.map(({ name }) => name)).toEqual([
    'arrivals',
    'binds',
    'claims',
    'conditions',
    'contracts',
    'contragents',
    'documents',
    'ledger',
    'payments',
    'price-breaks',
    'rates',
  ])
  for (const { schema } of feeds) {
    const response = await fetch(app.origin + schema)
    expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
    expect(await response.json()).toMatchObject({ $schema: expect.stringContaining('json-schema.org') as string })
  }
  const ledger = await (await fetch(`${app.origin}/1c-exchange/feeds/ledger/schema`)).json()
  expect(ledger).toMatchObject({
    anyOf: [{ required: ['id', 'contract', 'kind', 'number', 'date'] }, { required: ['id', 'deleted'] }],
  })
  expect((await fetch(`${app.origin}/1c-exchange/feeds/nothing/schema`)).status).toBe(404)
})

test('fifty thousand lines are answered as a stream, and give back their connection', async () => {
  // The planner's figures are of a time when there was one entry, as after a first test of an empty portal.
  await send('ledger', [sale])
  await app.db.execute(sql`analyze`)
  const body = Array.from({ length: 50_000 }, (_, n) => ({ ...sale, id: `d-${n}`, debit: 1 }))
  const answers = await send('ledger', body)
  expect(answers).toHaveLength(50_000)
  expect(answers.at(-1)).toEqual({ line: 50_000, id: 'd-49999', status: 'accepted' })
  expect(await owed()).toEqual([[5_000_000, 0]])
  // One that leaves before the end of its answers.
  const left = await send.raw('ledger', body)
  await left.body?.cancel()
  await expect.poll(() => app.pool.totalCount - app.pool.idleCount, { timeout: 10_000 }).toBe(0)
})
