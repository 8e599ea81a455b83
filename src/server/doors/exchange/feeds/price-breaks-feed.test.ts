import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import type { TestApp } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { addBreaks } from '#tests/support/catalogue/price-breaks.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'

let app: TestApp
let world: World
let send: FeedSender

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  send = feedSender(app.origin)
  await app.db.execute(sql`update contracts set code1c = 'c-1' where id = ${world.contractId}`)
  await app.db.execute(sql`update price_types set code1c = 't-1' where id = ${world.priceTypeIds[0]}`)
  await app.db.execute(sql`update products set code1c = 'p-1' where id = ${world.productIds[0]}`)
  await app.db.execute(sql`insert into categories (name, url, code1c) values ('Дрели', 'feed-drills', 'g-1')`)
  await app.db.execute(sql`insert into brands (name, key) values ('Makita', 'makita'), ('Макита Про', 'макита про')`)
})
afterAll(() => app.close())
beforeEach(() => app.db.execute(sql`truncate price_breaks`))

const rows = async (statement: string) => (await app.pool.query({ text: statement, rowMode: 'array' })).rows
const running = () =>
  rows(`select code1c, least_quantity_milli, least_sum_kopecks, price_kopecks, percent_hundredths from price_breaks
    where ended_at is null order by code1c nulls first`)
const lastCounts = async () =>
  (await rows('select counts from exchange_runs order by id desc limit 1'))[0]?.[0] as unknown
const line = { id: 'b-1', contract: 'c-1', product: 'p-1', quantity: 10, price: 95 }

test('every line is answered: accepted, or rejected with its reason', async () => {
  const answers = await send('price-breaks', [
    line,
    { id: 'b-2', priceType: 't-1', sum: 50_000, percent: 3.5 },
    { id: 'b-3', priceType: 't-1', category: 'g-1', quantity: 0.5, percent: 5 },
    { id: 'b-4', priceType: 't-1', brand: 'MAKITA', quantity: 5, percent: 5 },
    { ...line, id: 'b-5', contract: 'nobody' },
    { ...line, id: 'b-6', product: 'nothing' },
    { id: 'b-7', priceType: 't-1', brand: 'Неизвестный', quantity: 5, percent: 5 },
    { ...line, id: 'b-8', priceType: 't-1' },
    { ...line, id: 'b-9', sum: 5 },
    { ...line, id: 'b-10', percent: 3 },
    { id: 'b-11', priceType: 't-1', quantity: 5, price: 95 },
    { ...line, id: 'b-12', price: 0 },
    { id: 'b-13', priceType: 't-1', quantity: 5, percent: 100 },
    'no json',
  ])
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'accepted',
    'Договор не найден: nobody',
    'Товар не найден',
    'Бренд не найден: Неизвестный',
    'priceType: Укажите priceType либо contract',
    'quantity: Нужно количество или сумма',
    'price: Нужна цена или скидка',
    'price: Цена бывает только у товара',
    'price: Нужна сумма больше нуля',
    'percent: Скидка не меньше 100 %',
    'Строка не объект JSON',
  ])
  expect(await running()).toEqual([
    ['b-1', 10_000, null, 9500, null],
    ['b-2', null, 5_000_000, null, 350],
    ['b-3', 500, null, null, 500],
    ['b-4', 5000, null, null, 500],
  ])
})

test('the same line again changes nothing; a changed one does; a deleted one ends, and may come back', async () => {
  await send('price-breaks', [line])
  await send('price-breaks', [line])
  expect(await lastCounts()).toEqual({ 'price-breaks': { seen: 1, unchanged: 1 } })
  await send('price-breaks', [
    { ...line, price: 1 },
    { ...line, price: 94 },
  ])
  expect(await running()).toEqual([['b-1', 10_000, null, 9400, null]])
  await send('price-breaks', [{ id: 'b-1', deleted: true }])
  expect(await running()).toEqual([])
  await send('price-breaks', [line])
  expect(await running()).toEqual([['b-1', 10_000, null, 9500, null]])
  expect(await rows('select count(*)::int from price_breaks')).toEqual([[1]])
})

test('a full feed ends what it leaves out, but no break of staff and none of a rejected line', async () => {
  await addBreaks(app.db, [{ contractId: world.contractId, from: 7, percentHundredths: 100 }])
  await send('price-breaks', [line, { ...line, id: 'b-2', quantity: 20 }, { ...line, id: 'b-3', quantity: 30 }])
  await send('price-breaks', [line, { ...line, id: 'b-2', product: 'nothing' }], 'mode=full')
  expect((await running()).map(([code]) => code as string | null)).toEqual([null, 'b-1', 'b-2'])
})

test('a brand is found however its name is spaced and written', async () => {
  const ofBrand = { priceType: 't-1', quantity: 5, percent: 5 }
  const answers = await send('price-breaks', [
    { ...ofBrand, id: 'b-1', brand: ' МАКИТА   про ' },
    { ...ofBrand, id: 'b-2', brand: ' ' },
  ])
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual(['accepted', 'brand: Пустой бренд'])
})

test('a price type that the portal derives is unknown to 1C', async () => {
  await app.db.execute(sql`
    insert into price_types (code1c, name, base_id) values ('derived-1', 'Опт', ${world.priceTypeIds[0]})`)
  const answers = await send('price-breaks', [line, { id: 'b-2', priceType: 'derived-1', sum: 5, percent: 5 }])
  expect(answers.map(({ reason }) => reason)).toEqual([undefined, 'Нет типа цен: derived-1'])
})

test('an empty full feed ends nothing: the export has failed', async () => {
  await send('price-breaks', [line])
  await send('price-breaks', [], 'mode=full')
  expect(await running()).toHaveLength(1)
})

test('the audit trail has one row of a feed with its counts', async () => {
  await emptyAuditLog(app.pool)
  await send('price-breaks', [line, { ...line, id: 'b-2', quantity: 20 }])
  await send('price-breaks', [line])
  const [row, ...others] = (await listAuditRows(app.db, { limit: 9 })).filter(
    ({ action }) => action === 'import.finished',
  )
  expect([row?.origin, row?.changes['price-breaks']?.after, others]).toEqual(['exchange', 2, []])
})
