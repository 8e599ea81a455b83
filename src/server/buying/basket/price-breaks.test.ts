import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixQuantities, getBasketData, restoreBasket } from '#shared/api/basket.ts'
import { addToDraft, getDraft, repeatDraft } from '#shared/api/drafts.ts'
import { changeOrder, repeatOrder } from '#shared/api/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, set } from '#tests/support/basket.ts'
import { placeOrder } from '#tests/support/checkout.ts'
import {
  addAccount,
  addOrganisation,
  createWorld,
  newBuyer,
  setStock,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { addBreaks, type BreakInput } from '#tests/support/catalogue/price-breaks.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number
let petersburg: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  ;[moscow = 0, petersburg = 0] = world.warehouseIds
})
afterAll(() => portal.close())

type Shop = { buyer: Visitor; contract: number; ids: number[] }

/** A buyer with a contract of its own, goods at 100 roubles each, and breaks of the contract for the goods by index. */
async function shopWith(
  breaks: readonly (BreakInput & { of?: number })[],
  goods: Parameters<World['addProducts']>[0] = [{}, {}],
): Promise<Shop> {
  const contract = await world.addContract()
  const ids = await world.addProducts(goods)
  await addBreaks(
    portal.db,
    breaks.map(({ of, ...input }) => ({
      contractId: contract,
      ...(of === undefined ? {} : { productId: ids[of] }),
      ...input,
    })),
  )
  return { contract, ids, buyer: await newBuyer(portal, world, [contract]) }
}

const linesOf = async ({ buyer, contract }: Shop) => (await call(getBasketData, { contract }, buyer)).lines
const pricesOf = async (shop: Shop) => (await linesOf(shop)).map(({ price }) => price)
const order = ({ buyer, contract, ids }: Shop) => placeOrder({ buyer, contract, ids, accountId: 0, key: randomUUID() })
const rows = async (statement: string) => (await portal.pool.query({ text: statement, rowMode: 'array' })).rows
const orderedLines = (id: number) =>
  rows(`select price_kopecks, quantity_milli, sum_kopecks, price_source from order_lines where order_id = ${id}
    order by position, product_id, warehouse_id`)

test('a good in two warehouses reaches its break together; the order keeps what made the price', async () => {
  const shop = await shopWith([{ of: 0, from: 10, priceKopecks: 9500 }])
  const [id = 0, other = 0] = shop.ids
  await set(shop.buyer, { id: other, qnt: 12, wms: moscow, contract: shop.contract })
  await setStock(portal.db, { productId: id, warehouseId: petersburg, onHand: 100 })
  expect((await set(shop.buyer, { id, qnt: 4, wms: moscow, contract: shop.contract })).line).toMatchObject({
    price: 100,
  })
  const reached = await set(shop.buyer, { id, qnt: 6, wms: petersburg, contract: shop.contract })
  expect(reached.line).toMatchObject({ price: 95, sum: 570 })
  expect(reached.stats.sum).toBe(1200 + 950)
  expect(await linesOf(shop)).toMatchObject([
    { id: other, price: 100, old_price: null },
    { id, price: 95, sum: 380, old_price: null, base_price: 100, breaks: [{ by: 'quantity', from: 10, price: 95 }] },
    { id, price: 95, sum: 570, old_price: null },
  ])
  const placed = await order(shop)
  expect(placed.sum).toBe(2150)
  expect(await orderedLines(placed.id)).toEqual([
    [10_000, 12_000, 120_000, null],
    [9500, 4000, 38_000, { kind: 'quantity', from: 10 }],
    [9500, 6000, 57_000, { kind: 'quantity', from: 10 }],
  ])
})

test('a break by sum moves the other lines with a change of one; below it again they go back', async () => {
  const shop = await shopWith([{ fromSum: 200_000, percentHundredths: 350 }])
  const [first = 0, second = 0] = shop.ids
  const at = (id: number, qnt: number) => set(shop.buyer, { id, qnt, wms: moscow, contract: shop.contract })
  await at(first, 10)
  expect((await at(second, 10)).stats.sum).toBe(1930)
  expect(await linesOf(shop)).toMatchObject([
    { price: 96.5, old_price: null, breaks: [{ by: 'sum', from: 2000, price: 96.5, percent: 3.5 }] },
    { price: 96.5, old_price: null },
  ])
  expect((await at(second, 9)).stats.sum).toBe(1900)
  expect(await linesOf(shop)).toMatchObject([
    { price: 100, old_price: null },
    { price: 100, old_price: null },
  ])
  await at(second, 10)
  await at(first, 0)
  expect(await pricesOf(shop)).toEqual([100])
  await call(restoreBasket, { contract: shop.contract, lines: [{ id: first, wms: moscow }] }, shop.buyer)
  expect(await pricesOf(shop)).toEqual([96.5, 96.5])
  expect(await orderedLines((await order(shop)).id)).toMatchObject([
    [9650, 10_000, 96_500, { kind: 'sum', from: 2000 }],
    [9650, 10_000, 96_500, { kind: 'sum', from: 2000 }],
  ])
})

test('a break that staff end or make deeper is a 409 with the prices; the next attempt succeeds', async () => {
  const shop = await shopWith([{ of: 0, from: 5, priceKopecks: 9000 }])
  const [id = 0] = shop.ids
  await addToBasket(shop.buyer, { id, qnt: 5, contract: shop.contract })
  await portal.db.execute(sql`update price_breaks set ended_at = now() where contract_id = ${shop.contract}`)
  await expect(order(shop)).rejects.toMatchObject({
    status: 409,
    body: { changes: [{ id, what: 'price', old_price: 90, price: 100 }] },
  })
  await addBreaks(portal.db, [{ contractId: shop.contract, productId: id, from: 5, priceKopecks: 8000 }])
  await expect(order(shop)).rejects.toMatchObject({
    status: 409,
    body: { changes: [{ id, what: 'price', old_price: 100, price: 80 }] },
  })
  expect((await order(shop)).sum).toBe(400)
})

test('a change of a price by others stays reported beside the buyer’s own change', async () => {
  const shop = await shopWith([{ of: 1, from: 5, priceKopecks: 9000 }])
  const [first = 0, second = 0] = shop.ids
  await addToBasket(shop.buyer, { id: first, qnt: 1, contract: shop.contract })
  await portal.db.execute(sql`update prices set price_kopecks = 11000 where product_id = ${first}`)
  await addToBasket(shop.buyer, { id: second, qnt: 5, contract: shop.contract })
  await expect(order(shop)).rejects.toMatchObject({
    body: { changes: [{ id: first, what: 'price', old_price: 100, price: 110 }] },
  })
})

test('quantities capped to the stock lose the break they no longer reach, with the answer', async () => {
  const shop = await shopWith([{ of: 0, from: 10, priceKopecks: 9000 }])
  const [id = 0] = shop.ids
  await addToBasket(shop.buyer, { id, qnt: 10, wms: moscow, contract: shop.contract })
  await setStock(portal.db, { productId: id, warehouseId: moscow, onHand: 7 })
  const { lines, stats } = await call(fixQuantities, { contract: shop.contract }, shop.buyer)
  expect(lines).toMatchObject([{ id, qnt: 7, price: 100 }])
  expect(stats.sum).toBe(700)
  expect((await order(shop)).sum).toBe(700)
})

test('breaks of categories reach the goods below them, of brands theirs; a sale may be lower', async () => {
  const shop = await shopWith([], [{}, {}, {}, {}])
  const [inCategory = 0, ofBrand = 0, , onSale = 0] = shop.ids
  await portal.db.execute(sql`insert into categories (id, name, url, parent_id) overriding system value values
    (901, 'Верх', 'breaks-top', null), (902, 'Низ', 'breaks-low', 901)`)
  await portal.db.execute(sql`insert into product_categories (product_id, category_id) values (${inCategory}, 902)`)
  await portal.db.execute(sql`insert into brands (name, key) values ('Makita', 'makita')`)
  await portal.db.execute(sql`update products set brand_id = (select id from brands where key = 'makita')
    where id = ${ofBrand}`)
  await portal.db.execute(sql`update prices set sale_kopecks = 9100 where product_id = ${onSale}`)
  await portal.db.execute(sql`insert into special_offers (id, title, starts_on, ends_on) overriding system value
    values (1, 'Неделя перчаток', current_date, current_date)`)
  await portal.db.execute(sql`insert into special_offer_goods (offer_id, product_id, price_type_id, price_kopecks)
    values (1, ${onSale}, ${world.priceTypeIds[0]}, 9100)`)
  const brandId = Number((await rows(`select id from brands where key = 'makita'`))[0]?.[0])
  await addBreaks(portal.db, [
    { contractId: shop.contract, categoryId: 901, from: 3, percentHundredths: 1000 },
    { contractId: shop.contract, brandId, from: 3, percentHundredths: 2000 },
    { contractId: shop.contract, from: 3, percentHundredths: 500 },
  ])
  for (const id of shop.ids) await addToBasket(shop.buyer, { id, qnt: 3, contract: shop.contract })
  expect(await pricesOf(shop)).toEqual([90, 80, 95, 91])
  const byQuantity = { kind: 'quantity', from: 3 }
  expect((await orderedLines((await order(shop)).id)).map(([, , , source]) => source as unknown)).toEqual([
    byQuantity,
    byQuantity,
    byQuantity,
    { kind: 'sale', title: 'Неделя перчаток' },
  ])
})

test('a break of a product holds for each of its variants by itself', async () => {
  const shop = await shopWith([], [{ price: null }])
  const [parentId = 0] = shop.ids
  const variants = await world.addProducts([{ parentId }, { parentId }])
  await addBreaks(portal.db, [{ contractId: shop.contract, productId: parentId, from: 5, priceKopecks: 9000 }])
  for (const [index, id] of variants.entries())
    await addToBasket(shop.buyer, { id, type: 'variants', qnt: 4 + index, contract: shop.contract })
  expect(await pricesOf(shop)).toEqual([100, 90])
})

test('a price type’s breaks serve all its contracts; those of other contracts and types do not', async () => {
  const shop = await shopWith([])
  const [id = 0] = shop.ids
  const stranger = await addOrganisation(portal.db, 'ООО «Соседи»')
  const theirs = await world.addContract({ ...stranger })
  const [priceTypeId = 0, otherType = 0] = world.priceTypeIds
  await addBreaks(portal.db, [
    { contractId: theirs, productId: id, from: 1, priceKopecks: 1 },
    { priceTypeId: otherType, productId: id, from: 1, priceKopecks: 2 },
  ])
  await addToBasket(shop.buyer, { id, qnt: 5, contract: shop.contract })
  expect(await linesOf(shop)).toMatchObject([{ price: 100, breaks: [] }])
  await addBreaks(portal.db, [{ priceTypeId, productId: id, from: 5, priceKopecks: 9700 }])
  expect(await linesOf(shop)).toMatchObject([{ price: 97, breaks: [{ by: 'quantity', from: 5, price: 97 }] }])
  await portal.db.execute(sql`update price_breaks set ended_at = now() where price_type_id = ${priceTypeId}`)
})

test('politics: a markup is on the break’s price, breaks are told to nobody whose prices differ', async () => {
  const shop = await shopWith([
    { of: 0, from: 5, priceKopecks: 9000 },
    { fromSum: 1, percentHundredths: 100 },
  ])
  const [id = 0] = shop.ids
  const employee = async (role: 'manager' | 'receiver') => {
    const accountId = await addAccount(portal.db, {
      role,
      organisationId: world.organisationId,
      contractIds: [shop.contract],
    })
    if (role === 'manager')
      await portal.db.execute(
        sql`update accounts set price_politics = ${JSON.stringify([
          { category: null, show: 'percent', hundredths: 1000 },
        ])}::jsonb where id = ${accountId}`,
      )
    return { ...shop, buyer: await signedIn(portal, accountId) }
  }
  const manager = await employee('manager')
  await addToBasket(manager.buyer, { id, qnt: 5, contract: shop.contract })
  expect(await linesOf(manager)).toMatchObject([{ price: 99, sum: 495, base_price: null, breaks: [] }])
  expect((await call(getBasketData, { contract: shop.contract }, manager.buyer)).sum).toBe(495)
  const placed = await order(manager)
  expect((await orderedLines(placed.id))[0], 'the order has the contract’s price').toEqual([
    9000,
    5000,
    45_000,
    { kind: 'quantity', from: 5 },
  ])
})

test('an ordered price stays when the quantity is lowered below the break; repeating it prices it anew', async () => {
  const shop = await shopWith([{ of: 0, from: 10, priceKopecks: 9000 }])
  const [id = 0] = shop.ids
  await addToBasket(shop.buyer, { id, qnt: 10, contract: shop.contract })
  const placed = await order(shop)
  const lowered = { id: placed.id, version: 1, lines: [{ line: 1, qnt: 2 }] }
  expect((await call(changeOrder, lowered, shop.buyer)).sum).toBe(180)
  expect(await orderedLines(placed.id)).toEqual([[9000, 2000, 18_000, { kind: 'quantity', from: 10 }]])
  const again = await call(repeatOrder, { id: placed.id }, shop.buyer)
  expect(again.lines).toMatchObject([{ id, qnt: 2, price: 100, old_price: 90 }])
  expect(again.stats.sum).toBe(200)
})

test('a draft shows the price for its quantity, and reaches the basket at it', async () => {
  const shop = await shopWith([{ of: 0, from: 10, priceKopecks: 9000 }])
  const [id = 0] = shop.ids
  await addToBasket(shop.buyer, { id, qnt: 10, contract: shop.contract })
  const draft = await call(addToDraft, { contract: shop.contract }, shop.buyer)
  expect((await call(getDraft, { id: draft.id }, shop.buyer)).draft).toMatchObject({
    products: [{ price: 90, changes: [], now: { price: 90 } }],
  })
  await set(shop.buyer, { id, qnt: 0, contract: shop.contract })
  expect((await call(repeatDraft, { id: draft.id }, shop.buyer)).lines).toMatchObject([
    { what: 'added', price: 90, old_price: null },
  ])
})

test('without breaks no statement is added', async () => {
  const shop = await shopWith([])
  const [id = 0] = shop.ids
  await addToBasket(shop.buyer, { id, qnt: 1, contract: shop.contract })
  const read = await statementsOf(portal.pool, /basket_lines/, () => linesOf(shop))
  expect(read.filter((statement) => /from price_breaks b/.test(statement))).toEqual([])
  const changed = await statementsOf(portal.pool, /basket_lines/, () =>
    addToBasket(shop.buyer, { id, qnt: 1, contract: shop.contract }),
  )
  expect(changed.filter((statement) => /price_breaks b|shown_price_kopecks = own/.test(statement))).toEqual([])
})
