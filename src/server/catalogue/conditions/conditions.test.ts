import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processBasket, processBasketUpdate } from '#shared/api/basket.ts'
import { filter, product } from '#shared/api/catalogue.ts'
import { saveContractTerms, staffContractOptions, staffGetCustomer } from '#shared/api/administration/customers.ts'
import { getOrder } from '#shared/api/orders.ts'
import { findSellable, staffOffers } from '#shared/api/staff/offers.ts'
import * as api from '#shared/api/administration/price-conditions.ts'
import { explainPrice, setPurchaseType, staffPrices } from '#shared/api/staff/prices.ts'
import { staffGetOrder } from '#shared/api/staff/orders.ts'
import { addDays, formatDay } from '#shared/rules/dates.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addBreaks } from '#tests/support/catalogue/price-breaks.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { classifierXml, goodXml, importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call, fieldErrorsOf, type CallError } from '#web/api/client.ts'
import { applyConditionsOfToday } from './apply.ts'

let portal: TestApp
let shop: Shop
let folder: string
let admin: Visitor
let owner: Visitor
let contract: number
const { drill, impact, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  folder = await mkdtemp(join(tmpdir(), 'conditions-test-'))
  admin = await signedIn(portal, shop.adminId)
  owner = await signedIn(portal, shop.ownerId)
  contract = shop.contracts.wholesale
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await portal.pool.query('delete from price_conditions; delete from special_offers; delete from basket_lines')
  await portal.pool.query('update prices set sale_kopecks = null')
  await applyConditionsOfToday(portal)
})

const discount = { kind: 'discount', percent: 10, target: 'category', target_id: 11, starts: formatDay(today) } as const
const save = (input: Partial<Parameters<typeof call<typeof api.savePriceCondition>>[1]> = {}, visitor = admin) =>
  call(api.savePriceCondition, { contract, ...discount, ...input }, visitor)
const explained = async (id: number, of = contract) => call(explainPrice, { product: id, contract: of }, admin)
/** What the buyer sees in the catalogue once the snapshot has followed. */
const listed = (id: number, price: number, oldPrice: number | null = null) =>
  until(
    async () => (await call(filter, { contract }, owner)).products.find((row) => row.id === id),
    (row) => row?.price === price && row.old_price === oldPrice,
  )

test('a discount of a category is the price of catalogue, card, basket and order, which tells its reason', async () => {
  await save()
  // 2500,50 ₽ less 10 %, half up; the category of the drill is below that of the discount.
  await listed(drill, 2250.45)
  expect((await call(product, { id: drill, contract }, owner)).product.price).toBe(2250.45)
  const sorted = await call(filter, { contract, byprice: 1, minprice: 2250, maxprice: 2251 }, owner)
  expect(sorted.products.map(({ id }) => id)).toEqual([drill])
  const { line } = await call(processBasket, { id: drill, qnt: 2, contract }, owner)
  expect(line).toMatchObject({ price: 2250.45, sum: 4500.9 })
  const id = await orderProduct(owner, { id: drill, qnt: 1, contract })
  const note = { price: 2250.45, price_note: 'Скидка 10\u00A0% – Инструмент' }
  expect((await call(getOrder, { id }, owner)).order.products[0]).toMatchObject(note)
  expect((await call(staffGetOrder, { id }, admin)).order.products[0]).toMatchObject(note)
  // Nobody else's contract.
  expect(await explained(drill, shop.contracts.foreign)).toMatchObject({ price: 2500.5 })
})

test('staff see why a price is so, and the lowest of all wins', async () => {
  await save()
  await save({ kind: 'fixed', target: 'good', target_id: drill, percent: undefined, price: 2100 })
  await save({ target: 'brand', target_id: 21, percent: 5 })
  const { price, candidates } = await explained(drill)
  expect(price).toBe(2100)
  expect(candidates.map(({ kind, outcome, price: kopecks }) => [kind, outcome, kopecks])).toEqual([
    ['type', 'higher', 2500.5],
    ['fixed', 'chosen', 2100],
    ['discount', 'higher', 2250.45],
    ['discount', 'higher', 2375.48],
  ])
})

test('a sale of the price type goes on, and the lower of the two counts', async () => {
  await save()
  await addOffer(portal.db, {
    goods: [
      [drill, 51, 220_000],
      [impact, 51, 95_000],
    ],
  })
  await portal.db.transaction((tx) => applyOffers(tx, 'all'))
  expect((await explained(drill)).price).toBe(2200)
  // 1000 ₽ less 10 % is below the sale.
  expect((await explained(impact)).price).toBe(900)
  const { line } = await call(processBasket, { id: drill, qnt: 1, contract }, owner)
  expect(line).toMatchObject({ price: 2200 })
  await listed(drill, 2200, 2250.45)
})

test('a break of the price type is of the list price, and the lower of the two counts', async () => {
  await save()
  await addBreaks(portal.db, [{ priceTypeId: 51, productId: drill, from: 3, percentHundredths: 1500 }])
  const priceOf = async (qnt: number) =>
    (await call(processBasketUpdate, { id: drill, qnt, contract }, owner)).line?.price
  // 2500,50 ₽ less 15 %, not 15 % of what the discount has left.
  expect([await priceOf(2), await priceOf(3)]).toEqual([2250.45, 2125.43])
  await portal.pool.query('delete from price_breaks')
})

test('conditions of a price type are for all its contracts, those of a contract besides', async () => {
  await call(api.savePriceCondition, { ...discount, price_type: 51, percent: 3 }, admin)
  await save({ percent: 4 })
  expect([(await explained(drill)).price, (await explained(drill, shop.contracts.foreign)).price]).toEqual([
    2400.48, 2425.49,
  ])
  const sales = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
  await expect(call(api.priceConditions, { price_type: 51 }, sales)).rejects.toMatchObject({ status: 403 })
})

test('a fixed price of a price type is not called one of the contract', async () => {
  const ofGood = { kind: 'fixed', target: 'good', target_id: drill, percent: undefined, price: 2100 } as const
  const noteOf = async () => {
    const id = await orderProduct(owner, { id: drill, qnt: 1, contract })
    return (await call(getOrder, { id }, owner)).order.products[0]?.price_note
  }
  await save({ ...ofGood, contract: undefined, price_type: 51 })
  expect(await noteOf()).toBe('Особая цена')
  await save({ ...ofGood, price: 2000 })
  expect(await noteOf()).toBe('Цена по договору')
})

test('ending a discount brings the list price back, and the same requests again change nothing', async () => {
  const { items } = await save()
  const again = await save()
  expect(again.items).toEqual(items)
  const id = items[0]?.id ?? 0
  await save({ id, starts: formatDay(yesterday) })
  const ended = await call(api.endPriceCondition, { id, contract }, admin)
  expect(ended.items).toMatchObject([{ id, state: 'over', ends: formatDay(yesterday) }])
  expect(await call(api.endPriceCondition, { id, contract }, admin)).toEqual(ended)
  expect((await explained(drill)).price).toBe(2500.5)
  await applyConditionsOfToday(portal)
  expect((await portal.pool.query('select from price_types where base_id is not null')).rowCount).toBe(0)
  await listed(drill, 2500.5)
})

test('a discount begins and ends by the day', async () => {
  await save({ starts: formatDay(tomorrow) })
  expect((await explained(drill)).price).toBe(2500.5)
  await portal.pool.query(
    `update price_conditions set starts_on = starts_on - 1;
      update price_types set derived_on = 'yesterday' where base_id is not null`,
  )
  await applyConditionsOfToday(portal)
  const { line } = await call(processBasket, { id: drill, qnt: 1, contract }, owner)
  expect([(await explained(drill)).price, line?.price]).toEqual([2250.45, 2250.45])
})

test('the next export of 1C moves the discounted price, also when a good changes its brand or category', async () => {
  await save({ target: 'brand', target_id: 22 })
  await receive(importXml([branded('Зубр')]), priced('n1', '100'))
  const { rows } = await portal.db.execute<{ id: number }>(sql`select id from products where code1c = 'n1'`)
  const id = rows[0]?.id ?? 0
  await portal.db.execute(sql`insert into stocks (product_id, warehouse_id, on_hand_milli) values (${id}, 61, 100000)`)
  expect(await basketPrice(id)).toBe(90)
  await receive(priced('n1', '200'))
  expect(await basketPrice(id)).toBe(180)
  await receive(importXml([branded('Makita')]))
  expect(await basketPrice(id)).toBe(200)
})

test('a category that 1C moves takes its discount along soon after the import', async () => {
  const group = (id: string, inner = '') =>
    `<Группа><Ид>${id}</Ид><Наименование>${id}</Наименование><Группы>${inner}</Группы></Группа>`
  const groups = (from: string, to: string) =>
    importXml([goodXml({ id: 'm1', name: 'Клей', inner: '<Группы><Ид>glue</Ид></Группы>' })], {
      classifier: classifierXml({ groups: group('from', from) + group('to', to) }),
    })
  await receive(groups(group('glue'), ''), priced('m1', '100'))
  const idOf = async (table: string, code: string) =>
    (await portal.pool.query<{ id: number }>(`select id from ${table} where code1c = '${code}'`)).rows[0]?.id ?? 0
  await save({ target_id: await idOf('categories', 'to') })
  const id = await idOf('products', 'm1')
  expect((await explained(id)).price).toBe(100)
  await receive(groups('', group('glue')))
  await applyConditionsOfToday(portal)
  expect((await explained(id)).price).toBe(90)
})

test('derived price types are nobody’s choice', async () => {
  await save()
  const names = ({ items }: { items: { header: string }[] }) => items.map(({ header }) => header)
  const { price_types: options, rrc_types: rrcOptions } = await call(staffContractOptions, {}, admin)
  expect(names({ items: options })).toEqual(['Дилер', 'Опт'])
  expect(rrcOptions).toHaveLength(3)
  expect((await call(staffPrices, {}, admin)).types).toHaveLength(3)
  expect((await call(staffOffers, {}, admin)).priceTypes).toHaveLength(2)
  const [found] = (await call(findSellable, { query: 'DX-1234' }, admin)).items
  expect(found?.prices).toHaveLength(3)
})

test('another price type of the contract carries its discount along', async () => {
  await save()
  const change = async (priceType: number) => {
    const { customer } = await call(staffGetCustomer, { id: shop.organisationId }, admin)
    const terms = customer.contracts.find(({ id }) => id === contract)
    if (!terms) throw new Error('no contract')
    return call(saveContractTerms, { ...terms, valid_to: terms.valid_to ?? undefined, price_type: priceType }, admin)
  }
  await change(52)
  expect((await explained(drill)).price).toBe(1350)
  await change(51)
  expect((await explained(drill)).price).toBe(2250.45)
})

test('what ended is listed for 30 days', async () => {
  await save()
  const list = async (daysAgo: number) => {
    await portal.pool.query('update price_conditions set starts_on = $1, ends_on = $1', [addDays(today, -daysAgo)])
    return (await call(api.priceConditions, { contract }, admin)).items.map(({ state }) => state)
  }
  expect(await list(30)).toEqual(['over'])
  expect(await list(31)).toEqual([])
})

test('the preview counts cheaper goods and losses before anything is saved', async () => {
  await call(setPurchaseType, { type: 52 }, admin)
  const { goods, cheaper, losses, examples } = await call(
    api.previewPriceCondition,
    { contract, kind: 'discount', percent: 50, target: 'category', target_id: 11 },
    admin,
  )
  expect({ cheaper, losses, first: examples[0] }).toMatchObject({
    losses: 1,
    first: { id: drill, before: 2500.5, after: 1250.25, loss: 249.75 },
  })
  expect(cheaper).toBe(goods)
  const sales = await signedIn(portal, await addAccount(portal.db, { role: 'sales' }))
  await portal.db.execute(sql`update organisations set personal_manager_id = null`)
  const ofSales = await call(
    api.previewPriceCondition,
    { contract, kind: 'discount', percent: 50, target: 'category', target_id: 11 },
    sales,
  )
  expect(ofSales).toMatchObject({ goods, cheaper, losses: 0 })
  expect(ofSales.examples.map(({ loss }) => loss)).toEqual(examples.map(() => null))
  await call(setPurchaseType, { type: 0 }, admin)
  expect((await explained(drill)).price).toBe(2500.5)
})

test('what cannot be a condition is told at its field', async () => {
  const refused = async (input: Parameters<typeof save>[0]) => {
    const error = await save(input).then(
      () => null,
      (thrown: CallError) => thrown,
    )
    return [error?.status, ...Object.keys(fieldErrorsOf(error))]
  }
  expect(await refused({ percent: 100 })).toEqual([400, 'percent'])
  expect(await refused({ percent: 0 })).toEqual([400, 'percent'])
  expect(await refused({ target_id: 999_999 })).toEqual([400, 'target_id'])
  expect(await refused({ target: 'good', target_id: drill })).toEqual([400, 'target'])
  expect(await refused({ ends: formatDay(yesterday) })).toEqual([400, 'ends'])
  expect(await refused({ starts: formatDay(tomorrow), ends: formatDay(today) })).toEqual([400, 'ends'])
  expect(await refused({ contract: 999_999 })).toEqual([404])
  expect(await refused({ price_type: 51 })).toEqual([400, 'contract'])
  expect(await refused({ kind: 'fixed', target: 'good', target_id: drill, percent: undefined })).toEqual([400, 'price'])
})

test('a price of a product with variants is found as a target, previewed and paid for each of them', async () => {
  const { items } = await call(api.conditionTargets, { target: 'good', query: 'перчатки' }, admin)
  expect(items.map(({ id, header }) => [id, header])).toEqual([
    [goodIds.gloves, 'Перчатки рабочие – все варианты'],
    [goodIds.glovesL, 'Перчатки рабочие L'],
    [glovesM, 'Перчатки рабочие M'],
  ])
  const ofProduct = { kind: 'fixed', target: 'good', target_id: goodIds.gloves, price: 70 } as const
  expect(await call(api.previewPriceCondition, { contract, ...ofProduct }, admin)).toMatchObject({ cheaper: 2 })
  await save({ ...ofProduct, percent: undefined })
  expect(await basketPrice(glovesM)).toBe(70)
})

test('a variant has the price of its product’s category', async () => {
  await save()
  const { rows } = await portal.db.execute<{ list: number }>(sql`
    select price_kopecks as list from prices where product_id = ${glovesM} and price_type_id = 51`)
  expect(await basketPrice(glovesM)).toBe(Math.floor((rows[0]?.list ?? 0) * 0.9 + 0.5) / 100)
})

async function basketPrice(id: number): Promise<number | null | undefined> {
  const { line } = await call(processBasket, { id, qnt: 1, contract }, owner)
  return line?.price
}

const branded = (brand: string) =>
  goodXml({
    id: 'n1',
    name: 'Гвозди особые',
    inner: `<Изготовитель><Наименование>${brand}</Наименование></Изготовитель>`,
  })
const priced = (code: string, amount: string) => offersXml([offerXml(code, pricesXml({ t51: amount }))])

async function receive(...texts: string[]): Promise<void> {
  const paths = texts.map((_, at) => join(folder, `part${at}.xml`))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const { files } = await loadExport({ ...portal.database, files: openLocalStore(join(folder, 'store')) }, paths)
  expect(files.map(({ error }) => error)).toEqual(texts.map(() => undefined))
}
