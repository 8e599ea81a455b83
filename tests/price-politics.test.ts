import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketData, processBasket, processProductSet } from '#shared/api/basket.ts'
import { filter, product } from '#shared/api/catalogue.ts'
import { addToDraft } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { previewOrder } from '#shared/api/order-preview.ts'
import { createOrder, getOrder, listOrders } from '#shared/api/orders.ts'
import { pricePolitics, savePricePolitics } from '#shared/api/organisation/managers.ts'
import { makePriceLink } from '#shared/api/price-lists.ts'
import { rightsOf } from '#shared/rights.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { inputKeys, listCalls, sendRaw } from './support/every-call.ts'
import { addAccount, addOrganisation, signedIn } from './support/fixtures.ts'
import { createShop, goodIds, type Shop } from './support/shop.ts'
import { until } from './support/wait.ts'

/** What somebody sees to whom the owner shows other prices: everywhere those, nowhere the contract's. */
let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
let contract: number

/** A price that nothing else looks like, also twice and with a thousand's gap. */
const canaryKopecks = 7_654_321
const canary = /76[\s\u00a0]?543[.,]21|7654321|153[\s\u00a0]?086[.,]42|15308642/

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  contract = shop.contracts.wholesale
  await portal.db.execute(sql`update stocks set on_hand_milli = 5000000`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 4,
  )
})
afterAll(() => portal.close())

/** The last one is a person's own records as they are kept, which the law has them given. */
const skipped = ['signOut', 'signIn', 'events', 'endSession', 'endOtherSessions', 'exportPersonalData']
const rightsOfManager = rightsOf({ role: 'manager', grants: [] })
const opens = (right: string) => ['public', 'session'].includes(right) || (rightsOfManager as string[]).includes(right)

type Items = InputOf<typeof savePricePolitics>['items']
const save = (items: Items, id = shop.managerId, by = owner) => call(savePricePolitics, { id, items }, by)
const rowsOf = async (visitor: Visitor, input = {}) => (await call(filter, { contract, ...input }, visitor)).products
const priceOf = async (visitor: Visitor, id: number) => (await rowsOf(visitor)).find((row) => row.id === id)?.price

test('[C.31] [R.3] the owner sets price politics by category; wrong ones are refused and nothing is saved', async () => {
  const items: Items = [
    { category: 12, show: 'hidden' },
    { category: 0, show: 'percent', percent: 12.5 },
  ]
  const saved = [
    { category: 12, header: 'Дрели', show: 'hidden', percent: 0 },
    { category: null, header: '', show: 'percent', percent: 12.5 },
  ]
  expect(await save(items)).toMatchObject({ state: 'success', items: saved })
  expect(await call(pricePolitics, { id: shop.managerId }, owner)).toMatchObject({ items: saved })
  const refused = { status: 422, body: { code: 'politicsNotSaved', message: 'Ошибка. Данные не сохранены' } }
  await expect(save([...items, { category: 12, show: 'rrc' }])).rejects.toMatchObject(refused)
  await expect(save([{ category: 999_999, show: 'rrc' }])).rejects.toMatchObject(refused)
  await expect(save(items, shop.receiverId)).rejects.toMatchObject(refused)
  await expect(save(items, shop.ownerId)).rejects.toMatchObject(refused)
  await expect(save([{ show: 'percent', percent: -5 }])).rejects.toMatchObject({ status: 400 })
  await expect(save(items, shop.managerId, manager)).rejects.toMatchObject({ status: 403 })
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  await expect(save(items, shop.managerId, stranger)).rejects.toMatchObject({ status: 404 })
  expect(await call(pricePolitics, { id: shop.managerId }, owner)).toMatchObject({ items: saved })
  expect((await save([{ show: 'contract' }])).items).toEqual([])
})

test('[R.3] the nearest category decides: hidden, РРЦ, the contract or more per cent, in every view of the catalogue', async () => {
  const own = new Map((await rowsOf(manager)).map((row) => [row.id, row]))
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 11, show: 'rrc' },
    { category: 12, show: 'hidden' },
  ])
  expect(await priceOf(manager, goodIds.drill)).toBeNull()
  expect(await priceOf(manager, goodIds.nails)).toBe(Math.round((own.get(goodIds.nails)?.price ?? 0) * 110) / 100)
  expect(await priceOf(owner, goodIds.drill)).toBe(2000.5)
  await save([
    { category: 0, show: 'hidden' },
    { category: 12, show: 'rrc' },
    { category: 13, show: 'contract' },
  ])
  const rows = await rowsOf(manager, { sorting: { price: 'asc' } })
  expect(rows.map(({ id, price }) => [id, price])).toMatchObject([
    [goodIds.nails, own.get(goodIds.nails)?.price],
    [goodIds.impact, 1200],
    [goodIds.drill, 3999],
    [goodIds.gloves, null],
  ])
  expect(rows.find(({ id }) => id === goodIds.drill)?.old_price).toBeNull()
  const answer = await call(filter, { contract }, manager)
  expect(answer.prices).toMatchObject({ max: 3999 })
  expect((await call(product, { id: goodIds.drill, contract }, manager)).product.price).toBe(3999)
})

test('[R.3] the basket shows those prices, the order is placed at the contract’s', async () => {
  await save([
    { category: 0, show: 'percent', percent: 10 },
    { category: 12, show: 'rrc' },
  ])
  await call(processBasket, { id: goodIds.drill, qnt: 2, contract }, manager)
  const added = await call(processBasket, { id: goodIds.nails, qnt: 10, contract }, manager)
  const basket = await call(getBasketData, { contract }, manager)
  const drill = basket.lines.find(({ id }) => id === goodIds.drill)
  expect(drill).toMatchObject({ price: 3999, sum: 7998, old_price: null })
  const sum = basket.lines.reduce((total, line) => total + (line.sum ?? NaN), 0)
  expect(basket.sum).toBeCloseTo(sum, 2)
  expect(added.stats.sum).toBeCloseTo(sum, 2)
  expect(basket.totals).toMatchObject({ vat: null, margin: null })
  const order = { contract, delivery_method: 3 }
  const { id } = await call(createOrder, order, { send: manager.send, key: 'politics' })
  const ordered = (await call(getOrder, { id }, owner)).order
  expect(ordered.products.find((line) => line.id === goodIds.drill)?.price).toBe(2000.5)
  expect((await call(getOrder, { id }, manager)).order).toMatchObject({ sum: null, products: [{ price: null }, {}] })
  expect((await call(listOrders, {}, manager)).items[0]?.sum).toBeNull()
})

test('[R.6] no call tells the contract’s price to somebody from whom it is hidden', async () => {
  await save([{ show: 'contract' }])
  await portal.db.execute(sql`update prices set price_kopecks = ${canaryKopecks}, sale_kopecks = null`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  await until(
    () => priceOf(manager, goodIds.drill),
    (price) => price === canaryKopecks / 100,
  )
  await call(processBasket, { id: goodIds.drill, qnt: 1, contract }, manager)
  await call(addToDraft, { header: 'Черновик' }, manager)
  await call(createOrder, { contract, delivery_method: 3 }, { send: manager.send, key: 'canary' })
  await call(processBasket, { id: goodIds.drill, qnt: 1, contract }, manager)
  const link = await call(makePriceLink, { contract, header: 'Цены' }, manager)
  expect(JSON.stringify(link)).toContain('http')

  const calls = (await listCalls()).filter(({ name, endpoint: { right } }) => !skipped.includes(name) && opens(right))
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    select id from (select max(id) as id from orders union select max(id) from drafts) made`)
  const ids = [undefined, ...rows.map(({ id }) => id), goodIds.drill, 12]
  const tellingTo = async (visitor: Visitor) => {
    const telling = new Set<string>()
    for (const { name, endpoint } of calls) {
      // A call before has perhaps emptied it.
      await call(processProductSet, { contract, products: { [goodIds.drill]: 1 } }, visitor)
      for (const id of ids) {
        const keys = inputKeys(endpoint).filter((key) => !['contract', 'warehouse', 'category'].includes(key))
        for (const value of id === undefined ? [id] : [id, [id]]) {
          const input =
            value === undefined ? {} : Object.fromEntries(keys.map((key) => [key, key === 'id' ? id : value]))
          const answer = await sendRaw(visitor, endpoint, { contract, ...input })
          if (canary.test(await answer.text())) telling.add(name)
        }
      }
    }
    return [...telling].toSorted()
  }
  // The walk finds them where they are not hidden.
  expect(await tellingTo(manager)).toEqual(
    expect.arrayContaining(['drafts', 'filter', 'getBasketData', 'getOrder', 'listOrders', 'product', 'ymlPrice']),
  )
  const preview = () => call(previewOrder, { contract, delivery_method: 3 }, manager)
  expect((await preview()).sum).toBeGreaterThan(0)
  await save([{ show: 'hidden' }])
  expect(await preview()).toMatchObject({ goods: null, delivery: null, sum: null, vat: null })
  expect(await tellingTo(manager)).toEqual([])
}, 180_000)
