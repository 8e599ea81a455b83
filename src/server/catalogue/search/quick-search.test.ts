import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { quickSearch, simpleSearch } from '#shared/api/search.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
const { drill, impact, gloves } = goodIds

beforeAll(async () => {
  portal = await startTestApp({ env: { SEARCHES_PER_SECOND: '1', SEARCH_BURST: '60' } })
  shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
  )
})
afterAll(() => portal.close())

test('[C.35] quick search answers rows at the contract’s prices, best match first, and the total', async () => {
  const { goods, count, suggestion } = await call(quickSearch, { keyword: 'dx1234' }, owner)
  expect(goods[0]).toMatchObject({
    id: drill,
    articul: 'DX-1234',
    price: expect.any(Number),
    total_rest: expect.any(Number),
    step: expect.any(Number),
  })
  expect([count, suggestion]).toEqual([goods.length, null])
  const { goods: dealer } = await call(quickSearch, { keyword: 'dx1234', contract: shop.contracts.dealer }, owner)
  expect(dealer[0]?.price).not.toBe(goods[0]?.price)
  await expect(call(quickSearch, { keyword: 'dx1234', contract: shop.contracts.foreign }, owner)).rejects.toMatchObject(
    { status: 404 },
  )
})

test('[C.35] quick search answers no more rows than requested', async () => {
  const { goods, count } = await call(quickSearch, { keyword: 'инструмент', perpage: 2 }, owner)
  expect([goods.length, count]).toEqual([2, 3])
})

test('[N.7] quick search needs 3 characters, the search for claims 2', async () => {
  for (const keyword of ['', '  ', 'др', ' д '])
    expect(await call(quickSearch, { keyword }, owner)).toMatchObject({ goods: [], count: 0 })
  expect((await call(quickSearch, { keyword: 'дре' }, owner)).goods.map(({ id }) => id)).toContain(drill)
  expect((await call(simpleSearch, { keyword: 'д', simple: 1 }, owner)).goods).toEqual([])
  expect((await call(simpleSearch, { keyword: 'др', simple: 1 }, owner)).goods.map(({ id }) => id)).toContain(drill)
})

test('[C.53] simple search answers pictures, prices and stock; without `simple` it answers whole rows', async () => {
  const { goods } = await call(simpleSearch, { keyword: 'перчатки', simple: 1 }, owner)
  expect(goods).toEqual([
    {
      id: gloves,
      header: expect.any(String),
      articul: expect.any(String),
      unit: expect.any(String),
      price: expect.any(Number),
      total_rest: expect.any(Number),
      stock_label: null,
      picture: 0,
      picturetype: expect.any(String),
      variants_count: expect.any(Number),
    },
  ])
  const whole = await call(simpleSearch, { keyword: 'перчатки' }, owner)
  expect(whole.goods[0]).toMatchObject({ id: gloves, price: expect.any(Number), step: expect.any(Number) })
})

test('misspelt queries find or suggest the same as in the catalogue', async () => {
  for (const query of ['шурупавёрт', 'шурповретт', 'перчтаки', 'lhtkm', 'абракадабра']) {
    const whole = await call(filter, { query }, owner)
    const { goods, count, suggestion } = await call(quickSearch, { keyword: query }, owner)
    expect([query, goods.map(({ id }) => id), count, suggestion]).toEqual([
      query,
      whole.products.map(({ id }) => id),
      whole.pagination.total,
      whole.suggestion,
    ])
  }
})

test('a receiver sees no prices in quick search', async () => {
  const receiver = await signedIn(portal, shop.receiverId)
  const { goods } = await call(quickSearch, { keyword: 'шуруповерт' }, receiver)
  expect(goods.find(({ id }) => id === impact)).toMatchObject({ price: null, price_rrc: null })
  const simple = await call(simpleSearch, { keyword: 'шуруповерт', simple: 1 }, receiver)
  expect(simple.goods.find(({ id }) => id === impact)).toMatchObject({ price: null })
})

test('all three searches share one rate limit, and exceeding it answers Retry-After', async () => {
  const manager = await signedIn(portal, shop.managerId)
  const kinds = [
    () => call(filter, { query: 'дрель' }, manager),
    () => call(quickSearch, { keyword: 'дрель' }, manager),
    () => call(simpleSearch, { keyword: 'дрель' }, manager),
  ]
  const spend = async () => {
    for (let n = 0; n < 80; n += 1) await kinds[n % 3]?.()
  }
  await expect(spend()).rejects.toMatchObject({ status: 429, code: 'tooManyRequests' })
})
