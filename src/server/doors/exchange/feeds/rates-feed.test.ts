import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { saveForeignPrices } from '#server/catalogue/prices/shared-queries-write.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'

let app: TestApp
let world: World
let send: FeedSender
const today = dayOf(new Date())
const rate = { currency: 'USD', date: today, rate: 82.441 }

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  send = feedSender(app.origin)
  const [productId = 0] = world.productIds
  const [priceTypeId = 0] = world.priceTypeIds
  await saveForeignPrices(app.db, [{ productId, priceTypeId, currency: 'USD', hundredths: '1000.5', net: false }])
})
afterAll(() => app.close())

const rows = async (statement: string) => (await app.pool.query({ text: statement, rowMode: 'array' })).rows
const priceOfFirst = () => rows(`select price_kopecks from prices where product_id = ${world.productIds[0]}`)
const lastCounts = async () => (await rows('select counts from exchange_runs order by id desc limit 1'))[0]

test('rates of 1C are answered line by line, and prices follow; the same rates again change nothing', async () => {
  const tomorrow = addDays(today, 1)
  const lines = [
    { ...rate, currency: 'долл.', rate: 80 },
    { ...rate, date: tomorrow, rate: 83 },
    { currency: 'JPY', date: today, rate: 52.34, nominal: 100 },
    { ...rate, currency: 'RUB' },
    { ...rate, currency: 'фантик' },
    { ...rate, rate: 82.44105 },
    { ...rate, rate: 0 },
    { ...rate, rate: '82,44' },
    { ...rate, nominal: 7 },
    { ...rate, date: '20.11.2026' },
    'no json',
    rate,
  ]
  const answers = await send('rates', lines)
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'currency: Валюта не из списка: нужен код, например USD',
    'currency: Валюта не из списка: нужен код, например USD',
    'rate: В курсе больше четырёх знаков после запятой',
    'rate: Курс не больше нуля',
    'rate: Курс не число',
    'nominal: Номинал: 1, 10, 100, 1000 или 10000',
    'date: Дата не в виде ГГГГ-ММ-ДД',
    'Строка не объект JSON',
    'accepted',
  ])
  // Of two lines with one currency and day the last counts: 10,005 × 82,441.
  expect(await priceOfFirst()).toEqual([[82_482]])
  expect(await lastCounts()).toEqual([{ rates: { seen: 12, created: 3, unchanged: 1, rejected: 8 } }])
  expect(
    await rows(
      'select currency, starts_on::text, nominal, rate::text, source, applied from currency_rates order by 1, 2',
    ),
  ).toEqual([
    ['JPY', today, 100, '52.3400', '1c', true],
    ['USD', today, 1, '82.4410', '1c', true],
    ['USD', tomorrow, 1, '83.0000', '1c', false],
  ])

  const audited = () => rows("select count(*)::int from audit_log where object_type = 'currency-rate'")
  expect(await audited()).toEqual([[3]])
  await send('rates', [rate])
  expect([await lastCounts(), await audited()]).toEqual([[{ rates: { seen: 1, unchanged: 1 } }], [[3]]])
})

test('an interrupted change of rates leaves prices and rates as they were', async () => {
  await app.db.execute(sql`alter table prices add constraint prices_test check (price_kopecks < 90000)`)
  try {
    const response = await send.raw('rates', [{ ...rate, rate: 99 }])
    expect(response.status).toBeGreaterThanOrEqual(422)
    expect(await priceOfFirst()).toEqual([[82_482]])
    expect(await rows("select rate::text from currency_rates where currency = 'USD' and applied")).toEqual([
      ['82.4410'],
    ])
  } finally {
    await app.db.execute(sql`alter table prices drop constraint prices_test`)
  }
})

test('the schema of a line is published', async () => {
  const response = await fetch(`${app.origin}/1c-exchange/feeds/rates/schema`)
  expect(await response.json()).toMatchObject({
    type: 'object',
    properties: { currency: { type: 'string' }, rate: { type: 'number' } },
    required: ['currency', 'date', 'rate'],
  })
})
