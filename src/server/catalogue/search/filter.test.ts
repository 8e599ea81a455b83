import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { filter, type FilterInput } from '#shared/api/catalogue.ts'
import { favourites } from '#server/platform/db/schema/lists.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { eq } from 'drizzle-orm'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let receiver: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(
    portal.db,
    Array.from({ length: 45 }, (_, n) => ({
      id: 1000 + n,
      name: `Ящик ${n}`,
      articul: `Я${n}`,
      prices: { 52: 100 + n },
      stocks: { 61: 1000 },
    })),
  )
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  receiver = await signedIn(portal, shop.receiverId)
  await until(
    () => runFilter({}),
    ({ pagination }) => pagination.total === 4,
  )
})
afterAll(() => portal.close())

const runFilter = (input: FilterInput, visitor = owner) => call(filter, input, visitor)
const idsOf = async (input: FilterInput, visitor = owner) =>
  (await runFilter(input, visitor)).products.map(({ id }) => id)

test('[C.1] [E.2] filter answers a page of rows with facets in the specified format', async () => {
  const answer = await runFilter({})
  expect(filter.reply.safeParse(answer).error?.issues ?? []).toEqual([])
  expect(answer.products.map(({ header }) => header)).toEqual([
    'Гвозди строительные',
    'Дрель ударная',
    'Перчатки рабочие',
    'Шуруповёрт аккумуляторный',
  ])
  expect(answer.products[1]).toMatchObject({
    id: goodIds.drill,
    title: 'Дрель ударная',
    articul: 'DX-1234',
    brand: { id: 21, header: 'Makita' },
    price: 2000.5,
    old_price: 2500.5,
    price_rrc: 3999,
    total_rest: 7,
    available_for_order: 7,
    unit: 'шт',
    quantity: 1,
    step: 1,
    decimals: 0,
    wms_id: 61,
    wms: 'Москва',
    stocks: [
      { wms_id: 61, quantity: 5 },
      { wms_id: 62, quantity: 2 },
    ],
    stock_label: null,
    picture: 0,
    new: true,
    hit: false,
    sale: false,
    variants_count: 0,
    inwish: false,
    inneed: false,
    in_basket: 0,
  })
  expect(answer).toMatchObject({
    brands: {
      data: [
        { id: 22, header: 'Зубр', count: 2, selected: false },
        { id: 21, count: 1 },
      ],
    },
    tags: { data: [{ id: 31, header: 'Выбор мастера', count: 1 }] },
    prices: { min: 80, max: 2000.5 },
    flags: { available: 3, new: 1, sale: 1 },
    actualWms: [
      { id: 61, header: 'Москва' },
      { id: 62, header: 'Казань' },
    ],
    breadcrumbs: [],
    catalog_description: '',
    suggestion: null,
  })
  expect(answer.params.map(({ header, values }) => [header, values.map(({ value, count }) => [value, count])])).toEqual(
    [
      [
        'Мощность',
        [
          ['9 Вт', 1],
          ['10 Вт', 1],
        ],
      ],
      [
        'Размер',
        [
          ['L', 1],
          ['M', 1],
        ],
      ],
    ],
  )
})

test('a row with variants shows the lowest price and the total stock of the matching variants', async () => {
  const row = async (input: FilterInput) => (await runFilter(input)).products.find(({ id }) => id === goodIds.gloves)
  expect(await row({})).toMatchObject({
    price: 80,
    price_rrc: null,
    total_rest: 13,
    variants_count: 2,
    articul: 'ПЕР-M',
  })
  expect(await row({ filter: { 42: [421] } })).toMatchObject({ price: 90, price_rrc: 150, total_rest: 10, step: 2 })
  expect(await row({ byprice: 1, minprice: 85, maxprice: 95 })).toMatchObject({ price: 90, total_rest: 10 })
  // L costs 80, M is the one in Moscow: no variant is both.
  expect(await row({ byprice: 1, maxprice: 85, warehouse: 61, available: 1 })).toBeUndefined()
  await runFilter({ warehouse: 0 })
})

test('[S.7] filters by category, brand, parameters, price, flags, tags and availability', async () => {
  expect(await idsOf({ catalog: 12 })).toEqual([goodIds.drill, goodIds.impact])
  expect(await idsOf({ catalog: 11 })).toEqual([goodIds.drill, goodIds.gloves, goodIds.impact])
  expect(await idsOf({ brand: [22] })).toEqual([goodIds.gloves, goodIds.impact])
  expect(await idsOf({ filter: { 41: [411, 412] } })).toEqual([goodIds.drill, goodIds.impact])
  expect(await idsOf({ byprice: 1, minprice: '1000', maxprice: '2000,50' })).toEqual([goodIds.drill, goodIds.impact])
  expect(await idsOf({ new: 1 })).toEqual([goodIds.drill])
  expect(await idsOf({ sale: '1' })).toEqual([goodIds.nails])
  expect(await idsOf({ tags: [31] })).toEqual([goodIds.drill])
  expect(await idsOf({ available: 1 })).toEqual([goodIds.drill, goodIds.gloves, goodIds.impact])
  expect(await idsOf({ origin: 'hit' })).toEqual([goodIds.impact])
  expect(await idsOf({ origin: 'novelty' })).toEqual([goodIds.drill])
  expect(await idsOf({ origin: 'sales' })).toEqual([goodIds.nails])
})

test('a facet ignores its own choice when counting, and keeps chosen values', async () => {
  const { brands, params, prices } = await runFilter({
    brand: [21],
    filter: { 41: [412] },
    byprice: 1,
    minprice: 1,
    maxprice: 5000,
  })
  expect(brands.data).toEqual([
    { id: 22, header: 'Зубр', count: 1, selected: false },
    { id: 21, header: 'Makita', count: 0, selected: true },
  ])
  expect(params).toEqual([
    {
      id: 41,
      header: 'Мощность',
      values: [
        { id: 412, value: '9 Вт', count: 0, selected: true },
        { id: 411, value: '10 Вт', count: 1, selected: false },
      ],
    },
  ])
  expect(prices).toBeNull()
})

test('a category answers its description and breadcrumbs', async () => {
  expect(await runFilter({ catalog: 12 })).toMatchObject({
    catalog_description: 'Сверлят',
    breadcrumbs: [
      { id: 11, header: 'Инструмент', url: 'instrument' },
      { id: 12, header: 'Дрели', url: 'dreli' },
    ],
  })
})

test('staff’s description of a category, even an empty one, replaces 1C’s', async () => {
  await portal.pool.query(
    `update categories set description = 'Из 1С', staff_description = case id when 11 then 'Всё для стройки' else '' end
      where id in (11, 13)`,
  )
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  const shown = async () => [
    (await runFilter({ catalog: 11 })).catalog_description,
    (await runFilter({ catalog: 13 })).catalog_description,
  ]
  await until(shown, ([written]) => written === 'Всё для стройки')
  expect(await shown()).toEqual(['Всё для стройки', ''])
})

test('[N.5] [S.6] sorts by header ascending, and by each field both ways; goods without РРЦ come last', async () => {
  const { drill, impact, nails, gloves } = goodIds
  expect(await idsOf({})).toEqual(await idsOf({ sorting: { header: 'asc' }, catalog: 2 }))
  expect(await idsOf({ sorting: { header: 'desc' } })).toEqual([impact, gloves, drill, nails])
  expect(await idsOf({ sorting: { price: 'asc' } })).toEqual([gloves, nails, impact, drill])
  expect(await idsOf({ sorting: { price: 'desc' } })).toEqual([drill, impact, nails, gloves])
  expect(await idsOf({ sorting: { price_rrc: 'asc' } })).toEqual([impact, drill, nails, gloves])
  expect(await idsOf({ sorting: { price_rrc: 'desc' } })).toEqual([drill, impact, nails, gloves])
  expect(await idsOf({ sorting: { articul: 'asc' } })).toEqual([impact, nails, gloves, drill])
})

test('[N.1] pages have 20 rows unless 40, 60 or 100 are requested; a page beyond the end is the last one', async () => {
  const contract = shop.contracts.dealer
  const first = await runFilter({ contract })
  expect(first.products).toHaveLength(20)
  expect(first.pagination).toEqual({ page: 1, perpage: 20, pages: 3, total: 47 })
  const all = await runFilter({ contract, perpage: 60 })
  const paged = [
    ...first.products,
    ...(await runFilter({ contract, page: 2 })).products,
    ...(await runFilter({ contract, page: 99 })).products,
  ]
  expect(paged.map(({ id }) => id)).toEqual(all.products.map(({ id }) => id))
  await expect(runFilter({ perpage: 30 })).rejects.toMatchObject({ status: 400 })
})

test('a good without a price under the contract is not listed', async () => {
  expect(await idsOf({ query: 'дилер' })).toEqual([])
  expect(await idsOf({ query: 'дилер', contract: shop.contracts.dealer })).toEqual([goodIds.hidden])
})

test('[R.4] a foreign or not allotted contract answers like a missing one', async () => {
  const manager = await signedIn(portal, shop.managerId)
  expect((await runFilter({ contract: shop.contracts.wholesale }, manager)).pagination.total).toBe(4)
  for (const contract of [shop.contracts.dealer, shop.contracts.foreign, 2_000_000]) {
    await expect(runFilter({ contract }, manager)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
  await expect(runFilter({ contract: shop.contracts.foreign })).rejects.toMatchObject({ status: 404 })
  await expect(runFilter({}, await signedIn(portal, shop.idleId))).rejects.toMatchObject({
    status: 422,
    code: 'noContract',
  })
  await expect(runFilter({}, portal.visitor())).rejects.toMatchObject({ status: 401 })
  await expect(runFilter({}, await signedIn(portal, shop.adminId))).rejects.toMatchObject({ status: 403 })
})

test('unknown category and warehouse are 404', async () => {
  for (const input of [{ catalog: 999 }, { warehouse: 63 }, { warehouse: 999 }])
    await expect(runFilter(input)).rejects.toMatchObject({ status: 404 })
})

test('[R.6] an account that may not see prices gets none and cannot filter or sort by them', async () => {
  const answer = await runFilter({}, receiver)
  expect(answer.prices).toBeNull()
  for (const row of answer.products) expect(row).toMatchObject({ price: null, price_rrc: null, old_price: null })
  expect(JSON.stringify(answer)).not.toContain('2000.5')
  for (const input of [
    { sorting: { price: 'asc' } },
    { sorting: { price_rrc: 'desc' } },
    { byprice: 1, minprice: 5 },
    { minprice: 5 },
    { maxprice: 5 },
  ] as const) {
    await expect(runFilter(input, receiver)).rejects.toMatchObject({ status: 422, code: 'pricesHidden' })
  }
})

test('[E.13] a chosen warehouse is stored per account and contract; 0 resets it to all', async () => {
  const chosen = await runFilter({ warehouse: 62 })
  expect(chosen.actualWms).toEqual([{ id: 62, header: 'Казань' }])
  expect(chosen.products[1]).toMatchObject({ wms_id: 62, total_rest: 7, available_for_order: 2 })
  expect((await runFilter({})).actualWms).toEqual([{ id: 62, header: 'Казань' }])
  expect((await runFilter({ contract: shop.contracts.dealer })).actualWms).toHaveLength(2)
  expect((await runFilter({}, await signedIn(portal, shop.managerId))).actualWms).toHaveLength(2)
  expect((await runFilter({ warehouse: 0 })).actualWms).toHaveLength(2)
  expect((await runFilter({})).actualWms).toHaveLength(2)
})

test("favourite marks are the caller's own, although the answer is shared through the cache", async () => {
  await portal.db.insert(favourites).values({ accountId: shop.ownerId, productId: goodIds.glovesL })
  const marked = await until(
    () => runFilter({}),
    ({ products }) => products.some(({ inwish }) => inwish),
  )
  expect(marked.products.filter(({ inwish }) => inwish).map(({ id }) => id)).toEqual([goodIds.gloves])
  expect((await runFilter({}, receiver)).products.some(({ inwish }) => inwish)).toBe(false)
  expect(await idsOf({ origin: 'favorites' })).toEqual([goodIds.gloves])
  expect(await idsOf({ origin: 'needs' })).toEqual([])
})

test('stock is shown as the contract’s display setting says', async () => {
  const labels = { exact: null, more: 'более 6', words: 'есть' }
  const display = async (stockDisplay: keyof typeof labels) => {
    await portal.db
      .update(contracts)
      .set({ stockDisplay, stockCapMilli: 6000 })
      .where(eq(contracts.id, shop.contracts.wholesale))
    return (
      await until(
        () => runFilter({}),
        ({ products }) => products[1]?.stock_label === labels[stockDisplay],
      )
    ).products
  }
  expect((await display('more')).map(({ total_rest, stock_label }) => [total_rest, stock_label])).toEqual([
    [0.125, null],
    [6, 'более 6'],
    [6, 'более 6'],
    [6, 'более 6'],
  ])
  // The drill: 5 in one warehouse and 2 in the other; the others' 20 and 10 are hidden there, too.
  expect(
    (await display('more'))
      .flatMap(({ stocks }) => stocks.map(({ quantity }) => quantity))
      .filter((quantity) => quantity > 6),
  ).toEqual([])
  expect((await display('words')).map(({ total_rest, stock_label }) => [total_rest, stock_label])).toEqual([
    [0.125, 'мало'],
    [6, 'есть'],
    [6, 'есть'],
    [6, 'есть'],
  ])
  await display('exact')
})

test('a repeated body is parsed only twice, and answered like the same filter in other bytes', async () => {
  const body = '{"brand":["21"],"filter":{},"page":1,"query":" "}'
  const parsing = vi.spyOn(JSON, 'parse')
  const answers = [await post(body), await post(body), await post(body), await post(body)]
  const parsed = parsing.mock.calls.filter(([text]) => text === body)
  parsing.mockRestore()
  expect(parsed).toHaveLength(2)
  const inOtherBytes = await post(body.replace(',', ' , '))
  expect(answers).toEqual([inOtherBytes, inOtherBytes, inOtherBytes, inOtherBytes])
  expect(inOtherBytes).toMatchObject({ status: 200, json: { products: [{ id: goodIds.drill }] } })
})

test('a body received before still takes fields of the address, and is refused as often as it is wrong', async () => {
  const body = '{"perpage":20}'
  const all = await post(body)
  expect(await post(body)).toEqual(all)
  expect(await post(body, '?brand=21')).toEqual(await post('{"perpage":20,"brand":21}'))
  expect(await post(body)).toEqual(all)
  for (const wrong of ['{"page":-1}', '{"query":"\\u0000"}', '[]', '{"perpage":']) {
    const refusals = [await post(wrong), await post(wrong), await post(wrong)]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(refusals[2]).toEqual(refusals[0])
  }
})

async function post(body: string, query = '') {
  const headers = { 'content-type': 'application/json' }
  const response = await owner.send(`/api/filter/${query}`, { method: 'POST', headers, body })
  return { status: response.status, json: (await response.json()) as object }
}
