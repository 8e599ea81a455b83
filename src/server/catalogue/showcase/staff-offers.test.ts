import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { specGoods } from '#shared/api/showcase.ts'
import { deleteOffer, findSellable, saveOffer, staffOffer, staffOffers } from '#shared/api/staff/offers.ts'
import { filter } from '#shared/api/catalogue.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { prices } from '#server/platform/db/schema/catalogue.ts'
import { specialOffers } from '#server/platform/db/schema/showcase.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { applyOffersOfToday } from './offers.ts'

let portal: TestApp
let owner: Visitor
let admin: Visitor
const { drill, impact, nails, gloves, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  admin = await signedIn(portal, shop.adminId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.delete(specialOffers)
  await applyOffersOfToday(portal)
})

const days = { starts: formatDay(yesterday), ends: formatDay(tomorrow) }
const input = {
  title: 'Осень',
  text: 'До конца недели',
  ...days,
  goods: [{ id: impact, prices: [{ type: 51, price: 800.5 }] }],
}
const saleOf = async (productId: number) =>
  (
    await portal.db
      .select({ sale: prices.saleKopecks })
      .from(prices)
      .where(and(eq(prices.productId, productId), eq(prices.priceTypeId, 51)))
  )[0]?.sale

test('[C.24] an offer created by staff shows to buyers with price and title, and disappears when deleted', async () => {
  const { id, items } = await call(saveOffer, input, admin)
  expect(items).toMatchObject([{ id, title: 'Осень', state: 'running', goods_count: 1, active: true }])
  const row = await until(
    async () => (await call(filter, {}, owner)).products.find((each) => each.id === impact),
    (each) => each?.price === 800.5,
  )
  expect(row).toMatchObject({ price: 800.5, old_price: 1000, sale: true })
  expect(await call(specGoods, {}, owner)).toMatchObject({
    offers: [{ id, title: 'Осень', text: 'До конца недели' }],
    goods: [{ id: impact, offer: id }],
  })

  expect(await call(deleteOffer, { id }, admin)).toMatchObject({ items: [] })
  expect(await call(deleteOffer, { id }, admin)).toMatchObject({ items: [] })
  expect(await saleOf(impact)).toBe(null)
})

test('an offer reads back as saved, and an edit moves the sale from one good to another', async () => {
  const { id, version } = await call(saveOffer, input, admin)
  const { offer } = await call(staffOffer, { id }, admin)
  expect(offer).toMatchObject({
    ...days,
    title: 'Осень',
    version,
    goods: [
      {
        id: impact,
        articul: 'АВ-77',
        offer: [{ type: 51, price: 800.5 }],
        prices: [{ type: 51, price: 1000 }, { type: 53 }],
      },
    ],
  })
  await call(saveOffer, { ...input, id, version, goods: [{ id: nails, prices: [{ type: 51, price: 100 }] }] }, admin)
  expect([await saleOf(impact), await saleOf(nails)]).toEqual([null, 10_000])
  await expect(call(staffOffer, { id: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
})

test('an offer that has not started, has ended or is disabled changes no price', async () => {
  for (const [more, state] of [
    [{ starts: days.ends }, 'coming'],
    [{ ends: days.starts }, 'over'],
    [{ active: false }, 'off'],
  ] as const) {
    const { items } = await call(saveOffer, { ...input, ...more, title: state }, admin)
    expect(items.find(({ title }) => title === state)).toMatchObject({ state })
  }
  expect(await saleOf(impact)).toBe(null)
  const { id, version } = await call(saveOffer, { ...input, starts: formatDay(today), ends: formatDay(today) }, admin)
  expect(await saleOf(impact)).toBe(80_050)
  await call(saveOffer, { ...input, id, version, active: false }, admin)
  expect(await saleOf(impact)).toBe(null)
})

test('invalid input is refused with the field named, and nothing is saved', async () => {
  const goods = (id: number, price: number, type = 51) => ({ goods: [{ id, prices: [{ type, price }] }] })
  const refused: [object, number, Record<string, RegExp>][] = [
    [{ title: ' ' }, 400, { title: /название/ }],
    [{ starts: days.ends, ends: days.starts }, 422, { ends: /Первый день/ }],
    [goods(impact, 1000), 400, { [`goods.${impact}.51`]: /ниже обычной: 1\s000 ₽/ }],
    [goods(impact, 1500), 400, { [`goods.${impact}.51`]: /ниже обычной/ }],
    [goods(impact, 0), 400, { [`goods.${impact}.51`]: /больше нуля/ }],
    [goods(impact, -5), 400, { [`goods.${impact}.51`]: /больше нуля/ }],
    [goods(impact, 10, 52), 400, { [`goods.${impact}.52`]: /не продаётся/ }],
    [goods(999_999, 10), 400, { 'goods.999999': /не найден/ }],
    [goods(gloves, 10), 422, { [`goods.${gloves}`]: /варианты/ }],
    [{ goods: [{ id: impact, prices: [] }] }, 400, { [`goods.${impact}`]: /хотя бы одну цену/ }],
    [{ goods: [...input.goods, ...input.goods] }, 400, { [`goods.${impact}`]: /дважды/ }],
  ]
  for (const [change, status, fields] of refused) {
    const expected = Object.fromEntries(
      Object.entries(fields).map(([name, words]) => [name, expect.stringMatching(words)]),
    )
    await expect(call(saveOffer, { ...input, ...change }, admin), JSON.stringify(change)).rejects.toMatchObject({
      status,
      body: { fields: expected },
    })
  }
  expect((await call(staffOffers, {}, admin)).items).toEqual([])
})

test('saving a stale version is a conflict, and the first change stays', async () => {
  const { id, version } = await call(saveOffer, input, admin)
  const answers = await Promise.allSettled(
    ['Первый', 'Второй', 'Третий'].map((title) => call(saveOffer, { ...input, id, version, title }, admin)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ status: 409, message: expect.stringContaining('Данные изменились') })
  await expect(call(saveOffer, { ...input, id, title: 'Без версии' }, admin)).rejects.toMatchObject({ status: 409 })
  await expect(call(saveOffer, { ...input, id: 999_999, version }, admin)).rejects.toMatchObject({ status: 404 })
})

test('five concurrent creations of the same offer make one, and repeating a save is idempotent', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => call(saveOffer, input, admin)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const [{ id, version } = { id: 0, version: '' }] = made
  const change = { ...input, id, version, title: 'Зима' }
  expect((await call(saveOffer, change, admin)).version).toBe((await call(saveOffer, change, admin)).version)
  expect((await call(staffOffers, {}, admin)).items).toMatchObject([{ id, title: 'Зима' }])
})

test('an offer whose price 1C has undercut can still be renamed', async () => {
  const { id, version } = await call(saveOffer, input, admin)
  await portal.db
    .update(prices)
    .set({ priceKopecks: 70_000, saleKopecks: null })
    .where(and(eq(prices.productId, impact), eq(prices.priceTypeId, 51)))
  await call(saveOffer, { ...input, id, version, title: 'Новое имя' }, admin)
  expect(await saleOf(impact)).toBe(null)
  await portal.db
    .update(prices)
    .set({ priceKopecks: 100_000 })
    .where(and(eq(prices.productId, impact), eq(prices.priceTypeId, 51)))
})

test('goods for an offer are found by article or name; variants are listed in place of their product', async () => {
  const find = async (query: string) => (await call(findSellable, { query }, admin)).items.map(({ id }) => id)
  expect(await find('dx 1234')).toEqual([drill])
  expect(await find('АККУМУЛЯТОРНЫЙ шурупов')).toEqual([impact])
  expect(await find('перчатки')).toEqual([goodIds.glovesL, glovesM])
  expect(await find('ПЕР-M')).toEqual([glovesM])
  for (const query of ['', '%', '_', '\\', "'; drop", '-.-']) expect(await find(query), query).toEqual([])
  expect((await call(findSellable, { query: 'АВ-77' }, admin)).items).toMatchObject([
    {
      articul: 'АВ-77',
      prices: [
        { type: 51, price: 1000 },
        { type: 53, price: 1200 },
      ],
    },
  ])
})

test('price types are listed without the recommended one; a buyer gets 403', async () => {
  expect((await call(staffOffers, {}, admin)).priceTypes).toEqual([
    { id: 52, header: 'Дилер' },
    { id: 51, header: 'Опт' },
  ])
  await expect(call(staffOffers, {}, owner)).rejects.toMatchObject({ status: 403 })
  await expect(call(saveOffer, input, owner)).rejects.toMatchObject({ status: 403 })
  await expect(call(findSellable, { query: 'а' }, owner)).rejects.toMatchObject({ status: 403 })
})
