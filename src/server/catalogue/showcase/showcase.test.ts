import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/showcase.ts'
import { addDays, formatDay } from '#shared/rules/dates.ts'
import { pictures } from '#server/platform/db/schema/catalogue.ts'
import { banners } from '#server/platform/db/schema/showcase.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { addOffer, today, tomorrow, yesterday } from '#tests/support/catalogue/special-offers.ts'
import { countStatements } from '#tests/support/statements.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { applyOffersOfToday } from './offers.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let receiver: Visitor
const { drill, impact, nails, gloves, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const boxes = Array.from({ length: 25 }, (_, n) => ({
    id: 1000 + n,
    name: `Ящик ${String(n).padStart(2, '0')}`,
    isHit: true,
    categoryIds: [13],
    prices: { 51: 100 + n },
  }))
  shop = await createShop(portal.db, boxes)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  receiver = await signedIn(portal, shop.receiverId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 29,
  )
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate special_offers, banners cascade`))

const underDealer = () => ({ contract: shop.contracts.dealer })
/** Waits until the catalogue shows the sale price of the offer. */
const shown = async (id: number, price: number) => {
  await applyOffersOfToday(portal)
  await until(
    async () => (await call(filter, {}, owner)).products.find((row) => row.id === id)?.price,
    (each) => each === price,
  )
}

test('[C.19] [N.1] hits sold under the contract come in pages of 20', async () => {
  const first = await call(api.hitGoods, {}, owner)
  expect(api.hitGoods.reply.safeParse(first).error?.issues ?? []).toEqual([])
  expect(first).toMatchObject({
    count: 26,
    contract: shop.contracts.wholesale,
    pagination: { page: 1, perpage: 20, pages: 2, total: 26 },
  })
  expect(first.goods).toHaveLength(20)
  expect((await call(api.hitGoods, { page: 2 }, owner)).goods.map(({ id }) => id)).toEqual([
    1019, 1020, 1021, 1022, 1023, 1024,
  ])
  expect(first.goods.every(({ hit }) => hit)).toBe(true)
  // Another contract lists only what it sells.
  expect(await call(api.hitGoods, underDealer(), owner)).toMatchObject({
    goods: [],
    count: 0,
    contract: shop.contracts.dealer,
  })
})

test('[C.20] [P.6] novelties are listed, for a receiver without prices', async () => {
  expect((await call(api.noveltyGoods, {}, owner)).goods.map(({ id, price }) => [id, price])).toEqual([[drill, 2000.5]])
  expect((await call(api.noveltyGoods, {}, receiver)).goods.map(({ id, price }) => [id, price])).toEqual([
    [drill, null],
  ])
})

test('[C.23] [E.17] sales list flagged goods and offers, with count, contract, pages, warehouses', async () => {
  expect(await call(api.sales, { page: 1, perpage: 20 }, owner)).toMatchObject({
    goods: [{ id: nails, sale: true }],
    count: 1,
    contract: shop.contracts.wholesale,
    pagination: { page: 1, perpage: 20, pages: 1, total: 1 },
    actualWms: [
      { id: 61, header: 'Москва' },
      { id: 62, header: 'Казань' },
    ],
  })
  await addOffer(portal.db, { goods: [[impact, 51, 80_000]] })
  await shown(impact, 800)
  expect((await call(api.sales, {}, owner)).goods.map(({ id, price, old_price }) => [id, price, old_price])).toEqual([
    [nails, 123.45, null],
    [impact, 800, 1000],
  ])
})

test('[C.24] [P.6] goods of running offers of the contract’s price type are listed once, by offer', async () => {
  const week = await addOffer(portal.db, {
    title: 'Неделя инструмента',
    text: 'До конца недели',
    position: 2,
    goods: [
      [impact, 51, 80_000],
      [glovesM, 51, 5000],
    ],
  })
  const month = await addOffer(portal.db, {
    title: 'Месяц',
    position: 1,
    days: [today, today],
    goods: [
      [impact, 51, 90_000],
      [1003, 51, 50],
    ],
  })
  await addOffer(portal.db, { title: 'Дилерам', goods: [[drill, 52, 100_000]] })
  await addOffer(portal.db, { title: 'Без выгоды', goods: [[nails, 51, 99_999]] })
  await addOffer(portal.db, { title: 'Завтра', days: [tomorrow, tomorrow], goods: [[nails, 51, 100]] })
  await addOffer(portal.db, { title: 'Вчера', days: [addDays(today, -9), yesterday], goods: [[nails, 51, 100]] })
  await addOffer(portal.db, { title: 'Снято', active: false, goods: [[nails, 51, 100]] })
  await shown(gloves, 50)

  const all = await call(api.specGoods, {}, owner)
  expect(api.specGoods.reply.safeParse(all).error?.issues ?? []).toEqual([])
  expect(all.offers).toEqual([
    { id: month, title: 'Месяц', text: '', starts: formatDay(today), ends: formatDay(today) },
    {
      id: week,
      title: 'Неделя инструмента',
      text: 'До конца недели',
      starts: formatDay(yesterday),
      ends: formatDay(tomorrow),
    },
  ])
  // A variant's offer lists its product; of two offers the one with the lower price.
  expect(all.goods.map(({ id, offer, price }) => [id, offer, price])).toEqual([
    [gloves, week, 50],
    [impact, week, 800],
    [1003, month, 0.5],
  ])
  expect(all).toMatchObject({ count: 3, contract: shop.contracts.wholesale, pagination: { perpage: 20, total: 3 } })

  expect((await call(api.specGoods, { offer: month }, owner)).goods.map(({ id, offer }) => [id, offer])).toEqual([
    [impact, month],
    [1003, month],
  ])
  expect((await call(api.specGoods, { catalog: 13 }, owner)).goods.map(({ id }) => id)).toEqual([1003])
  expect((await call(api.specGoods, { page: 2, perpage: 20 }, owner)).pagination.page).toBe(1)
  expect((await call(api.specGoods, underDealer(), owner)).goods.map(({ id }) => id)).toEqual([drill])
  expect((await call(api.specGoods, {}, receiver)).goods.map(({ price, old_price }) => [price, old_price])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  await expect(call(api.specGoods, { offer: 999_999 }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.specGoods, { catalog: 999_999 }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.specGoods, { contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
})

test('without an offer the list is empty, and a list takes at most four SQL statements', async () => {
  expect(await call(api.specGoods, {}, owner)).toMatchObject({
    goods: [],
    offers: [],
    count: 0,
    pagination: { page: 1, pages: 1, total: 0 },
  })
  const cold = async () =>
    signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId }))
  for (const list of [api.specGoods, api.sales]) {
    const visitor = await cold()
    expect(
      await countStatements(portal.pool, /special_offer|chosen_warehouses|allotted|"sessions"/, () =>
        call(list, {}, visitor),
      ),
      list.path,
    ).toBeLessThanOrEqual(4)
  }
})

test('today’s banners are listed in order, with picture and link', async () => {
  const [picture] = await portal.db
    .insert(pictures)
    .values({ digest: 'banner-test', key: 'pictures/ba/banner.webp', type: 'webp' })
    .returning({ id: pictures.id })
  await portal.db.insert(banners).values([
    { title: 'Вторая', position: 2, pictureId: picture?.id, link: '/special-offers', startsOn: today, endsOn: today },
    { title: 'Первая', text: 'Всегда', position: 1 },
    { title: 'Ещё нет', startsOn: tomorrow },
    { title: 'Уже нет', endsOn: yesterday },
    { title: 'Снята', active: false },
  ])
  const { banners: shownToday } = await call(api.banners, {}, owner)
  expect(shownToday.map(({ id: _id, ...banner }) => banner)).toEqual([
    { title: 'Первая', text: 'Всегда', link: '', picture: 0, picturetype: '' },
    { title: 'Вторая', text: '', link: '/special-offers', picture: picture?.id, picturetype: 'webp' },
  ])
})
