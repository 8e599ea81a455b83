import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import { exchangeStreams, saveStreamAlarm } from '#shared/api/administration/exchange-streams.ts'
import { streamKinds } from '#shared/api/administration/exchange-filters.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import type { Client1c } from '#tests/support/client-1c.ts'
import { exchangeEnded, startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { addAccount, createWorld, signedIn } from '#tests/support/fixtures.ts'
import { ymlFile } from '#tests/support/formats/supplier-yml.ts'
import { call } from '#web/api/client.ts'
import { reportLateStreams } from './streams.ts'

let app: TestApp
let client: Client1c
let admin: Visitor
beforeAll(async () => {
  ;({ app, client, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const read = async () => (await call(exchangeStreams, {}, admin)).streams
const streamOf = async (kind: string) => (await read()).find((stream) => stream.kind === kind)
const notices = async () => (await call(notifications, {}, admin)).items.map(({ title }) => title)

test('data that has never come is neither late nor reported', async () => {
  const streams = await read()
  expect(streams.map(({ kind }) => kind)).toEqual([...streamKinds])
  expect(streams.every(({ at, late }) => at === null && !late)).toBe(true)
  expect(await reportLateStreams(app, hours(10_000))).toBe(0)
})

test('a table that people load is not data of 1C, whose absence would be an alarm', async () => {
  const url = '/api/staff/feed-tables/ledger/'
  await createWorld(app.db)
  await app.db.execute(sql`update contracts set code1c = 'c-1', number = '114-О'`)
  const body = 'Договор;Вид операции;Документ;Номер;Дата;Дебет\n114-О;Продажа;УПД;4471;14.11.2026;100\n'
  const loaded = (await (await admin.send(url, { method: 'POST', body })).json()) as { accepted: number }
  expect(loaded.accepted).toBe(1)
  expect(await streamOf('ledger')).toMatchObject({ at: null, records: 0 })
  expect(await reportLateStreams(app, hours(10_000))).toBe(0)
})

test('a file that people load by hand does not make the data of 1C look fresh', async () => {
  const url = '/api/staff/exchange/file/?name=price.xml'
  await admin.send(url, { method: 'POST', body: ymlFile([{ id: 'by-hand' }]) })
  await exchangeEnded(app.pool)
  expect(await streamOf('goods')).toMatchObject({ at: null, records: 0 })
})

test('an accepted export is the last data of each of its kinds, a failed one of none', async () => {
  const offers = [offerXml('fresh', pricesXml({ opt: '10' }), 'Свежий товар')]
  await client.exchange({ 'import0_1.xml': importXml([{ id: 'fresh' }]), 'offers0_1.xml': offersXml(offers) })
  await exchangeEnded(app.pool)
  expect(await streamOf('goods')).toMatchObject({
    title: 'Товары',
    records: 1,
    rejected: 0,
    alarm_minutes: 0,
    late: false,
  })
  const prices = await streamOf('prices')
  expect(prices).toMatchObject({ records: 1, alarm_minutes: 4320, late: false })
  expect(Math.abs(Date.parse(prices?.at ?? '') - Date.now())).toBeLessThan(60_000)
  await app.pool.query(
    `insert into exchange_runs (type, name, status, counts, started_at)
     values ('import', 'broken.xml', 'failed', '{"prices": {"seen": 7}}', now() + interval '1 hour')`,
  )
  expect(await streamOf('prices')).toMatchObject({ records: 1, at: prices?.at })
})

test('late data is reported once, and again after it has come and stayed away anew', async () => {
  expect(await reportLateStreams(app, hours(71))).toBe(0)
  expect(await reportLateStreams(app, hours(73))).toBe(1)
  expect(await reportLateStreams(app, hours(74))).toBe(1)
  expect(await notices()).toEqual(['Из 1С не приходят данные: цены'])
  await client.exchange({ 'offers0_2.xml': offersXml([offerXml('fresh', pricesXml({ opt: '11' }), 'Свежий товар')]) })
  await exchangeEnded(app.pool)
  expect(await reportLateStreams(app, hours(1))).toBe(0)
  expect(await reportLateStreams(app, hours(73))).toBe(1)
  expect(await notices()).toHaveLength(2)
})

test('staff choose the age of the alarm, or none', async () => {
  const { streams } = await call(saveStreamAlarm, { kind: 'prices', minutes: 30 }, admin)
  expect(streams.find(({ kind }) => kind === 'prices')).toMatchObject({ alarm_minutes: 30, late: false })
  expect(await reportLateStreams(app, hours(1))).toBe(1)
  await call(saveStreamAlarm, { kind: 'prices', minutes: 0 }, admin)
  expect(await reportLateStreams(app, hours(1000))).toBe(0)
  for (const minutes of [-1, 0.5, 43_201])
    await expect(call(saveStreamAlarm, { kind: 'prices', minutes }, admin)).rejects.toMatchObject({ status: 400 })
  await expect(call(saveStreamAlarm, { kind: 'weather' as 'prices', minutes: 1 }, admin)).rejects.toMatchObject({
    status: 400,
  })
  const sales = await signedIn(app, await addAccount(app.db, { role: 'sales' }))
  await expect(call(exchangeStreams, {}, sales)).rejects.toMatchObject({ status: 403 })
})
