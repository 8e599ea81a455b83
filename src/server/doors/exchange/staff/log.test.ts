import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointAddress } from '#shared/api/address.ts'
import {
  exchangeLog,
  exchangeLogRecords,
  exchangeRecordsCsv,
  exchangeRecordsSheet,
} from '#shared/api/staff/exchange-log.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import type { Client1c } from '#tests/support/client-1c.ts'
import { exchangeEnded, startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call } from '#web/api/client.ts'

let app: TestApp
let client: Client1c
let admin: Visitor

beforeAll(async () => {
  ;({ app, client, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())

async function exchange(files: Record<string, string>): Promise<void> {
  await client.exchange(files)
  await exchangeEnded(app.pool)
}

test('staff see what was received, the outcome, and every rejected record with the reason', async () => {
  expect(await call(exchangeLog, {}, admin)).toMatchObject({ items: [], pagination: { page: 1, pages: 1, total: 0 } })
  const goods = Array.from({ length: 60 }, (_, n) => ({ id: `g-${n}`, name: `Болт <М${n}> & «гайка»` }))
  const offers = goods.map(({ id, name }) =>
    offerXml(id, pricesXml({ t: 'дорого' }), name.replace('&', '&amp;').replace('<', '&lt;')),
  )
  await exchange({ 'import0_1.xml': importXml(goods.map(({ id }) => ({ id }))), 'offers0_1.xml': offersXml(offers) })
  await exchange({ 'import0_2.xml': '<КоммерческаяИнформация><Каталог>' }).catch(() => undefined)
  await exchangeEnded(app.pool)

  const { items, pagination } = await call(exchangeLog, {}, admin)
  const [broken, priced, loaded] = items
  expect(pagination.total).toBe(3)
  expect(loaded).toMatchObject({
    type: 'import',
    name: 'import0_1.xml',
    status: 'done',
    counts: expect.arrayContaining(['Товары: прочитано 60, создано 60']) as string[],
    error: '',
    records: 0,
  })
  expect(priced).toMatchObject({ name: 'offers0_1.xml', status: 'done', records: 60 })
  expect(priced?.counts.find((line) => line.startsWith('Цены'))).toContain('отклонено 60')
  expect(broken).toMatchObject({ name: 'import0_2.xml', status: 'failed', records: 0 })
  expect(broken?.error).toMatch(/[а-я]/i)
  expect(Date.parse(broken?.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(broken?.started_at ?? ''))
  expect((await call(exchangeLog, { group: 'problems' }, admin)).items.map(({ name }) => name)).toEqual([
    'offers0_1.xml',
  ])
  expect((await call(exchangeLog, { group: 'failed' }, admin)).items.map(({ name }) => name)).toEqual(['import0_2.xml'])
  expect((await call(exchangeLog, { kind: 'prices' }, admin)).items.map(({ name }) => name)).toEqual(['offers0_1.xml'])
  expect((await call(exchangeLog, { query: 'IMPORT0' }, admin)).items).toHaveLength(2)
  expect((await call(exchangeLog, {}, admin)).today).toEqual({ all: 3, problems: 1, failed: 1 })
  expect(loaded).toMatchObject({ subject: 'Товары', items_done: 61, items_total: 61, created: 60, changed: 0 })
  expect(loaded?.speed).toBeGreaterThan(0)

  const first = await call(exchangeLogRecords, { run: priced?.id ?? 0 }, admin)
  const second = await call(exchangeLogRecords, { run: priced?.id ?? 0, page: 2 }, admin)
  expect([first.items.length, second.items.length, first.pagination]).toEqual([
    50,
    10,
    { page: 1, perpage: 50, pages: 2, total: 60 },
  ])
  expect(first.items[0]).toMatchObject({ kind: 'Цена', code: 'g-0', reason: 'Неверная цена «дорого»' })
  expect(new Set([...first.items, ...second.items].map(({ code }) => code)).size).toBe(60)
})

test('rejected records are searched, and written as XLSX and CSV, in which formulas stay text', async () => {
  const { items } = await call(exchangeLog, { group: 'problems' }, admin)
  const run = items[0]?.id ?? 0
  expect((await call(exchangeLogRecords, { run, query: 'G-59' }, admin)).items).toMatchObject([{ code: 'g-59' }])
  expect((await call(exchangeLogRecords, { run, query: '«ДОРОГО»' }, admin)).pagination.total).toBe(60)
  expect((await call(exchangeLogRecords, { run, query: '%' }, admin)).items).toEqual([])
  await app.pool.query(
    "insert into exchange_rejects (run_id, kind, code, name, reason) values ($1, 'good', '=1+1', '', '')",
    [run],
  )
  const csv = await admin.send(endpointAddress(exchangeRecordsCsv, { run, query: '=1' }), { method: 'GET' })
  expect((await csv.text()).split('\r\n')).toEqual([
    '\uFEFFЧто;Код в 1С;Наименование;Почему не принято'.replace('\uFEFF', ''),
    'Товар;"\'=1+1";;',
    '',
  ])
  const sheet = await admin.send(endpointAddress(exchangeRecordsSheet, { run }), { method: 'GET' })
  const book = await readWorkbook(Buffer.from(await sheet.arrayBuffer()))
  expect(book.rows.sheetJs).toHaveLength(63)
  await app.pool.query('delete from exchange_rejects where run_id = $1 and code = $2', [run, '=1+1'])
})

test('runs are listed twenty a page, latest first; a page beyond the end is empty', async () => {
  await app.pool.query(
    `insert into exchange_runs (type, name, status) select 'orders', 'orders-' || n, 'done'
      from generate_series(1, 25) n`,
  )
  const { items, pagination } = await call(exchangeLog, { page: 2 }, admin)
  expect([items[0]?.name, items.length, pagination.pages]).toEqual(['orders-5', 8, 2])
  expect((await call(exchangeLog, { page: 2_147_483_647 }, admin)).items).toEqual([])
})

test('the log is readable by administrators only; an unknown run is 404', async () => {
  for (const role of ['content', 'sales'] as const) {
    const colleague = await signedIn(app, await addAccount(app.db, { role }))
    await expect(call(exchangeLog, {}, colleague)).rejects.toMatchObject({ status: 403 })
    await expect(call(exchangeLogRecords, { run: 1 }, colleague)).rejects.toMatchObject({ status: 403 })
  }
  await expect(call(exchangeLogRecords, { run: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
  await expect(call(exchangeLog, { page: 0 }, admin)).rejects.toMatchObject({ status: 400 })
})
