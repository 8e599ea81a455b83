import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processBasket } from '#shared/api/basket.ts'
import { createOrder, getOrder } from '#shared/api/orders.ts'
import { contractChoices, explainPrice, saveRate, setPurchaseType, staffPrices } from '#shared/api/staff/prices.ts'
import { staffGetOrder } from '#shared/api/staff/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { addDays, formatDay, type Day } from '#shared/rules/dates.ts'
import { saveForeignPrices } from '#server/catalogue/prices/shared-queries-write.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let owner: Visitor
let product: number
let typeId: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[typeId = 0] = world.priceTypeIds
  admin = await signedIn(portal, world.adminId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query(
    'delete from basket_lines; delete from special_offers; delete from foreign_prices; delete from currency_rates',
  )
  ;[product = 0] = await world.addProducts([{ price: 10_000 }])
})

const explain = (quantity = 1) => call(explainPrice, { product, contract: world.contractId, quantity }, admin)
const sale = async (kopecks: number, title: string, days: [Day, Day], active = true) => {
  await addOffer(portal.db, { goods: [[product, typeId, kopecks]], title, days, active })
  await portal.db.transaction((tx) => applyOffers(tx, 'all'))
}
const inDollars = async (hundredths: string, rate: number) => {
  await saveForeignPrices(portal.db, [
    { productId: product, priceTypeId: typeId, currency: 'USD', hundredths, net: false },
  ])
  await call(saveRate, { currency: 'USD', rate, date: formatDay(today) }, admin)
}

test('the lowest price that fits is chosen, the others say why not, and the basket agrees', async () => {
  await sale(9000, 'Низкая', [yesterday, tomorrow])
  await sale(9500, 'Выше', [yesterday, tomorrow])
  await sale(11_000, 'Дороже типа', [yesterday, tomorrow])
  await sale(5000, 'Завтра', [tomorrow, tomorrow])
  await sale(4000, 'Вчера', [yesterday, yesterday])
  await sale(3000, 'Выключена', [yesterday, tomorrow], false)
  await sale(2000, 'Давно', [addDays(today, -90), addDays(today, -60)])
  const explained = await explain(3)
  expect(explained).toMatchObject({ price: 90, sum: 270, foreign: null })
  expect(Object.fromEntries(explained.candidates.map(({ header, outcome }) => [header, outcome]))).toEqual({
    Опт: 'higher',
    Низкая: 'chosen',
    Выше: 'higher',
    'Дороже типа': 'notBelowList',
    Завтра: 'notYet',
    Вчера: 'over',
    Выключена: 'switchedOff',
  })
  const { line } = await call(processBasket, { id: product, qnt: 3, contract: world.contractId }, owner)
  expect(line).toMatchObject({ price: 90, sum: 270 })
})

test('a good without price or rate, or switched off, is not sold, and says why', async () => {
  const outcomeOf = async () => (await explain()).candidates[0]?.outcome
  await portal.db.execute(sql`delete from prices where product_id = ${product}`)
  expect([(await explain()).price, await outcomeOf()]).toEqual([null, 'notPriced'])
  await saveForeignPrices(portal.db, [
    { productId: product, priceTypeId: typeId, currency: 'USD', hundredths: '1000', net: false },
  ])
  expect(await outcomeOf()).toBe('noRate')
  await call(saveRate, { currency: 'USD', rate: 80, date: formatDay(today) }, admin)
  expect(await explain()).toMatchObject({
    price: 800,
    foreign: { currency: 'USD', amount: 10, rate: { rate: 80, date: formatDay(today) } },
    candidates: [{ outcome: 'chosen', price: 800 }],
  })
  await portal.db.execute(sql`update products set active = false where id = ${product}`)
  expect([(await explain()).price, await outcomeOf()]).toEqual([null, 'inactive'])
})

test('a price below the purchase price is told with its loss', async () => {
  const bought = world.priceTypeIds[1] ?? 0
  await portal.db.execute(sql`insert into prices (product_id, price_type_id, price_kopecks)
    values (${product}, ${bought}, 10450)`)
  expect(await explain()).toMatchObject({ purchase: null, margin: null })
  await call(setPurchaseType, { type: bought }, admin)
  expect(await explain()).toMatchObject({ price: 100, purchase: 104.5, margin: -4.5 })
  const { types } = await call(setPurchaseType, { type: 0 }, admin)
  expect(types.map(({ use }) => use).toSorted()).toEqual(['rrc', 'sold', 'sold'])
  await expect(call(setPurchaseType, { type: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
})

test('an order keeps the rate of its day, for buyers who see the contract prices and for staff', async () => {
  await inDollars('1000', 82.441)
  const id = await orderProduct(owner, { id: product, qnt: 2, contract: world.contractId })
  await call(saveRate, { currency: 'USD', rate: 90, date: formatDay(today) }, admin)
  const rates = [{ currency: 'USD', nominal: 1, rate: 82.441, date: formatDay(today) }]
  const { order } = await call(getOrder, { id }, owner)
  expect([order.sum, order.products[0]?.price, order.rates]).toEqual([1648.82, 824.41, rates])
  expect((await call(staffGetOrder, { id }, admin)).order.rates).toEqual(rates)
  const receiver = await signedIn(portal, world.receiverId)
  expect((await call(getOrder, { id }, receiver)).order.rates).toEqual([])
})

test('an order at a sale price, or of goods in roubles, has no rate', async () => {
  await inDollars('10000', 80)
  await sale(9000, 'Акция', [yesterday, tomorrow])
  const id = await orderProduct(owner, { id: product, qnt: 1, contract: world.contractId })
  expect((await call(getOrder, { id }, owner)).order).toMatchObject({ sum: 90, rates: [] })
})

test('a rate that changes between basket and order is shown to the buyer before the order', async () => {
  await inDollars('1000', 80)
  await call(processBasket, { id: product, qnt: 1, contract: world.contractId }, owner)
  await call(saveRate, { currency: 'USD', rate: 81, date: formatDay(today) }, admin)
  const order = () =>
    call(
      createOrder,
      { contract: world.contractId, delivery_method: deliveryMethodId('pickup') },
      { ...owner, key: randomUUID() },
    )
  await expect(order()).rejects.toMatchObject({ status: 409 })
  const { id } = await order()
  expect((await call(getOrder, { id }, owner)).order).toMatchObject({ sum: 810, rates: [{ rate: 81 }] })
})

test('contracts are found by number, contragent or price type', async () => {
  const ids = async (input: { query?: string; type?: number }) =>
    (await call(contractChoices, input, admin)).items.map(({ id }) => id)
  expect(await ids({ query: 'Вектор' })).toContain(world.contractId)
  expect(await ids({ query: 'нет такого' })).toEqual([])
  expect([await ids({ type: typeId }), await ids({ type: world.priceTypeIds[1] ?? 0 })]).toEqual([
    [world.contractId],
    [],
  ])
  await expect(call(explainPrice, { product: 999_999, contract: world.contractId }, admin)).rejects.toMatchObject({
    status: 404,
  })
})

test('contracts of demo visitors are neither offered nor counted', async () => {
  const offered = async () => {
    const lists = [{ query: 'Вектор' }, { type: typeId }].map(async (input) => call(contractChoices, input, admin))
    const { types } = await call(staffPrices, {}, admin)
    const found = (await Promise.all(lists)).map(({ items }) => items.some(({ id }) => id === world.contractId))
    return [...found, types.find(({ id }) => id === typeId)?.contracts]
  }
  const own = (demo: boolean) =>
    portal.db.execute(sql`update organisations set demo = ${demo} where id = ${world.organisationId}`)
  expect(await offered()).toEqual([true, true, 1])
  await own(true)
  try {
    expect(await offered()).toEqual([false, false, 0])
  } finally {
    await own(false)
  }
})
