import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/administration/exchange-files.ts'
import { exchangeLog } from '#shared/api/staff/exchange-log.ts'
import type { Resolve } from '#server/platform/outgoing/checked-lookup.ts'
import { openOutgoing } from '#server/platform/outgoing/outgoing.ts'
import { writeSetting } from '#server/platform/settings.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { startTestApp } from '#tests/support/app.ts'
import { exchangeEnded, picture } from '#tests/support/exchange.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { ymlFile, type YmlOffer } from '#tests/support/formats/supplier-yml.ts'
import { call } from '#web/api/client.ts'
import { encodeWindows1251 } from '../../orders/windows-1251.ts'

let app: TestApp
let admin: Visitor
let answer: (request: IncomingMessage, response: ServerResponse) => void
const asked: string[] = []
const supplier = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim())
  answer(request, response)
})
let origin: string
/** No name exists: the shops of real files must not be asked. */
const nobody: Resolve = (_host, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])

beforeAll(async () => {
  await new Promise<void>((resolve) => void supplier.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(supplier.address() as AddressInfo).port}`
  app = await startTestApp({ outgoing: openOutgoing({ allow: [new URL(origin).host], resolve: nobody }) })
  admin = await signedIn(app, await addAccount(app.db, { role: 'admin' }))
})
afterAll(async () => {
  await app.close()
  supplier.closeAllConnections()
  supplier.close()
})
beforeEach(() => {
  asked.length = 0
  answer = (_request, response) => response.writeHead(404).end()
})

const rows = async (statement: string) =>
  (await app.pool.query({ text: statement, rowMode: 'array' })).rows as unknown[][]

async function load(content: string | Uint8Array, name = 'prices.xml') {
  const { file } = await upload(content, name)
  await exchangeEnded(app.pool)
  return call(api.exchangeFileState, { file }, admin)
}

async function upload(content: string | Uint8Array, name: string): Promise<{ file: number }> {
  const url = `/api/staff/exchange/file/?name=${encodeURIComponent(name)}`
  const response = await admin.send(url, { method: 'POST', body: content as never })
  const reply = (await response.json()) as { file: number }
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 'success' })
  return reply
}

const lastRun = async () => (await call(exchangeLog, {}, admin)).items.find(({ type }) => type === 'import')

test('a real file becomes goods with categories, brand, parameters, price, stock and barcode', async () => {
  const sample = await readFile('../shared/samples/yml/Moscow_feed_with_delivery.xml')
  const state = await load(sample, 'Moscow_feed_with_delivery.xml')
  expect(state).toMatchObject({ state: 'done', error: '' })
  const [bulb] = await rows(`
    select p.name, p.articul, b.name, p.barcodes, pr.price_kopecks::int, s.on_hand_milli::int, c.name, p.active
    from products p join brands b on b.id = p.brand_id join prices pr on pr.product_id = p.id
    join stocks s on s.product_id = p.id join product_categories pc on pc.product_id = p.id
    join categories c on c.id = pc.category_id where p.code1c = 'yml:110103000001'`)
  expect(bulb?.slice(0, 3)).toEqual(['Умная лампочка Яндекса E14', 'YNDX-00017', 'Яндекс'])
  expect(bulb).toEqual([...(bulb ?? []).slice(0, 3), ['4670028540756'], 149_000, 10_000, 'Умный дом', true])
  const parameters = await rows(`
    select q.name, v.value from product_parameters pp join parameter_values v on v.id = pp.value_id
    join parameters q on q.id = v.parameter_id join products p on p.id = pp.product_id
    where p.code1c = 'yml:110103000001' and q.name in ('Мощность', 'Тип цоколя') order by 1`)
  expect(parameters).toEqual([
    ['Мощность', '4.8 Вт'],
    ['Тип цоколя', 'E14'],
  ])
  // The same file again changes nothing.
  await load(sample, 'Moscow_feed_with_delivery.xml')
  expect(await lastRun()).toMatchObject({ status: 'done', created: 0, changed: 0 })
})

test('stock comes from a count, from outlets or from being available; steps, VAT and volume are read', async () => {
  const offers: YmlOffer[] = [
    { id: 'count', more: '<count>7</count>' },
    { id: 'outlets', more: '<outlets><outlet id="1" instock="2.5"/><outlet id="2" instock="3"/></outlets>' },
    { id: 'none', attributes: 'available="false"', more: '<count>7</count>' },
    { id: 'some', attributes: 'available="true"' },
    { id: 'step', more: '<step-quantity>6</step-quantity><vat>NO_VAT</vat><dimensions>10/20/50</dimensions>' },
    {
      id: 'model',
      name: '',
      attributes: 'type="vendor.model"',
      more: '<typePrefix>Дрель</typePrefix><vendor>Bosch</vendor><model>GSB</model>',
    },
  ]
  expect(await load(ymlFile(offers))).toMatchObject({ state: 'done', rejected: 0 })
  expect(
    await rows(`select p.code1c, s.on_hand_milli::int from products p join stocks s on s.product_id = p.id
      where p.code1c in ('yml:count', 'yml:outlets', 'yml:none', 'yml:some') order by 1`),
  ).toEqual([
    ['yml:count', 7000],
    ['yml:outlets', 5500],
    ['yml:some', 10_000],
  ])
  expect(await rows(`select step_milli::int, vat, volume_cm3::int from products where code1c = 'yml:step'`)).toEqual([
    [6000, 'none', 10_000],
  ])
  expect(await rows(`select name from products where code1c = 'yml:model'`)).toEqual([['Дрель Bosch GSB']])
})

test('windows-1251 and the old DOCTYPE are read; entities of its own, damage and other files are refused', async () => {
  const old = ymlFile([{ id: 'old', name: 'Розетка' }], { head: '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">' })
  expect(await load(encodeWindows1251(old.replace('UTF-8', 'windows-1251')))).toMatchObject({ state: 'done' })
  expect(await rows(`select name from products where code1c = 'yml:old'`)).toEqual([['Розетка']])

  const bomb = '<!DOCTYPE yml_catalog [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
  const refused: [string, RegExp][] = [
    [ymlFile([{ id: 'x', name: '&b;' }], { head: bomb }), /DOCTYPE/],
    [ymlFile([{ id: 'x' }]).slice(0, -20), /не полностью|повреждён/],
    ['<rss><channel/></rss>', /не CommerceML и не YML/],
  ]
  for (const [content, reason] of refused) {
    const state = await load(content)
    expect(state.state).toBe('failed')
    expect(state.error).toMatch(reason)
  }
  const wrong = await admin.send('/api/staff/exchange/file/?name=price.exe', { method: 'POST', body: 'x' })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ fields: { name: expect.stringContaining('YML') as string } })
})

test('broken offers are rejected with their reasons, the others are taken', async () => {
  const offers: YmlOffer[] = [
    { id: '' },
    { id: 'nameless', name: '' },
    { id: 'free', price: '0' },
    { id: 'dear', price: 'договорная' },
    { id: 'twice' },
    { id: 'twice', name: 'Другой' },
    { id: 'good' },
  ]
  const state = await load(
    ymlFile(offers, { categories: '<category id="1">Свет</category><category>Без id</category>' }),
  )
  expect(state).toMatchObject({ state: 'done', rejected: 6 })
  expect(await rows(`select code, reason from exchange_rejects where run_id = ${state.run} order by id`)).toEqual([
    ['yml:', 'У категории нет id или он слишком длинный'],
    ['', 'У предложения нет id'],
    ['yml:nameless', 'У предложения нет name'],
    ['yml:free', 'Цена «0» не годится: это не положительное число'],
    ['yml:dear', 'Цена «договорная» не годится: это не положительное число'],
    ['yml:twice', 'Предложение с таким id уже было'],
  ])
  expect(await rows(`select name from products where code1c in ('yml:good', 'yml:twice') order by 1`)).toEqual([
    ['Товар good'],
    ['Товар twice'],
  ])
})

test('a good of 1C is not doubled: it gets price and stock, and its card stays', async () => {
  await app.pool.query(`insert into products (code1c, name, articul, barcodes, description, unit, okei, source_digest)
    values ('1c-a', 'Щит 1С', 'ЩИТ-1', '{4600000000011}', 'своё', 'шт', '796', 'good:1'),
           ('1c-b', 'Щит два', 'ЩИТ-2', '{}', '', 'шт', '796', 'good:2')`)
  const offers: YmlOffer[] = [
    { id: 'a', price: '55', more: '<barcode>4600000000011</barcode><description>чужое</description>' },
    { id: 'b', price: '66', more: '<vendorCode>ЩИТ-2</vendorCode>' },
    { id: 'c', more: '<vendorCode>ЩИТ-3</vendorCode>' },
    { id: 'd', more: '<vendorCode>ЩИТ-2</vendorCode>' },
  ]
  const state = await load(ymlFile(offers))
  expect(state).toMatchObject({ state: 'done', rejected: 1 })
  expect(
    await rows(`select p.name, p.description, pr.price_kopecks::int from products p
      join prices pr on pr.product_id = p.id where p.code1c in ('1c-a', '1c-b') order by 1`),
  ).toEqual([
    ['Щит 1С', 'своё', 5500],
    ['Щит два', '', 6600],
  ])
  expect(await rows(`select code1c from products where code1c in ('yml:a', 'yml:b', 'yml:c')`)).toEqual([['yml:c']])
  // 1C sends the third good later: the one of YML gives way.
  await app.pool.query(`insert into products (code1c, name, articul, barcodes, unit, okei, source_digest)
    values ('1c-c', 'Щит три', 'ЩИТ-3', '{}', 'шт', '796', 'good:3')`)
  await load(ymlFile(offers))
  expect(await rows(`select code1c, active from products where articul = 'ЩИТ-3' order by 1`)).toEqual([
    ['1c-c', true],
    ['yml:c', false],
  ])
})

test('a full file switches off what it leaves out, unless that is too much', async () => {
  await writeSetting(app.db, 'exchange.yml', {
    address: '',
    minutes: 60,
    priceType: '',
    warehouse: '',
    full: true,
    availableQuantity: 10,
  })
  const many = Array.from({ length: 60 }, (_, at) => ({ id: `m${at}` }))
  await app.pool.query(`update products set active = false where catalogue_code = 'yml'`)
  await load(ymlFile(many))
  await load(ymlFile(many.slice(1)))
  expect(await rows(`select active from products where code1c = 'yml:m0'`)).toEqual([[false]])
  await load(ymlFile(many.slice(40)))
  expect(await rows(`select count(*)::int from products where code1c like 'yml:m%' and active`)).toEqual([[59]])
  expect(
    await rows(`select count(*)::int from exchange_runs where type = 'deactivation' and status = 'waiting'`),
  ).toEqual([[1]])
})

test('pictures are fetched in the background, retried, and not sent again when unchanged', async () => {
  const red = await picture('red')
  answer = (request, response) => {
    if (request.url === '/gone.jpg') return void response.writeHead(404).end()
    if (request.url === '/text.jpg') return void response.end('не картинка')
    if (request.url === '/busy.jpg') return void response.writeHead(503).end()
    if (request.headers['if-none-match'] === '"r1"') return void response.writeHead(304).end()
    response.setHeader('etag', '"r1"').end(red)
  }
  const names = ['red', 'gone', 'text', 'busy']
  const more = names.map((name) => `<picture>${origin}/${name}.jpg</picture>`).join('')
  const inner = '<picture>http://169.254.169.254/latest/x.jpg</picture>'
  const offers = [{ id: 'pictured', more: more + inner }]
  await load(ymlFile(offers))
  const settled = `select count(*)::int from exchange_picture_addresses where checked_at is null`
  await expect.poll(() => rows(settled), { timeout: 20_000 }).toEqual([[0]])
  const stored = `select count(*)::int from product_pictures pp join products p on p.id = pp.product_id
    where p.code1c = 'yml:pictured'`
  expect(await rows(stored)).toEqual([[1]])
  expect(
    await rows(`select substring(address from '[a-z]+[.]jpg$'), error, due_at is null from exchange_picture_addresses
      where error <> '' and address not like '%yetanothershop%' order by 1`),
  ).toEqual([
    ['busy.jpg', 'Картинки нет: код ответа 503', false],
    ['gone.jpg', 'Картинки нет: код ответа 404', true],
    ['text.jpg', expect.stringMatching(/картинк/i) as string, true],
    ['x.jpg', 'Адрес ведёт во внутреннюю сеть, туда портал не обращается', true],
  ])
  const before = asked.length
  await load(ymlFile(offers))
  expect(asked.length).toBe(before)
  // A day later the same file asks again, but only for what has changed.
  await app.db.execute(sql`update exchange_picture_addresses set checked_at = now() - interval '2 days'
    where address like '%red.jpg'`)
  await load(ymlFile(offers))
  await expect.poll(() => asked.includes('/red.jpg "r1"'), { timeout: 20_000 }).toBe(true)
  expect(await rows(stored)).toEqual([[1]])
})

test('a file is fetched by its address in time, at once on demand, and a failure is a run of the log', async () => {
  const settings = {
    address: `${origin}/feed.xml`,
    minutes: 60,
    price_type: '',
    warehouse: '',
    full: false,
    available_quantity: 3,
  }
  answer = (_request, response) => void response.end(ymlFile([{ id: 'fetched' }]))
  await expect(call(api.saveYmlSettings, { ...settings, address: 'http://127.0.0.1/x' }, admin)).rejects.toMatchObject({
    code: 'invalid',
    body: { fields: { address: expect.stringContaining('внутреннюю сеть') as string } },
  })
  await expect(call(api.saveYmlSettings, { ...settings, address: '', minutes: 1 }, admin)).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(call(api.saveYmlSettings, { ...settings, address: '', warehouse: 'нет' }, admin)).rejects.toMatchObject({
    body: { fields: { warehouse: expect.any(String) as string } },
  })
  // The test's own server is inside, so the setting is written as it would be for a public one.
  const { price_type, available_quantity, ...same } = settings
  await writeSetting(app.db, 'exchange.yml', {
    ...same,
    priceType: price_type,
    availableQuantity: available_quantity,
  })
  const fetched = `select s.on_hand_milli::int from products p join stocks s on s.product_id = p.id
    where p.code1c = 'yml:fetched'`
  await expect.poll(() => rows(fetched), { timeout: 20_000 }).toEqual([[3000]])
  const { yml } = await call(api.ymlSettings, {}, admin)
  expect(yml.last).toMatchObject({ error: '', succeeded_at: expect.any(String) as string })
  expect(asked).toEqual(['/feed.xml'])

  answer = (_request, response) => response.writeHead(500).end()
  await call(api.fetchYmlNow, {}, admin)
  await expect
    .poll(async () => (await call(api.ymlSettings, {}, admin)).yml.last?.error, { timeout: 20_000 })
    .toBe('Вместо файла сервер прислал ответ с кодом 500')
  expect(await lastRun()).toMatchObject({ name: 'feed.xml', status: 'failed' })
})
