import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearBasket, processProductSet } from '#shared/api/basket.ts'
import { filter } from '#shared/api/catalogue.ts'
import { purchasedGoods, type PurchasedGood } from '#shared/api/money/purchased.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { addOrder } from '#tests/support/orders.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { until } from '#tests/support/wait.ts'

let portal: TestApp
let world: World
let owner: Visitor
let drill: number
let saw: number
let gloves: number
let glovesXl: number
const today = dayOf(new Date())
const ago = (days: number) => addDays(today, -days)
const whole = { startdate: formatDay(ago(400)), enddate: formatDay(today) }

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, {
    contract: { number: '114-О' },
    products: [
      { name: 'Дрель DDF485Z', articul: 'DDF485Z', price: 984_000 },
      { name: 'Пила HS7601', articul: 'HS7601' },
      { name: 'Перчатки NL-04', articul: 'NL-04', price: null },
    ],
  })
  ;[drill = 0, saw = 0, gloves = 0] = world.productIds
  ;[glovesXl = 0] = await world.addProducts([
    { parentId: gloves, name: 'Перчатки NL-04 (XL)', articul: 'NL-04-XL', unit: 'пар', price: 4620 },
  ])
  await portal.db.execute(sql`
    insert into brands (id, name, key) overriding system value values (7, 'Makita', 'makita'), (8, 'Luga', 'luga')`)
  await portal.db.execute(sql`
    insert into categories (id, parent_id, name, url) values (2, null, 'Каталог', 'catalog'),
      (71, 2, 'Инструмент', 'tool'), (72, 71, 'Дрели', 'drill'),
      (73, 2, 'Защита', 'safety')`)
  await portal.db.execute(sql`update products set brand_id = case when id = ${saw} then 8 else 7 end`)
  await portal.db.execute(sql`
    insert into product_categories values (${drill}, 72), (${saw}, 71), (${gloves}, 73)`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  owner = await signedIn(portal, world.ownerId)
  await until(
    () => call(filter, { catalog: 73 }, owner),
    ({ products }) => products.some(({ id }) => id === gloves),
  )
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate ledger_entries, ledger_states, orders cascade`))

const read = (input: Parameters<typeof call<typeof purchasedGoods>>[1] = {}, visitor = owner) =>
  call(purchasedGoods, input, visitor)
const goodsOf = (items: unknown[]) => items as PurchasedGood[]

function line(productId: number | null, articul: string, quantity: number, sum: number, name = articul) {
  const quantityMilli = quantity * 1000
  return { productId, articul, name, unit: 'шт', quantityMilli, sumKopecks: sum, vatKopecks: Math.round(sum * 0.18) }
}

/** Two shipments, of which a part of one came back, an old one, and a debt without goods. */
async function fill(): Promise<void> {
  await addLedger(portal.db, world.contractId, [
    {
      number: '4471',
      day: ago(5),
      debit: 3_000_000,
      goods: [
        line(drill, 'DDF485Z', 2, 1_922_000),
        line(glovesXl, 'NL-04-XL', 200, 900_000),
        line(null, '', 1, 178_000, 'Доставка'),
      ],
    },
    { number: '4402', day: ago(20), debit: 961_000, goods: [line(drill, 'DDF485Z', 1, 961_000)] },
    {
      number: '57',
      kind: 'return',
      day: ago(3),
      debit: 0,
      credit: 90_000,
      goods: [line(glovesXl, 'NL-04-XL', 20, 90_000)],
    },
    { number: '4100', day: ago(200), debit: 854_000, goods: [line(saw, 'HS7601', 1, 854_000)] },
    { number: '4000', day: ago(210), debit: 100_000 },
    { kind: 'correction', number: '9', day: ago(4), debit: 5_000 },
    { kind: 'payment', number: '1', day: ago(2), credit: 3_000_000 },
  ])
}

test('[C.22] [P.6] [N.2] report 1 contains quantity, sum, average price, last purchase and current price', async () => {
  await fill()
  const { items, count, totals, startDate, endDate, booked, contract } = await read()
  expect([count, startDate, endDate, booked, contract]).toEqual([
    3,
    formatDay(ago(30)),
    formatDay(today),
    true,
    world.contractId,
  ])
  expect(totals).toEqual({ sum: 38_710, returns: 900, vat: 6967.8, goods: 3, shipments: 2, days: 31 })
  const [first, second, third] = goodsOf(items)
  expect(first).toMatchObject({
    id: drill,
    articul: 'DDF485Z',
    quantity: 3,
    sum: 28_830,
    average: 9610,
    shipments: 2,
    usual: 1.5,
  })
  expect(first?.last).toBe(formatDay(ago(5)))
  expect(first?.product).toMatchObject({ id: drill, price: 9840, available_for_order: 100 })
  // A return is no purchase; a variant is shown by its own article and sold by itself.
  expect(second).toMatchObject({
    id: glovesXl,
    quantity: 180,
    sum: 8100,
    average: 45,
    last: formatDay(ago(5)),
    usual: 200,
  })
  expect(second?.product).toMatchObject({
    id: glovesXl,
    articul: 'NL-04-XL',
    price: 46.2,
    available_for_order: 100,
    variants_count: 0,
    unit: 'пар',
  })
  expect(third).toMatchObject({ id: null, header: 'Доставка', product: null })
})

test('[C.22] a bought variant can be added to the basket; a good that is not sold has analogues', async () => {
  const [former = 0] = await world.addProducts([{ name: 'Дрель DDF480Z', articul: 'DDF480Z', price: null }])
  await addLedger(portal.db, world.contractId, [
    { number: '1', day: ago(3), debit: 950_000, goods: [line(former, 'DDF480Z', 1, 950_000)] },
    { number: '2', day: ago(3), debit: 4500, goods: [line(glovesXl, 'NL-04-XL', 1, 4500)] },
  ])
  await portal.db.execute(sql`
    with named as (insert into parameters (code1c, name) values ('power', 'Мощность') returning id),
    valued as (insert into parameter_values (parameter_id, value) select id, '18 В' from named returning id)
    insert into product_parameters (product_id, value_id) select p, valued.id
    from valued, unnest(array[${drill}::int, ${former}::int]) p`)
  await portal.db.execute(sql`insert into product_categories values (${former}, 72)`)
  await portal.db.execute(sql`update products set active = false where id = ${former}`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  const { items } = await until(
    () => read(),
    ({ items: [first] }) => first?.kind === 'goods' && first.analogues.length > 0,
  )
  expect(items).toMatchObject([
    { id: former, product: null, analogues: [{ id: drill, price: 9840 }] },
    { id: glovesXl, product: { id: glovesXl, quantity: 1 }, analogues: [] },
  ])
  const [line1] = (await call(processProductSet, { products: { [glovesXl]: 2 } }, owner)).lines
  expect(line1).toMatchObject({ id: glovesXl, qnt: 2 })
  await call(clearBasket, {}, owner)

  // Linked ones come first, and only those that can be ordered.
  await portal.db.execute(sql`
    insert into product_binds (product_id, bound_id, kind, position) values (${former}, ${gloves}, 'analogue', 1),
      (${former}, ${saw}, 'analogue', 2)`)
  await portal.db.execute(sql`update stocks set on_hand_milli = 0 where product_id = ${saw}`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  const linked = await until(
    () => read(),
    ({ items: [first] }) =>
      first?.kind === 'goods' && first.analogues.length === 1 && first.analogues[0]?.id === gloves,
  )
  expect(linked.count).toBe(2)
  await portal.db.execute(sql`update stocks set on_hand_milli = 100000 where product_id = ${saw}`)
  await portal.db.execute(sql`delete from product_parameters`)
  await portal.db.execute(sql`delete from product_binds`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
})

test('[C.22] all four reports, the chart and the totals have the same sum', async () => {
  await fill()
  const sums = []
  for (const report of [1, 2, 3, 4] as const) {
    const { items, totals, chart } = await read({ ...whole, report })
    sums.push([sumOf(items), totals.sum, sumOf(chart)])
  }
  expect(sums).toEqual(Array.from({ length: 4 }, () => [48_250, 48_250, 48_250]))
})

const sumOf = (rows: readonly { sum: number }[]) => rows.reduce((total, { sum }) => total + sum * 100, 0) / 100

test('[C.22] reports 2 and 3 group by document, and by category and brand', async () => {
  await fill()
  const documents = await read({ ...whole, report: 2 })
  expect(documents.items.map((item) => item.kind === 'documents' && [item.title, item.sum, item.goods])).toEqual([
    ['УКД 57', -900, 1],
    ['УПД 4471', 30_000, 3],
    ['УПД 4402', 9610, 1],
    ['УПД 4100', 8540, 1],
    ['УПД 4000', 1000, 1],
  ])
  const groups = await read({ ...whole, report: 3 })
  expect(
    groups.items.map((item) => item.kind === 'groups' && [item.category?.header, item.brand?.header, item.sum]),
  ).toEqual([
    ['Дрели', 'Makita', 28_830],
    ['Инструмент', 'Luga', 8540],
    ['Защита', 'Makita', 8100],
    [undefined, undefined, 2780],
  ])
})

test('[C.22] report 4 has a row per month with purchases, the chart a bar per month of the period', async () => {
  const goods = (sum: number) => [line(drill, 'DDF485Z', 1, sum)]
  await addLedger(portal.db, world.contractId, [
    { number: '1', day: '2026-02-10', debit: 100_000, goods: goods(100_000) },
    { number: '2', day: '2026-02-20', debit: 50_000, goods: goods(50_000) },
    { number: '3', kind: 'return', day: '2026-04-30', debit: 0, credit: 20_000, goods: goods(20_000) },
    { number: '4', day: '2026-05-21', debit: 1, goods: goods(1) },
  ])
  const { items, chart, step } = await read({ report: 4, startdate: '15.01.2026', enddate: '20.05.2026' })
  expect(items).toMatchObject([
    { startdate: '01.04.2026', enddate: '30.04.2026', shipments: 0, returns: 200, sum: -200 },
    { startdate: '01.02.2026', enddate: '28.02.2026', shipments: 2, returns: 0, sum: 1500 },
  ])
  expect([step, ...chart.map((bar) => [bar.startdate, bar.enddate, bar.sum])]).toEqual([
    'month',
    ['15.01.2026', '31.01.2026', 0],
    ['01.02.2026', '28.02.2026', 1500],
    ['01.03.2026', '31.03.2026', 0],
    ['01.04.2026', '30.04.2026', -200],
    ['01.05.2026', '20.05.2026', 0],
  ])
  const week = await read({ report: 4, startdate: '09.02.2026', enddate: '20.02.2026' })
  expect([week.step, ...week.chart.map((bar) => [bar.startdate, bar.sum])]).toEqual([
    'week',
    ['09.02.2026', 1000],
    ['16.02.2026', 500],
  ])
})

test('[C.22] [N.1] goods are filtered by category and below, brand, words, sorted, 20 per page', async () => {
  await fill()
  const articles = async (input: Parameters<typeof read>[0]) =>
    goodsOf((await read({ ...whole, ...input })).items).map(({ articul }) => articul)
  expect(await articles({ catalog: 71 })).toEqual(['DDF485Z', 'HS7601'])
  expect(await articles({ catalog: 72 })).toEqual(['DDF485Z'])
  expect(await articles({ brand: 7, sort: 'quantity' })).toEqual(['NL-04-XL', 'DDF485Z'])
  expect(await articles({ query: 'nl-04' })).toEqual(['NL-04-XL'])
  expect(await articles({ query: '%' })).toEqual([])
  expect((await read({ ...whole, sort: 'last' })).items.at(0)).toMatchObject({ last: formatDay(ago(5)) })
  const { catalogs, brands } = await read({ ...whole, catalog: 72 })
  expect([catalogs.map(({ header }) => header), brands.map(({ header }) => header)]).toEqual([
    ['Дрели', 'Защита', 'Инструмент'],
    ['Luga', 'Makita'],
  ])
  await addLedger(portal.db, world.contractId, [
    {
      number: '1',
      day: today,
      debit: 2500,
      goods: Array.from({ length: 25 }, (_, n) => line(null, `Z-${String(n).padStart(2, '0')}`, 1, 100)),
    },
  ])
  const day = formatDay(today)
  const one = { startdate: day, enddate: day, sort: 'header' as const }
  expect((await read(one)).items).toHaveLength(20)
  const { items, pagination } = await read({ ...one, page: 2 })
  expect(goodsOf(items).map(({ articul }) => articul)).toEqual(['Z-20', 'Z-21', 'Z-22', 'Z-23', 'Z-24'])
  expect(pagination).toEqual({ page: 2, perpage: 20, pages: 2, total: 25 })
  expect((await read({ ...one, page: 99 })).items).toEqual([])
})

test('without a ledger from 1C the shipped part of orders counts; with it orders do not count', async () => {
  const order = await addOrder(portal.db, world, {
    state: 11,
    lines: [{ productId: drill, warehouseId: world.warehouseIds[0] ?? 0, quantity: 5, price: 33_333 }],
  })
  await portal.db.execute(sql`update order_lines set shipped_milli = 1500 where order_id = ${order.id}`)
  const { items, booked, any, totals } = await read()
  expect([booked, any, totals.sum, totals.vat]).toEqual([false, true, 500, 90.16])
  expect(goodsOf(items)).toMatchObject([{ id: drill, quantity: 1.5, sum: 500, last: formatDay(today) }])
  expect((await read({ report: 2 })).items).toMatchObject([{ title: `Заказ ${order.number}`, order: { id: order.id } }])
  await fill()
  expect((await read()).totals.sum).toBe(38_710)
})

test('an empty period returns zeros, and whether anything was ever bought', async () => {
  const none = await read()
  expect([none.items, none.any, none.totals.sum, none.chart.length > 3]).toEqual([[], false, 0, true])
  await fill()
  const { any, items } = await read({ startdate: formatDay(ago(390)), enddate: formatDay(ago(380)) })
  expect([any, items]).toEqual([true, []])
})

test('[C.22] the spreadsheet has all rows of the filtered report', async () => {
  await fill()
  const query = new URLSearchParams({ ...whole, report: '1' })
  const response = await owner.send(`/api/purchasedGoods/report.xlsx?${query}`, { method: 'GET' })
  expect(response.status).toBe(200)
  // Files of two contracts lie in one folder.
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('Закупленные товары 114-О ')
  const {
    rows: { sheetJs: rows },
  } = await readWorkbook(Buffer.from(await response.arrayBuffer()))
  expect(rows[1]?.[0]).toMatch(/^Договор № 114-О, ООО «Вектор» · /)
  expect(rows[2]?.slice(0, 5)).toEqual(['Артикул', 'Наименование', 'Ед.', 'Количество', 'Сумма, ₽'])
  expect(rows.slice(3).map((row) => [row[0], row[3], row[4]])).toContainEqual(['NL-04-XL', 180, 8100])
  for (const report of ['2', '3', '4']) {
    const sheet = await owner.send(`/api/purchasedGoods/report.xlsx?${new URLSearchParams({ ...whole, report })}`, {
      method: 'GET',
    })
    const {
      rows: { sheetJs: found },
    } = await readWorkbook(Buffer.from(await sheet.arrayBuffer()))
    // Three rows above the first one; the purchases fall into two months at least.
    expect(found.length, report).toBeGreaterThanOrEqual(5)
  }
})

test('[R.4] [R.6] foreign contracts are 404, a receiver is refused, a manager sees allotted ones', async () => {
  await fill()
  const other = await addOrganisation(portal.db, 'ООО «Чужие»')
  const place = { priceTypeId: world.priceTypeIds[0] ?? 0, warehouseIds: world.warehouseIds }
  const foreign = await addContract(portal.db, { ...other, ...place })
  await addLedger(portal.db, foreign, [{ number: '1', debit: 777, day: today }])
  const second = await world.addContract()
  await addLedger(portal.db, second, [{ number: '2', debit: 888, day: today }])
  const manager = await signedIn(portal, world.managerId)
  for (const contract of [foreign, 999_999])
    await expect(read({ contract })).rejects.toMatchObject({ code: 'notFound', status: 404 })
  for (const contract of [foreign, second])
    await expect(read({ contract }, manager)).rejects.toMatchObject({ code: 'notFound' })
  expect((await read({ contract: second })).totals.sum).toBe(8.88)
  expect((await read({}, manager)).totals.sum).toBe(38_710)
  expect((await read({}, await signedIn(portal, world.accountantId))).count).toBe(3)
  await expect(read({}, await signedIn(portal, world.receiverId))).rejects.toMatchObject({ status: 403 })
  const stranger = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'manager', organisationId: other.organisationId }),
  )
  await expect(read({}, stranger)).rejects.toMatchObject({ code: 'noContract' })
})

test('an invalid period and malformed input are refused with a message', async () => {
  const late = { startdate: formatDay(today), enddate: formatDay(ago(1)) }
  await expect(read(late)).rejects.toMatchObject({ code: 'datePeriod' })
  for (const input of [
    { report: 5 },
    { startdate: '31.02.2026' },
    { query: '\u0000' },
    { sort: 'drop' },
    { catalog: -1 },
  ])
    await expect(read(input as never)).rejects.toMatchObject({ status: 400 })
})
