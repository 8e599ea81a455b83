import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enterDemo as enterDemoCall, getUserDemo } from '#shared/api/account/visitors.ts'
import { whoAmI } from '#shared/api/account/access.ts'
import { getBasketData } from '#shared/api/basket.ts'
import { initData } from '#shared/api/contracts.ts'
import { addFavorites } from '#shared/api/lists.ts'
import { fileClaim, orderClaims, ordersToClaim } from '#shared/api/claims.ts'
import { requestAct } from '#shared/api/money/acts.ts'
import { listDocuments, mailDocuments } from '#shared/api/money/documents.ts'
import { finances } from '#shared/api/money/finances.ts'
import { purchasedGoods } from '#shared/api/money/purchased.ts'
import { listOrders } from '#shared/api/orders.ts'
import { priceRequest, staffPriceRequests } from '#shared/api/price-lists.ts'
import { staffClaims } from '#shared/api/staff/claims.ts'
import { staffListOrders } from '#shared/api/staff/orders.ts'
import { staffContracts } from '#shared/api/staff/sellers.ts'
import { staffTalks } from '#shared/api/staff/talk.ts'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { getChat, sendChat } from '#shared/api/talk/chat.ts'
import { readVisitorSettings, saveVisitorSettings } from '#shared/api/staff/visitors.ts'
import { saveContragent } from '#shared/api/organisation/contragents.ts'
import { listConsignees } from '#shared/api/organisation/consignees.ts'
import { listManagers, saveManager } from '#shared/api/organisation/managers.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { countDocumentsLeftOut } from '#server/buying/documents/shared-queries-receive.ts'
import { countLeftOut } from '#server/buying/ledger/shared-queries-receive.ts'
import { importStock } from '#server/catalogue/stock/import-stock.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { stocks } from '#server/platform/db/schema/catalogue.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { enterDemo } from './enter.ts'
import { resetVisitors } from './reset.ts'

let portal: TestApp
let world: World
let admin: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ name: 'Дрель', stock: [7, 3] }, { stock: [0] }] })
  admin = await signedIn(portal, await addAccount(portal.db, { role: 'admin', name: 'Анна' }))
})
afterAll(() => portal.close())

const openDemo = (priceType: number | null = world.priceTypeIds[0] ?? 0) =>
  call(saveVisitorSettings, { price_type: priceType }, admin)
const reset = () =>
  resetVisitors({ ...portal, files: openLocalStore(join(portal.config.dataDir, 'files')), log: portal.log })

async function enterAsVisitor(): Promise<Visitor> {
  const visitor = portal.visitor()
  await call(enterDemoCall, {}, visitor)
  return visitor
}

async function warehouseId(): Promise<number> {
  const { rows } = await portal.db.execute<{ id: number }>(sql`select id from warehouses where code1c = 'visitors'`)
  return rows[0]?.id ?? 0
}

async function stockOf(productId = 0) {
  const rows = await portal.db.select().from(stocks).where(eq(stocks.productId, productId))
  const own = await warehouseId()
  const figures = ({ onHandMilli, reservedMilli }: typeof stocks.$inferSelect) => [onHandMilli, reservedMilli]
  return {
    visitors: rows.filter((row) => row.warehouseId === own).map(figures),
    others: rows.filter((row) => row.warehouseId !== own).map(figures),
  }
}

/** Row counts of all tables except those with their own purge and queues of changes. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await portal.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('attempts', 'catalogue_changes') order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await portal.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

const countRefusals = () => portal.db.$count(auditLog, eq(auditLog.action, 'access.refused'))

test('[R.2] [C.33] the address of the demo mode sets a cookie, and a guest can see whether it is open', async () => {
  const guest = portal.visitor()
  expect(await call(getUserDemo, {}, guest)).toMatchObject({ isDemo: false, isOpen: false })
  await expect(enterAsVisitor()).rejects.toMatchObject({ status: 404, code: 'demoClosed' })
  await expect(openDemo(999_999)).rejects.toMatchObject({ status: 404 })
  await openDemo()
  const response = await guest.send('/demo', { method: 'GET' })
  expect([response.status, response.headers.get('location'), guest.cookies.get('demo')]).toEqual([302, '/', '1'])
  expect(await call(getUserDemo, {}, guest)).toMatchObject({ isDemo: true, isOpen: true })
  const owner = await signedIn(portal, world.ownerId)
  expect(await call(getUserDemo, {}, owner)).toMatchObject({ isDemo: false })
  await expect(call(readVisitorSettings, {}, owner)).rejects.toMatchObject({ status: 403 })
  // Written after the reply: the next test counts rows.
  await expect.poll(countRefusals).toBe(1)
})

test('[P.11] a visitor orders from its own warehouse; nothing reaches buyers, staff, 1C or a mailbox', async () => {
  await openDemo()
  const [drill = 0] = world.productIds
  expect(await stockOf(drill)).toMatchObject({ visitors: [[10_000, 0]] })
  const before = await countRows()
  const [one, other] = [await enterAsVisitor(), await enterAsVisitor()]
  const [contract] = (await call(initData, {}, one)).contracts
  expect((await call(whoAmI, {}, one)).me).toMatchObject({ role: 'owner', name: 'Гость' })
  expect(await call(getUserDemo, {}, one)).toMatchObject({ isDemo: true })
  // Other people could not use these requisites or this e-mail until the night.
  const refused = { status: 422, code: 'demoForbidden' }
  await expect(call(saveManager, { login: 'ivan@vektor.example', name: 'Иван' }, one)).rejects.toMatchObject(refused)
  await expect(call(saveContragent, { company: 'ООО «Вектор»', inn: '7707083893' }, one)).rejects.toMatchObject(refused)
  await orderProduct(one, { id: drill, qnt: 4, contract: contract?.id ?? 0 })
  await call(addFavorites, { ids: [drill] }, one)
  const upload = { method: 'POST', body: new Uint8Array(Buffer.from('%PDF-1.4\n%%EOF')) }
  expect((await one.send('/api/chat/files', upload)).status).toBe(200)
  const { rows: uploaded } = await portal.db.execute<{ key: string }>(sql`select store_key as key from chat_files`)
  const store = openLocalStore(join(portal.config.dataDir, 'files'))
  expect(await store.has(uploaded[0]?.key ?? '')).toBe(true)
  const period = { startdate: formatDay(addDays(dayOf(new Date()), -9)), enddate: formatDay(dayOf(new Date())) }
  await call(requestAct, { ...period, mail: true }, one)

  expect((await call(listOrders, {}, one)).items).toHaveLength(1)
  expect((await call(listOrders, {}, other)).items).toHaveLength(0)
  expect((await call(getBasketData, {}, other)).products).toEqual({})
  expect((await call(initData, {}, other)).contracts.map(({ id }) => id)).not.toContain(contract?.id)
  const stock = await stockOf(drill)
  expect(stock).toEqual({
    visitors: [[10_000, 4000]],
    others: [
      [7000, 0],
      [3000, 0],
    ],
  })
  const after = await countRows()
  expect([after.mails, after.audit_log, after.audit_values]).toEqual([
    before.mails,
    before.audit_log,
    before.audit_values,
  ])

  expect((await call(readVisitorSettings, {}, admin)).settings.visitors).toBe(2)
  expect(await reset()).toMatchObject({ visitors: 2 })
  expect(await countRows()).toEqual(before)
  expect(await store.has(uploaded[0]?.key ?? '')).toBe(false)
  expect(await stockOf(drill)).toMatchObject({ visitors: [[10_000, 0]] })
  expect((await call(whoAmI, {}, one)).me).toBeNull()
  expect(await reset()).toEqual({ visitors: 0, goods: 0 })
})

test('[P.11] a visitor has a debt, goods to claim and a chat, and staff see none of it', async () => {
  await world.addProducts(Array.from({ length: 24 }, () => ({ stock: [50] })))
  await openDemo()
  const sales = await signedIn(portal, world.salesId)
  const before = await countRows()
  const visitor = await enterAsVisitor()
  const [contract] = (await call(initData, {}, visitor)).contracts
  const { debt, overdue, available, ageing } = await call(finances, {}, visitor)
  expect([debt > (overdue ?? 0), (overdue ?? 0) > 0, (available ?? 0) > 0]).toEqual([true, true, true])
  expect(ageing.reduce((sum, { sum: each }) => sum + each, 0)).toBeCloseTo(debt, 2)
  expect((await call(purchasedGoods, {}, visitor)).items.length).toBeGreaterThan(3)
  const states = (await call(listOrders, {}, visitor)).items.map(({ state }) => state)
  expect(states.toSorted((one, other) => one - other)).toEqual([4, 9, 11, 11])
  expect(await call(getChat, {}, visitor)).toMatchObject({ unread: 1, messages: [{ author: 'Портал' }] })

  const [toClaim] = (await call(ordersToClaim, {}, visitor)).items
  const [line] = (await call(orderClaims, { id: toClaim?.id ?? 0 }, visitor)).lines
  const products = [{ id: line?.id ?? 0, qty: 1 }]
  await call(fileClaim, { reclamation: { orderCode1c: toClaim?.number ?? '', type: 5, products } }, visitor)
  await call(sendChat, { message: 'Есть скидки?' }, { send: visitor.send, key: 'discounts' })
  await call(requestCallback, { data: { phone: '+7 (495) 730-15-20', firstname: 'Гость' } }, visitor)
  await call(priceRequest, { contract: contract?.id ?? 0, comment: 'Все цены' }, visitor)
  await orderProduct(visitor, { id: line?.id ?? 0, qnt: 1, contract: contract?.id ?? 0 })
  for (const staff of [admin, sales]) {
    expect((await call(staffListOrders, { scope: 'all' }, staff)).items).toEqual([])
    expect((await call(staffTalks, { scope: 'all' }, staff)).items).toEqual([])
    expect((await call(staffClaims, { group: 'all' }, staff)).items).toEqual([])
    expect((await call(staffPriceRequests, {}, staff)).items).toEqual([])
  }
  expect((await call(staffContracts, {}, admin)).items.map(({ number }) => number)).not.toContain('ДЕМО')
  await reset()
  expect(await countRows()).toEqual(before)
})

type DocumentItems = Awaited<ReturnType<typeof call<typeof listDocuments>>>['items']

/** Of each УПД: the documents and the report on purchased goods show one VAT. */
async function expectEqualVat(visitor: Visitor, items: DocumentItems): Promise<void> {
  const today = dayOf(new Date())
  const period = { startdate: formatDay(addDays(today, -90)), enddate: formatDay(today) }
  const bought = await call(purchasedGoods, { ...period, report: 2 }, visitor)
  const reported = bought.items.flatMap((item) => (item.kind === 'documents' ? [`${item.title}: ${item.vat}`] : []))
  const shown = items.flatMap(({ kind, number, vat }) => (kind === 'upd' ? [`УПД ${number}: ${vat}`] : []))
  expect(shown).toHaveLength(4)
  expect(shown.toSorted()).toEqual(reported.toSorted())
}

test('[P.11] a visitor has documents and colleagues; the reset deletes files, a full feed no document', async () => {
  await world.addProducts(Array.from({ length: 24 }, () => ({ stock: [50] })))
  await openDemo()
  const store = openLocalStore(join(portal.config.dataDir, 'files'))
  const keys = async () => {
    const { rows } = await portal.db.execute<{ key: string }>(sql`select file_key as key from shipping_documents`)
    return rows.map(({ key }) => key).toSorted()
  }
  const before = await countRows()
  const [one, other] = [await enterAsVisitor(), await enterAsVisitor()]
  for (const visitor of [one, other])
    await vi.waitFor(async () => expect((await call(listDocuments, {}, visitor)).count).toBe(9), 20_000)
  const { items, unsigned } = await call(listDocuments, {}, one)
  expect(unsigned.count).toBe(1)
  expect(items.find(({ kind }) => kind === 'invoice')?.payment?.state).toBe('unpaid')
  await expectEqualVat(one, items)
  const pdf = await one.send(`/api/documents/${items[0]?.id}/document.pdf`, { method: 'GET' })
  const bytes = Buffer.from(await pdf.arrayBuffer())
  expect([pdf.status, bytes.subarray(0, 5).toString(), bytes.length]).toEqual([200, '%PDF-', items[0]?.size])
  const mail = { ids: [items[0]?.id ?? 0], email: 'somebody@firm.example', key: 'a'.repeat(32) }
  await expect(call(mailDocuments, mail, one)).rejects.toMatchObject({ code: 'demoForbidden' })
  expect((await call(listManagers, {}, one)).items).toHaveLength(3)
  expect((await call(listConsignees, {}, one)).items).toHaveLength(2)

  const files = await keys()
  expect([files.length, new Set(files).size]).toEqual([18, 9])
  const named = sql`select '' as code1c`
  expect(await countDocumentsLeftOut(portal.db, { named })).toEqual({ leftOut: 0, total: 0 })
  expect(await countLeftOut(portal.db, { feed: 'ledger', named })).toMatchObject({ leftOut: 0, total: 0 })
  await reset()
  expect(await countRows()).toEqual(before)
  for (const key of files) expect(await store.has(key)).toBe(false)

  // A visitor of the next day has them too.
  const next = await enterAsVisitor()
  await vi.waitFor(async () => expect((await call(listDocuments, {}, next)).count).toBe(9), 20_000)
  expect(await store.has((await keys())[0] ?? '')).toBe(true)
  await reset()
})

test('[P.11] stock from 1C does not touch the warehouse of the demo mode; the nightly reset copies it', async () => {
  await openDemo()
  const [drill = 0] = world.productIds
  const client = await portal.pool.connect()
  try {
    const record = {
      productId: drill,
      receivedAt: new Date(),
      onHandMilli: new Map([[world.warehouseIds[0] ?? 0, 5000]]),
    }
    await importStock(client, [{ ...record, complete: true }], { stockMeaning: 'free', defaultWarehouseId: undefined })
  } finally {
    client.release()
  }
  expect((await stockOf(drill)).visitors).toEqual([[10_000, 0]])
  await reset()
  expect((await stockOf(drill)).visitors).toEqual([[5000, 0]])
})

test('[P.11] 1,000 visitors leave no rows after the nightly reset', { timeout: 90_000 }, async () => {
  await openDemo()
  const before = await countRows()
  const doors = Array.from({ length: 1000 }, (_, n) => ({
    address: `10.${n % 4}.${Math.floor(n / 4)}.1`,
    userAgent: 'test',
  }))
  for (let from = 0; from < doors.length; from += 20)
    await Promise.all(doors.slice(from, from + 20).map((door) => enterDemo(portal, door, new Date())))
  expect((await reset()).visitors).toBe(1000)
  expect(await countRows()).toEqual(before)
})

test('one network may enter 30 times an hour, and nobody may after the demo mode is closed', async () => {
  await openDemo()
  await portal.db.execute(sql`truncate attempts`)
  const door = { address: '192.0.2.7', userAgent: 'test' }
  for (let entry = 0; entry < 30; entry += 1) await enterDemo(portal, door, new Date())
  await expect(enterDemo(portal, door, new Date())).rejects.toMatchObject({ code: 'tooManyRequests' })
  await openDemo(null)
  await expect(enterAsVisitor()).rejects.toMatchObject({ code: 'demoClosed' })
  await reset()
})

/** Tables from which the reset deletes explicitly, before the rows to which they refer. */
const deletedByReset = [
  'accounts',
  'acts',
  'addresses',
  'claim_files',
  // Deleted with their claims.
  'claim_messages',
  'claims',
  'consignees',
  'contracts',
  'contragents',
  'ledger_entries',
  'orders',
  'organisations',
  'price_requests',
  'shipping_documents',
]
/** References that visitors never have. */
const neverOfVisitors = ['registration_requests', 'price_requests.answered_by']

test('the reset deletes from every table that refers to a visitor’s rows', async () => {
  const { rows } = await portal.db.execute<{ table: string; column: string; refers: string }>(sql`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as refers, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype not in ('c', 'n')
      and c.confrelid::regclass::text = any(${sql.param(deletedByReset)}::text[])`)
  const remaining = rows.filter(
    ({ table, column }) =>
      !deletedByReset.includes(table) && ![table, `${table}.${column}`].some((name) => neverOfVisitors.includes(name)),
  )
  expect(remaining).toEqual([])
})
