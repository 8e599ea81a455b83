import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointAddress } from '#shared/api/address.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { notifications } from '#shared/api/notifications.ts'
import {
  answerPriceRequest,
  attachRequestedFile,
  dropRequestedFile,
  maxPriceFileBytes,
  makeRequestedFile,
  priceListFiles,
  priceRequest,
  priceRequests,
  staffPriceRequests,
  type AttachedFile,
} from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call } from '#web/api/client.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { purgePriceLists } from '../purge.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
  admin = await signedIn(portal, shop.adminId)
})
afterAll(() => portal.close())

let requestCount = 0
const sendRequest = async (input: Parameters<typeof call<typeof priceRequest>>[1] = {}) =>
  (await call(priceRequest, { ...input, comment: `запрос ${(requestCount += 1)}` }, owner)).id
const mine = async (id: number, visitor = owner) =>
  (await call(priceRequests, {}, visitor)).items.find((item) => item.id === id)
const seen = async (id: number) => (await call(staffPriceRequests, {}, admin)).items.find((item) => item.id === id)
const untilReady = (id: number) =>
  expect.poll(async () => (await seen(id))?.files.map(({ state }) => state), { timeout: 15_000 }).toEqual(['ready'])
const done = (id: number, answer = '') => call(answerPriceRequest, { id, state: 'done', answer }, admin)

const fileAddress = (file: InputOf<typeof attachRequestedFile>) => endpointAddress(attachRequestedFile, file)

async function attach(
  id: number,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  { visitor = admin, headers = {} }: { visitor?: Visitor; headers?: Record<string, string> } = {},
) {
  const response = await visitor.send(fileAddress({ id, name }), {
    method: 'POST',
    body: content,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
  return { status: response.status, body: (await response.json()) as AttachedFile & { message?: string } }
}

test('[E.14] staff generate the requested file at the prices of the request’s contract', async () => {
  const id = await sendRequest({ contract: shop.contracts.dealer, categories: [12], available: true })
  const made = await call(makeRequestedFile, { id }, admin)
  expect(await call(makeRequestedFile, { id }, admin)).toEqual(made)
  await untilReady(id)
  const [file] = (await seen(id))?.files ?? []
  expect(file).toMatchObject({
    id: made.file,
    name: `Прайс-лист_Дрели_ДИЛ-2_${dayOf(new Date())}.xlsx`,
    attached: false,
    contract: shop.contracts.dealer,
    categories: [12],
    available: true,
  })
  const link = file?.link ?? ''

  // Before the answer staff can open the file, and the buyer sees none.
  expect((await admin.send(link, {})).status).toBe(200)
  expect((await owner.send(link, {})).status).toBe(404)
  expect((await mine(id))?.files).toEqual([])
  await done(id)
  expect((await mine(id))?.files).toEqual([{ name: file?.name, link, size: file?.size }])
  const response = await owner.send(link, {})
  const { rows } = await readWorkbook(Buffer.from(await response.arrayBuffer()))
  // The dealer's price of the drill; the impact drill is not sold to dealers.
  for (const sheet of Object.values(rows))
    expect(sheet.slice(3).map((row) => [row[14], row[8]])).toEqual([[goodIds.drill, 1500]])

  for (const stranger of [
    manager,
    await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId })),
    portal.visitor(),
  ]) {
    expect([401, 404]).toContain((await stranger.send(link, {})).status)
  }
  expect((await call(priceListFiles, {}, owner)).items).toEqual([])
})

test('a file reaches the buyer with the answer and a notification; one added later with the next answer', async () => {
  const id = await sendRequest()
  const { status, body } = await attach(id, 'C:\\папка\\Спец: цены.CSV', 'артикул;цена\nDX-1234;1\n', {
    headers: { 'content-type': 'text/html' },
  })
  expect([status, body]).toEqual([200, { status: 'success', file: expect.any(Number) }])
  await done(id, 'Готово')
  const readNotices = async () =>
    (await call(notifications, {}, owner)).items
      .filter(({ text }) => text.startsWith('Готово'))
      .map(({ title, text, link }) => ({ title, text, link }))
  expect(await readNotices()).toEqual([
    { title: 'Запрос прайс-листа выполнен', text: 'Готово\nСпец- цены.csv', link: '/price-lists' },
  ])
  const [csv] = (await mine(id))?.files ?? []
  const response = await owner.send(csv?.link ?? '', {})
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('x-content-type-options'),
    await response.text(),
  ]).toEqual([200, 'text/csv', 'nosniff', 'артикул;цена\nDX-1234;1\n'])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''/)

  await attach(id, 'price.pdf', '%PDF-1.7\n…')
  expect((await mine(id))?.files).toHaveLength(1)
  await done(id, 'Готово')
  await done(id, 'Готово')
  expect((await mine(id))?.files.map(({ name }) => name)).toEqual(['Спец- цены.csv', 'price.pdf'])
  expect(await readNotices()).toHaveLength(2)

  const [first] = (await seen(id))?.files ?? []
  for (let times = 0; times < 2; times += 1) await call(dropRequestedFile, { id, file: first?.id ?? 0 }, admin)
  expect((await owner.send(csv?.link ?? '', {})).status).toBe(404)
  // A refusal withdraws the files.
  await call(answerPriceRequest, { id, state: 'refused', answer: 'Ошиблись' }, admin)
  expect((await mine(id))?.files).toEqual([])
})

test('a file’s type is detected from its content and name', async () => {
  const id = await sendRequest()
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    Buffer.alloc(30),
    Buffer.from('readme.txt'),
    Buffer.from('PK\x05\x06', 'latin1'),
    Buffer.alloc(18),
  ])
  const wrong: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['price.exe', 'MZ'],
    ['price', 'a;b'],
    ['price.html', '<html>'],
    ['price.csv', new Uint8Array([1, 2, 59, 0])],
    ['price.csv', ''],
    ['price.csv', 'слово'],
    ['price.xlsx', new Uint8Array(zip)],
    ['price.xls', 'a;b'],
    ['price.pdf', 'PDF'],
    ['price.zip', 'PK\x03\x04'],
    ['price.zip', '%PDF-1.7'],
  ]
  for (const [name, content] of wrong) {
    const { status, body } = await attach(id, name, content)
    expect([name, status, body.message]).toEqual([name, 422, expect.stringMatching(/файл/i)])
  }
  const large = await attach(id, 'price.csv', new Uint8Array(maxPriceFileBytes + 1))
  expect([large.status, large.body.message]).toEqual([413, 'Файл больше 20 МБ'])
  expect((await attach(id, 'price.zip', new Uint8Array(zip))).status).toBe(200)
  expect((await seen(id))?.files.map(({ name }) => name)).toEqual(['price.zip'])
})

test('an eleventh file, an unknown request, a buyer, a guest and a foreign origin are refused', async () => {
  const id = await sendRequest()
  for (let n = 0; n < 10; n += 1) await attach(id, `${n}.csv`, 'a;b')
  expect((await attach(id, '11.csv', 'a;b')).status).toBe(422)
  await expect(call(makeRequestedFile, { id }, admin)).rejects.toMatchObject({ code: 'tooManyFiles' })
  for (const unknown of [2_000_000, 'x', '99999999999'])
    expect(
      (await admin.send(fileAddress({ id: unknown, name: 'a.csv' }), { method: 'POST', body: 'a;b' })).status,
    ).toBe(404)
  expect((await attach(id, 'a.csv', 'a;b', { visitor: owner })).status).toBe(403)
  expect((await attach(id, 'a.csv', 'a;b', { visitor: portal.visitor() })).status).toBe(401)
  expect((await attach(id, 'a.csv', 'a;b', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect(
    (await admin.send(fileAddress({ id, name: '' }).replace('?name=', ''), { method: 'POST', body: 'a;b' })).status,
  ).toBe(400)
  for (const call_ of [makeRequestedFile, dropRequestedFile])
    await expect(call(call_, { id, file: 1 }, owner)).rejects.toMatchObject({ status: 403 })
})

test('sales handle files of their own customers only', async () => {
  const id = await sendRequest()
  await attach(id, 'a.csv', 'a;b')
  const [file] = (await seen(id))?.files ?? []
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into personal_managers (name, phone) values ('Свой', '1') returning id`,
  )
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${rows[0]?.id ?? 0} where id = ${shop.organisationId}`,
  )
  const other = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
  expect((await other.send(file?.link ?? '', {})).status).toBe(404)
  expect((await attach(id, 'b.csv', 'a;b', { visitor: other })).status).toBe(404)
  await expect(call(makeRequestedFile, { id }, other)).rejects.toMatchObject({ status: 404 })
  await expect(call(dropRequestedFile, { id, file: file?.id ?? 0 }, other)).rejects.toMatchObject({ status: 404 })
  expect((await seen(id))?.files).toHaveLength(1)
  const content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  expect((await content.send(file?.link ?? '', {})).status).toBe(403)
})

test('an unfinished file blocks the answer; deleted categories do not turn into the whole catalogue', async () => {
  const id = await sendRequest({ categories: [13] })
  await portal.db.execute(sql`
    insert into price_list_files (token, account_id, contract_id, name, request_id, state, lease_until)
    values ('held', ${shop.ownerId}, ${shop.contracts.wholesale}, 'n', ${id}, 'running', now() + interval '1 hour')`)
  await expect(done(id)).rejects.toMatchObject({ code: 'priceFileUnfinished' })
  await portal.db.execute(sql`delete from price_list_files where token = 'held'`)
  await portal.db.execute(sql`update categories set active = false where id = 13`)
  await expect(call(makeRequestedFile, { id }, admin)).rejects.toMatchObject({ code: 'categoriesGone' })
  await portal.db.execute(sql`update categories set active = true where id = 13`)
})

test('an answer’s files are kept longer than the buyer’s own price lists, then purged', async () => {
  const id = await sendRequest()
  await attach(id, 'a.csv', 'a;b')
  await done(id)
  const files = openLocalStore(`${portal.config.dataDir}/files`)
  const kept = async () => [(await mine(id))?.files.length, await files.has(await keyOf(id))]
  const key = await keyOf(id)
  const age = (days: number) =>
    portal.db.execute(
      sql`update price_list_files set created_at = now() - make_interval(days => ${days}) where request_id = ${id}`,
    )
  await age(80)
  await purgePriceLists({ ...portal, files })
  expect(await kept()).toEqual([1, true])
  await age(91)
  await purgePriceLists({ ...portal, files })
  expect([(await mine(id))?.files, await files.has(key)]).toEqual([[], false])
})

async function keyOf(requestId: number): Promise<string> {
  const { rows } = await portal.db.execute<{ key: string }>(
    sql`select key from price_list_files where request_id = ${requestId}`,
  )
  return rows[0]?.key ?? 'none'
}
