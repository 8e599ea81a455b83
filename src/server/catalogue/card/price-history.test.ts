import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceHistory, product } from '#shared/api/catalogue.ts'
import { savePricePolitics } from '#shared/api/organisation/managers.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { lowestPriceByDay, prunePriceHistory } from './price-history.ts'

const { drill, impact, nails, gloves, glovesM, glovesL, hidden } = goodIds
const [wholesalePrice, today] = [51, formatDay(dayOf(new Date()))]

let portal: TestApp
let shop: Shop
let owner: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(() => call(product, { id: gloves }, owner), undefined, 20_000)
})
afterAll(() => portal.close())

const kept = async (productId: number) => {
  const { rows } = await portal.pool.query<{ price: number | null }>(
    'select price_kopecks::int as price from price_history where product_id = $1 and price_type_id = $2 order by since',
    [productId, wholesalePrice],
  )
  return rows.map(({ price }) => price)
}
const pointsOf = async (id: number) => (await call(priceHistory, { id }, owner)).points
const remember = (productId: number, since: string, priceKopecks: number | null) =>
  portal.pool.query(
    'insert into price_history (product_id, price_type_id, since, price_kopecks) values ($1, $2, $3, $4)',
    [productId, wholesalePrice, since, priceKopecks],
  )

test('every change of a buyer’s price is recorded in the price history in the same transaction', async () => {
  expect(await kept(drill)).toEqual([200_050])
  const change = (set: string) =>
    portal.pool.query(`update prices set ${set} where product_id = $1 and price_type_id = $2`, [drill, wholesalePrice])
  await change('price_kopecks = 260000')
  expect(await kept(drill)).toEqual([200_050])
  await change('sale_kopecks = null')
  await change('net_kopecks = 1')
  await change('price_kopecks = 240000, sale_kopecks = 190000')
  await portal.pool.query('delete from prices where product_id = $1 and price_type_id = $2', [drill, wholesalePrice])
  expect(await kept(drill)).toEqual([200_050, 260_000, 190_000, null])

  const client = await portal.pool.connect()
  await client.query('begin')
  await client.query(
    'insert into prices (product_id, price_type_id, price_kopecks) values ($1, $2, 1), ($3, $2, 70000)',
    [hidden, wholesalePrice, drill],
  )
  await client.query('update prices set price_kopecks = price_kopecks + 10000 where product_id in ($1, $2)', [
    hidden,
    drill,
  ])
  await client.query('rollback')
  expect(await kept(hidden)).toEqual([])
  await client.query('begin')
  await client.query('insert into prices (product_id, price_type_id, price_kopecks) values ($1, $2, 60000)', [
    drill,
    wholesalePrice,
  ])
  await client.query('update prices set price_kopecks = 65000 where product_id = $1 and price_type_id = $2', [
    drill,
    wholesalePrice,
  ])
  await client.query('commit')
  client.release()
  expect((await kept(drill)).at(-1)).toBe(65_000)
})

test('the history lists the last price of each Moscow day, oldest first, and null for days off sale', async () => {
  await remember(impact, '2026-09-01 10:00+03', 90_000)
  await remember(impact, '2026-09-01 18:00+03', 95_050)
  await remember(impact, '2026-09-30 23:30+00', null)
  expect(await pointsOf(impact)).toEqual([
    { date: '01.09.2026', price: 950.5 },
    { date: '01.10.2026', price: null },
    { date: today, price: 1000 },
  ])
  const { product: card } = await call(product, { id: impact }, owner)
  expect(card.tabs.prices).toEqual([
    { id: impact, async: true, data: { type: 'prices', id: impact, source: '/api/priceHistory/' } },
  ])
  expect((await call(product, { id: nails }, owner)).product.tabs.prices).toBeUndefined()
})

test('the history of a product follows its cheapest variant; a variant has its own history', async () => {
  await remember(glovesM, '2026-10-01', 7000)
  await remember(glovesL, '2026-10-05', 7500)
  await remember(glovesM, '2026-10-10', 8500)
  expect(await pointsOf(gloves)).toEqual([
    { date: '01.10.2026', price: 70 },
    { date: '10.10.2026', price: 75 },
    { date: today, price: 80 },
  ])
  expect(await pointsOf(glovesL)).toEqual([
    { date: '05.10.2026', price: 75 },
    { date: today, price: 80 },
  ])
})

test('[R.6] an account that may not see prices gets neither the history nor its tab', async () => {
  const receiver = await signedIn(portal, shop.receiverId)
  await expect(call(priceHistory, { id: impact }, receiver)).rejects.toMatchObject({ status: 403 })
  expect((await call(product, { id: impact }, receiver)).product.tabs.prices).toBeUndefined()
  await expect(call(priceHistory, { id: impact, contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(priceHistory, { id: hidden }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[C.31] under price politics there is no history nor its tab: it holds the contract’s prices', async () => {
  const items = [{ category: undefined, show: 'percent' as const, percent: 10 }]
  expect((await call(product, { id: impact }, owner)).product.tabs.prices).toBeDefined()
  await call(savePricePolitics, { id: shop.managerId, items }, owner)
  const manager = await signedIn(portal, shop.managerId)
  expect((await call(product, { id: impact }, manager)).product.tabs.prices).toBeUndefined()
  await expect(call(priceHistory, { id: impact }, manager)).rejects.toMatchObject({ status: 403 })
})

test('a day on which the lowest price did not change adds no point', () => {
  const past = (day: string, productId: number, priceKopecks: number | null) => ({ day, productId, priceKopecks })
  expect(
    lowestPriceByDay([
      past('1', 1, 5),
      past('1', 2, 9),
      past('2', 2, 7),
      past('3', 1, null),
      past('4', 2, null),
      past('5', 1, null),
    ]),
  ).toEqual([
    { day: '1', priceKopecks: 5 },
    { day: '3', priceKopecks: 7 },
    { day: '4', priceKopecks: null },
  ])
})

test('old prices are deleted, except the one valid at the start of the kept period', async () => {
  for (const [since, kopecks] of [
    ['2020-01-01', 1],
    ['2020-02-01', 2],
    ['2023-05-05', 3],
  ] as const)
    await remember(nails, since, kopecks)
  expect(await prunePriceHistory(portal)).toBe(2)
  expect(await kept(nails)).toEqual([3, 12_345])
})
