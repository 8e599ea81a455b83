import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import * as api from '#shared/api/views.ts'
import { seenGoods } from '#server/platform/db/schema/lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { countStatements } from '#tests/support/statements.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let receiver: Visitor
const { drill, impact, gloves, glovesL, hidden } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const boxes = Array.from({ length: 120 }, (_, n) => ({
    id: 1000 + n,
    name: `Ящик ${n}`,
    articul: `Я${n}`,
    prices: { 51: 100 + n },
  }))
  shop = await createShop(portal.db, [...boxes, { id: 2000, name: 'Только РРЦ', prices: { 53: 100 } }])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  receiver = await signedIn(portal, shop.receiverId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total === 124,
  )
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate compared_goods, seen_goods, saved_filters`))

const coldOwner = async () =>
  signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId }))

test('a comparison lists every parameter of the products and marks those that differ', async () => {
  for (const id of [impact, drill, glovesL]) await call(api.addToCompare, { id }, owner)
  const compared = await call(api.compare, {}, owner)
  expect(api.compare.reply.safeParse(compared).error?.issues ?? []).toEqual([])
  expect(compared.products.map(({ id }) => id)).toEqual([impact, drill, gloves])
  expect(compared.params).toEqual([
    { id: 43, header: 'Артикул поставщика', values: [null, 'П-1', null], differs: true },
    { id: 41, header: 'Мощность', values: ['9 Вт', '10 Вт', null], differs: true },
    { id: 42, header: 'Размер', values: [null, null, 'L, M'], differs: true },
  ])
  expect(compared).toMatchObject({ contract: shop.contracts.wholesale, gone: [], actualWms: [{ id: 61 }, { id: 62 }] })
  await call(api.removeFromCompare, { id: gloves }, owner)
  await portal.db.execute(sql`update product_parameters set value_id = 411 where product_id = ${impact}`)
  expect((await call(api.compare, {}, owner)).params.map(({ header, differs }) => [header, differs])).toEqual([
    ['Артикул поставщика', true],
    ['Мощность', false],
  ])
  await portal.db.execute(sql`update product_parameters set value_id = 412 where product_id = ${impact}`)
})

test('unsold products are listed as unavailable; prices stay hidden from roles without prices', async () => {
  await call(api.addToCompare, { id: drill }, owner)
  await call(api.addToCompare, { id: impact }, owner)
  expect(await call(api.compare, { contract: shop.contracts.dealer }, owner)).toMatchObject({
    products: [{ id: drill, price: 1500 }],
    params: [{ values: ['П-1'] }, { values: ['10 Вт'] }],
    gone: [{ id: impact, articul: 'АВ-77' }],
  })
  await call(api.addToCompare, { id: drill }, receiver)
  expect((await call(api.compare, {}, receiver)).products.map(({ price }) => price)).toEqual([null])
  await expect(call(api.compare, { contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[S.17] a bulk call adds all products in order, or none', async () => {
  expect((await call(api.addManyToCompare, { ids: [1002, 1000, 1002, 1001] }, owner)).ids).toEqual([1002, 1000, 1001])
  await expect(call(api.addManyToCompare, { ids: [1003, 1004, 1005, 1006] }, owner)).rejects.toMatchObject({
    code: 'compareFull',
  })
  await expect(call(api.addManyToCompare, { ids: [1003, 999_999] }, owner)).rejects.toMatchObject({ status: 404 })
  expect((await call(api.compareIds, {}, owner)).ids).toEqual([1002, 1000, 1001])
  expect((await call(api.addManyToCompare, { ids: [1000, 1003, 1004, 1005] }, owner)).ids).toEqual([
    1002, 1000, 1001, 1003, 1004, 1005,
  ])
  await call(api.clearCompare, {}, owner)
})

test('at most six products are compared, also concurrently; repeats, removal, clearing are idempotent', async () => {
  const atOnce = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => call(api.addToCompare, { id: 1000 + n }, owner)),
  )
  const refused = atOnce.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(refused[0]).toMatchObject({
    reason: { status: 422, code: 'compareFull', message: 'Сравнить можно не больше 6 товаров: уберите один из них' },
  })
  const { ids } = await call(api.compareIds, {}, owner)
  expect(ids).toHaveLength(6)
  const [first = 0, ...rest] = ids
  expect((await call(api.addToCompare, { id: first }, owner)).ids).toEqual(ids)
  for (let twice = 0; twice < 2; twice += 1)
    expect((await call(api.removeFromCompare, { id: first }, owner)).ids).toEqual(rest)
  expect((await call(api.compareIds, {}, receiver)).ids).toEqual([])
  expect((await call(api.addToCompare, { id: first }, receiver)).ids).toEqual([first])
  expect((await call(api.addToCompare, { id: first }, owner)).ids).toEqual([...rest, first])
  for (let twice = 0; twice < 2; twice += 1) expect((await call(api.clearCompare, {}, owner)).ids).toEqual([])
  expect((await call(api.compareIds, {}, receiver)).ids, 'another’s').toEqual([first])
})

test('a product that no contract of the buyer sells is 404, like an unknown one', async () => {
  for (const id of [2000, 999_999]) {
    await expect(call(api.addToCompare, { id }, owner)).rejects.toMatchObject({ status: 404 })
    await expect(call(api.recordView, { id }, owner)).rejects.toMatchObject({ status: 404 })
  }
  await expect(call(api.addToCompare, { id: hidden }, receiver)).rejects.toMatchObject({ status: 404 })
})

test('recently seen lists the last 20 products sold under the contract, newest first, and keeps 100', async () => {
  await call(api.recordView, { id: 1000 }, receiver)
  for (let n = 0; n < 103; n += 1) await call(api.recordView, { id: 1000 + n }, owner)
  await call(api.recordView, { id: drill }, owner)
  await call(api.recordView, { id: 1050 }, owner)
  await call(api.recordView, { id: glovesL }, owner)
  const seen = await call(api.viewedGoods, {}, owner)
  expect(api.viewedGoods.reply.safeParse(seen).error?.issues ?? []).toEqual([])
  expect(seen.goods.map(({ id }) => id)).toEqual([
    gloves,
    1050,
    drill,
    ...Array.from({ length: 17 }, (_, n) => 1102 - n),
  ])
  expect(seen).toMatchObject({ count: 20, contract: shop.contracts.wholesale })
  expect(await portal.db.$count(seenGoods, eq(seenGoods.accountId, shop.ownerId))).toBe(100)
  expect((await call(api.viewedGoods, { contract: shop.contracts.dealer }, owner)).goods.map(({ id }) => id)).toEqual([
    drill,
  ])
  expect((await call(api.viewedGoods, {}, receiver)).goods.map(({ id }) => id)).toEqual([1000])
})

test('a filter is saved as a catalogue URL under a name; saving the same name replaces it', async () => {
  const { id } = await call(
    api.saveFilter,
    { header: ' Дрели в наличии ', address: '/catalog/dreli?available=1&brand=21' },
    owner,
  )
  await call(
    api.saveFilter,
    {
      header: 'Болты',
      address: '/catalog?query=%D0%B1%D0%BE%D0%BB%D1%82&filter={"42":[421]}'
        .replaceAll('{', '%7B')
        .replaceAll('}', '%7D')
        .replaceAll('"', '%22'),
    },
    owner,
  )
  const again = await call(api.saveFilter, { header: 'Дрели в наличии', address: '/catalog/dreli?sale=1' }, owner)
  expect(again.id).toBe(id)
  expect((await call(api.savedFilters, {}, owner)).filters).toEqual([
    { id: id + 1, header: 'Болты', address: '/catalog?query=%D0%B1%D0%BE%D0%BB%D1%82&filter=%7B%2242%22:[421]%7D' },
    { id, header: 'Дрели в наличии', address: '/catalog/dreli?sale=1' },
  ])
  expect((await call(api.savedFilters, {}, receiver)).filters).toEqual([])
  await call(api.deleteFilter, { id }, receiver)
  expect((await call(api.savedFilters, {}, owner)).filters).toHaveLength(2)
  for (let twice = 0; twice < 2; twice += 1)
    expect((await call(api.deleteFilter, { id }, owner)).filters.map(({ header }) => header)).toEqual(['Болты'])
})

test('only catalogue URLs can be saved as a filter', async () => {
  const foreign = [
    'https://evil.example/catalog?a=1',
    '//evil.example/catalog?a=1',
    '/catalog//evil.example?a=1',
    '/\\evil.example/catalog?a=1',
    '/catalog',
    '/catalog/dreli',
    '/catalog?',
    '/cart?a=1',
    '/catalogue?a=1',
    'javascript:alert(1)',
    '/catalog?a=1#x',
    '/catalog/../admin?a=1',
    '/catalog?a=<script>',
    '/catalog?a=1 2',
    '/catalog?a=1\n',
    `/catalog?a=${'я'.repeat(10)}`,
    `/catalog?a=${'1'.repeat(3000)}`,
  ]
  for (const address of foreign) {
    await expect(call(api.saveFilter, { header: 'Чужое', address }, owner), address).rejects.toMatchObject({
      status: 400,
      body: { fields: { address: expect.stringMatching(/[а-я]/) } },
    })
  }
  await expect(call(api.saveFilter, { header: '   ', address: '/catalog?a=1' }, owner)).rejects.toMatchObject({
    status: 400,
    body: { fields: { header: 'Введите название' } },
  })
})

test('an account can save at most fifty filters, and each view takes at most four SQL statements', async () => {
  await portal.db.execute(
    sql`insert into saved_filters (account_id, name, address) select ${shop.ownerId}, 'Отбор ' || n, '/catalog?a=1'
      from generate_series(1, 49) n`,
  )
  const atOnce = await Promise.allSettled(
    ['А', 'Б', 'В'].map((header) => call(api.saveFilter, { header, address: '/catalog?a=2' }, owner)),
  )
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(atOnce.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 422, message: 'Сохранить можно не больше 50 отборов' },
  })
  expect((await call(api.saveFilter, { header: 'Отбор 7', address: '/catalog?a=3' }, owner)).filters).toHaveLength(50)
  for (const view of [api.compare, api.viewedGoods]) {
    const cold = await coldOwner()
    expect(
      await countStatements(portal.pool, /compared_goods|seen_goods|chosen_warehouses|allotted|"sessions"/, () =>
        call(view, {}, cold),
      ),
      view.path,
    ).toBeLessThanOrEqual(4)
  }
})
