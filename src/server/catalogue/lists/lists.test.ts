import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter, type FilterInput } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/lists.ts'
import { maxFavourites } from '#shared/constants.ts'
import { favourites, favouriteLists, needs } from '#server/platform/db/schema/lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { countStatements } from '#tests/support/statements.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let stranger: Visitor
const { drill, impact, nails, gloves, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const boxes = Array.from({ length: 45 }, (_, n) => ({
    id: 1000 + n,
    name: `Ящик ${String(n).padStart(2, '0')}`,
    articul: `Я${n}`,
    prices: { 51: 100 + n },
    stocks: { 61: 1000 },
  }))
  shop = await createShop(portal.db, [...boxes, { id: 2000, name: 'Чужой ценник', prices: { 53: 100 } }])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId }))
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 49,
  )
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate favourites, needs, favourite_lists, arrival_watches cascade`))

const search = async (input: FilterInput, visitor = owner) => (await call(filter, input, visitor)).products
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it was not refused'),
    (error: { status: number; code: string; message: string }) => error,
  )

test('[C.5] [T.4] a favourite is set, shows in the next search and is unset; both are idempotent', async () => {
  for (let twice = 0; twice < 2; twice += 1)
    expect(await call(api.addFavorite, { id: drill }, owner)).toEqual({ status: 'success', inwish: true })
  expect((await search({})).filter(({ inwish }) => inwish).map(({ id }) => id)).toEqual([drill])
  expect((await search({ origin: 'favorites' })).map(({ id }) => id)).toEqual([drill])
  expect((await search({}, stranger)).some(({ inwish }) => inwish)).toBe(false)
  for (let twice = 0; twice < 2; twice += 1)
    expect(await call(api.removeFavorite, { id: drill }, owner)).toEqual({ status: 'success', inwish: false })
  expect(await search({ origin: 'favorites' })).toEqual([])
})

test('[C.4] [T.4] needs are set and unset likewise; colleagues do not see each other’s needs', async () => {
  expect(await call(api.setNeed, { id: nails }, owner)).toEqual({ status: 'success', inneed: true })
  expect((await search({ origin: 'needs' })).map(({ id, inneed }) => [id, inneed])).toEqual([[nails, true]])
  expect(await call(api.unsetNeed, { id: nails }, stranger)).toEqual({ status: 'success', inneed: false })
  expect((await call(api.needs, {}, stranger)).goods).toEqual([])
  expect((await call(api.needs, {}, owner)).goods.map(({ id }) => id)).toEqual([nails])
  expect(await call(api.unsetNeed, { id: nails }, owner)).toEqual({ status: 'success', inneed: false })
  expect((await call(api.needs, {}, owner)).goods).toEqual([])
})

test('[C.5] a variant id marks its product; an unknown product or one that no contract sells is 404', async () => {
  await call(api.addFavorite, { id: glovesM }, owner)
  expect((await portal.db.select().from(favourites)).map(({ productId }) => productId)).toEqual([gloves])
  await call(api.removeFavorite, { id: glovesM }, owner)
  expect(await portal.db.select().from(favourites)).toEqual([])
  for (const id of [999_999, 2000]) {
    for (const set of [api.addFavorite, api.setNeed, api.setWatch])
      expect(await refusal(call(set, { id }, owner)), `${set.path} ${id}`).toMatchObject({
        status: set === api.setWatch && id === 2000 ? 422 : 404,
      })
  }
  expect(await refusal(call(api.removeFavorite, { id: 999_999 }, owner))).toMatchObject({ status: 404 })
})

test('[C.5] [P.2] twenty concurrent calls create one favourite', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(api.addFavorite, { id: drill }, owner)))
  expect(answers.every(({ inwish }) => inwish)).toBe(true)
  expect(await portal.db.select().from(favourites)).toHaveLength(1)
})

test('[C.17] [N.1] favourites come in pages of 20, in at most four SQL statements', async () => {
  await portal.db
    .insert(favourites)
    .values(Array.from({ length: 45 }, (_, n) => ({ accountId: shop.ownerId, productId: 1000 + n })))
  const first = await call(api.favorites, {}, owner)
  expect(api.favorites.reply.safeParse(first).error?.issues ?? []).toEqual([])
  expect(first).toMatchObject({
    count: 45,
    contract: shop.contracts.wholesale,
    pagination: { page: 1, perpage: 20, pages: 3, total: 45 },
    gone: [],
    goneCount: 0,
    lists: [],
    actualWms: [
      { id: 61, header: 'Москва' },
      { id: 62, header: 'Казань' },
    ],
  })
  expect(first.goods.map(({ header }) => header)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Ящик ${String(n).padStart(2, '0')}`),
  )
  expect((await call(api.favorites, { page: 3 }, owner)).goods.map(({ id }) => id)).toEqual([
    1040, 1041, 1042, 1043, 1044,
  ])
  expect((await call(api.favorites, { perpage: 60 }, owner)).goods).toHaveLength(45)
  expect((await call(api.favorites, { perpage: 7 }, owner)).pagination.perpage).toBe(20)
  const cold = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId }),
  )
  expect(
    await countStatements(portal.pool, /favourite|chosen_warehouses|allotted|"sessions"/, () =>
      call(api.favorites, {}, cold),
    ),
  ).toBeLessThanOrEqual(4)
})

test('[C.17] [C.18] goods not sold under the contract are listed as unavailable and can be removed', async () => {
  await call(api.addFavorite, { id: drill }, owner)
  await call(api.addFavorite, { id: impact }, owner)
  await call(api.setNeed, { id: impact }, owner)
  const underDealer = { contract: shop.contracts.dealer }
  expect(await call(api.favorites, underDealer, owner)).toMatchObject({
    goods: [{ id: drill }],
    count: 1,
    contract: shop.contracts.dealer,
    gone: [{ id: impact, header: 'Шуруповёрт аккумуляторный', articul: 'АВ-77', elsewhere: true }],
    goneCount: 1,
  })
  expect(await call(api.needs, underDealer, owner)).toMatchObject({
    goods: [],
    count: 0,
    gone: [{ id: impact, elsewhere: true }],
    goneCount: 1,
  })
  expect(await call(api.deleteFavorites, { ids: [impact, drill, 999_999] }, owner)).toMatchObject({ removed: 2 })
  expect(await call(api.deleteNeeds, { ids: [impact] }, owner)).toMatchObject({ removed: 1 })
  expect(await call(api.deleteNeeds, { ids: [impact] }, owner)).toMatchObject({ removed: 0 })
  expect(await refusal(call(api.favorites, { contract: shop.contracts.foreign }, owner))).toMatchObject({ status: 404 })
})

test('a page lists the first 20 unsold goods, all on request, marking those that another contract sells', async () => {
  await portal.db.insert(favourites).values(
    [2000, ...Array.from({ length: 25 }, (_, n) => 1000 + n)].map((productId) => ({
      accountId: shop.ownerId,
      productId,
    })),
  )
  const underDealer = { contract: shop.contracts.dealer }
  const first = await call(api.favorites, underDealer, owner)
  expect(api.favorites.reply.safeParse(first).error?.issues ?? []).toEqual([])
  expect(first).toMatchObject({ count: 0, goneCount: 26 })
  expect(first.gone.map(({ id }) => id)).toEqual([2000, ...Array.from({ length: 25 }, (_, n) => 1000 + n)].slice(0, 20))
  const { gone } = await call(api.favorites, { ...underDealer, allGone: 1 }, owner)
  expect(gone).toHaveLength(26)
  // 'Чужой ценник' is sold by none of the buyer's contracts: once removed it cannot be marked again.
  expect(gone.filter(({ elsewhere }) => !elsewhere).map(({ id }) => id)).toEqual([2000])
  await call(api.deleteFavorites, { ids: [1000, 2000] }, owner)
  expect((await call(api.addFavorites, { ids: [1000] }, owner)).added).toEqual([1000])
  expect(await refusal(call(api.addFavorites, { ids: [2000] }, owner))).toMatchObject({ status: 404 })
})

test('[C.18] [N.1] needs come in pages of 20', async () => {
  await portal.db
    .insert(needs)
    .values(Array.from({ length: 45 }, (_, n) => ({ accountId: shop.ownerId, productId: 1000 + n })))
  const first = await call(api.needs, {}, owner)
  expect(first).toMatchObject({ count: 45, pagination: { page: 1, perpage: 20, pages: 3, total: 45 } })
  expect(first.goods).toHaveLength(20)
  const rest = await Promise.all([2, 3].map((page) => call(api.needs, { page }, owner)))
  expect(new Set([first, ...rest].flatMap(({ goods }) => goods.map(({ id }) => id))).size).toBe(45)
  expect(rest.map(({ goods }) => goods.length)).toEqual([20, 5])
})

test('[C.17] list names are unique, a good can be in several; deleting a list keeps favourites', async () => {
  const { id: spring } = await call(api.saveFavoriteList, { header: '  Весна ' }, owner)
  const { id: repair, lists } = await call(api.saveFavoriteList, { header: 'Ремонт' }, owner)
  expect(lists).toEqual([
    { id: spring, header: 'Весна', count: 0 },
    { id: repair, header: 'Ремонт', count: 0 },
  ])
  expect(await refusal(call(api.saveFavoriteList, { header: 'Весна' }, owner))).toMatchObject({
    status: 409,
    code: 'listNameTaken',
    message: 'Список с таким названием уже есть',
  })
  expect(await refusal(call(api.saveFavoriteList, { id: repair, header: 'Весна' }, owner))).toMatchObject({
    status: 409,
  })
  await call(api.saveFavoriteList, { header: 'Весна' }, stranger)

  await call(api.addFavorite, { id: drill, list: spring }, owner)
  expect(
    (await call(api.fillFavoriteList, { id: repair, ids: [drill, nails, glovesM] }, owner)).lists.map(
      ({ count }) => count,
    ),
  ).toEqual([1, 3])
  expect((await call(api.favorites, {}, owner)).count).toBe(3)
  expect((await call(api.favorites, { list: spring }, owner)).goods.map(({ id }) => id)).toEqual([drill])
  expect(await call(api.deleteFavorites, { ids: [nails], list: repair }, owner)).toMatchObject({ removed: 1 })
  expect((await call(api.favorites, {}, owner)).lists.map(({ count }) => count)).toEqual([1, 2])

  await call(api.removeFavorite, { id: drill }, owner)
  expect((await call(api.favoriteLists, {}, owner)).lists.map(({ count }) => count)).toEqual([0, 1])
  for (let twice = 0; twice < 2; twice += 1)
    expect((await call(api.deleteFavoriteList, { id: repair }, owner)).lists.map(({ id }) => id)).toEqual([spring])
  expect((await call(api.favorites, {}, owner)).goods.map(({ id }) => id)).toEqual([nails, gloves])
})

test('[C.17] removed favourites return to their lists in one call; deleted and foreign are skipped', async () => {
  const { id: spring } = await call(api.saveFavoriteList, { header: 'Весна' }, owner)
  const { id: repair } = await call(api.saveFavoriteList, { header: 'Ремонт' }, owner)
  const { id: foreign } = await call(api.saveFavoriteList, { header: 'Чужой' }, stranger)
  await call(api.fillFavoriteList, { id: spring, ids: [drill, nails] }, owner)
  await call(api.fillFavoriteList, { id: repair, ids: [drill] }, owner)
  await call(api.addFavorite, { id: impact }, owner)
  const { removed, lists } = await call(api.deleteFavorites, { ids: [drill, impact] }, owner)
  expect([removed, lists]).toEqual([
    2,
    [
      { id: spring, ids: [drill] },
      { id: repair, ids: [drill] },
    ],
  ])
  expect((await call(api.favorites, {}, owner)).lists.map(({ count }) => count)).toEqual([1, 0])

  await call(api.deleteFavoriteList, { id: repair }, owner)
  const back = { ids: [drill, impact], lists: [...lists, { id: foreign, ids: [drill] }] }
  expect((await call(api.addFavorites, back, owner)).added).toEqual([drill, impact])
  expect((await call(api.addFavorites, back, owner)).added).toEqual([])
  expect((await call(api.favorites, { list: spring }, owner)).goods.map(({ id }) => id)).toEqual(
    expect.arrayContaining([drill, nails]),
  )
  expect((await call(api.favoriteLists, {}, stranger)).lists).toEqual([{ id: foreign, header: 'Чужой', count: 0 }])
  expect(await call(api.deleteFavorites, { ids: [nails], list: spring }, owner)).toMatchObject({
    removed: 1,
    lists: [],
  })
})

test('[S.17] a bulk call adds all goods as favourites or needs, or none; a variant id adds its product', async () => {
  await call(api.setNeed, { id: nails }, owner)
  expect((await call(api.addNeeds, { ids: [nails, drill, glovesM] }, owner)).added).toEqual([drill, gloves])
  expect((await call(api.needs, {}, owner)).count).toBe(3)
  expect(await refusal(call(api.addFavorites, { ids: [drill, 2000] }, owner))).toMatchObject({ status: 404 })
  expect(await portal.db.select().from(favourites)).toEqual([])
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(api.addFavorites, { ids: [drill, nails] }, owner)),
  )
  expect(answers.flatMap(({ added }) => added)).toEqual([drill, nails])
})

test('another account’s named list answers like one that does not exist', async () => {
  const { id } = await call(api.saveFavoriteList, { header: 'Моё' }, owner)
  for (const list of [id, 999_999]) {
    expect(await refusal(call(api.favorites, { list }, stranger))).toMatchObject({ status: 404 })
    expect(await refusal(call(api.addFavorite, { id: drill, list }, stranger))).toMatchObject({ status: 404 })
    expect(await refusal(call(api.fillFavoriteList, { id: list, ids: [drill] }, stranger))).toMatchObject({
      status: 404,
    })
    expect(await refusal(call(api.deleteFavorites, { ids: [drill], list }, stranger))).toMatchObject({ status: 404 })
    expect(await refusal(call(api.saveFavoriteList, { id: list, header: 'Чужое' }, stranger))).toMatchObject({
      status: 404,
    })
    await call(api.deleteFavoriteList, { id: list }, stranger)
  }
  expect(await portal.db.select({ name: favouriteLists.name }).from(favouriteLists)).toEqual([{ name: 'Моё' }])
  expect(await portal.db.select().from(favourites)).toEqual([])
})

test('removing favourites, list entries, needs and watches of one account leaves those of another', async () => {
  for (const visitor of [owner, stranger]) {
    const { id: list } = await call(api.saveFavoriteList, { header: 'Общее название' }, visitor)
    await call(api.addFavorite, { id: drill, list }, visitor)
    await call(api.setNeed, { id: drill }, visitor)
    await call(api.setWatch, { id: drill }, visitor)
  }
  await call(api.deleteFavorites, { ids: [drill] }, owner)
  await call(api.deleteNeeds, { ids: [drill] }, owner)
  await call(api.unsetWatch, { id: drill }, owner)
  const kept = async (visitor: Visitor) => {
    const { goods, lists } = await call(api.favorites, {}, visitor)
    return [
      goods.length,
      lists.map(({ count }) => count),
      (await call(api.needs, {}, visitor)).count,
      (await call(api.watches, {}, visitor)).ids,
    ]
  }
  expect(await kept(owner)).toEqual([0, [0], 0, []])
  expect(await kept(stranger)).toEqual([1, [1], 1, [drill]])
})

test('[C.17] a full list refuses new goods with the reason, and accepts goods it already has', async () => {
  await portal.db.execute(sql`
    insert into products (code1c, name, active) select 'filler-' || n, 'Прочее', false
    from generate_series(1, ${maxFavourites}) n on conflict do nothing`)
  await portal.db.execute(sql`
    insert into favourites (account_id, product_id) select ${shop.ownerId}, id from products
    where code1c like 'filler-%' order by id limit ${maxFavourites - 1}`)
  const atOnce = await Promise.allSettled([drill, impact, nails].map((id) => call(api.addFavorite, { id }, owner)))
  const refused = atOnce.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({
    status: 422,
    code: 'listFull',
    message: 'В избранном может быть не больше 10000 товаров',
  })
  const held = (await search({ origin: 'favorites' }))[0]?.id ?? 0
  expect(await call(api.addFavorite, { id: held }, owner)).toMatchObject({ inwish: true })
  expect(await portal.db.$count(favourites, eq(favourites.accountId, shop.ownerId))).toBe(maxFavourites)
})

test('[C.17] an account can have at most fifty named lists, also under concurrent calls', async () => {
  await portal.db
    .insert(favouriteLists)
    .values(Array.from({ length: 49 }, (_, n) => ({ accountId: shop.ownerId, name: `Список ${n}` })))
  const made = await Promise.allSettled(['А', 'Б', 'В'].map((header) => call(api.saveFavoriteList, { header }, owner)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 422, message: 'Списков может быть не больше 50' },
  })
})

test('a watch belongs to an account and a contract, a variant has its own; set twice it is one', async () => {
  const { wholesale, dealer, foreign } = shop.contracts
  for (let twice = 0; twice < 2; twice += 1)
    expect(await call(api.setWatch, { id: glovesM }, owner)).toMatchObject({ inwatch: true })
  await call(api.setWatch, { id: drill, contract: dealer }, owner)
  expect((await call(api.watches, {}, owner)).ids).toEqual([glovesM])
  expect((await call(api.watches, { contract: dealer }, owner)).ids).toEqual([drill])
  expect((await call(api.watches, { contract: wholesale }, stranger)).ids).toEqual([])
  expect(await refusal(call(api.setWatch, { id: nails, contract: dealer }, owner))).toMatchObject({
    status: 422,
    code: 'notSold',
  })
  expect(await refusal(call(api.setWatch, { id: drill, contract: foreign }, owner))).toMatchObject({ status: 404 })
  for (let twice = 0; twice < 2; twice += 1)
    expect(await call(api.unsetWatch, { id: glovesM }, owner)).toMatchObject({ inwatch: false })
  expect((await call(api.watches, {}, owner)).ids).toEqual([])
})

test('a new need records whether the good is in stock', async () => {
  await portal.db.execute(sql`update stocks set reserved_milli = on_hand_milli where product_id = ${impact}`)
  await call(api.setNeed, { id: impact }, owner)
  await call(api.setNeed, { id: gloves }, owner)
  const noted = await portal.db
    .select({ id: needs.productId, inStock: needs.inStock })
    .from(needs)
    .orderBy(needs.productId)
  expect(noted).toEqual([
    { id: impact, inStock: false },
    { id: gloves, inStock: true },
  ])
  await portal.db.execute(sql`update stocks set reserved_milli = 0 where product_id = ${impact}`)
})
