import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter, filterInit, getCatalogId, product, rootCategories } from '#shared/api/catalogue.ts'
import { initData, setContract } from '#shared/api/contracts.ts'
import { basketLines, baskets } from '#server/platform/db/schema/basket.ts'
import { pictures, productPictures } from '#server/platform/db/schema/catalogue.ts'
import { favourites } from '#server/platform/db/schema/lists.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let manager: Visitor
let receiver: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db)
  const [picture] = await portal.db
    .insert(pictures)
    .values({ digest: 'd', key: 'pictures/none.webp', type: 'webp' })
    .returning()
  await portal.db.insert(productPictures).values({ productId: goodIds.drill, pictureId: picture?.id ?? 0, position: 0 })
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  manager = await signedIn(portal, shop.managerId)
  receiver = await signedIn(portal, shop.receiverId)
  await until(
    () => call(filter, {}, owner),
    ({ products }) => products.some(({ picture: shown }) => shown > 0),
  )
})
afterAll(() => portal.close())

test('[C.2] filterinit answers contracts, the tree of sold categories, warehouses and favourites', async () => {
  await portal.db.insert(favourites).values({ accountId: shop.ownerId, productId: goodIds.nails })
  const init = await call(filterInit, {}, owner)
  expect(filterInit.reply.safeParse(init).error?.issues ?? []).toEqual([])
  expect(init).toMatchObject({
    contracts: [
      {
        id: shop.contracts.wholesale,
        number: 'ОПТ-1',
        date: '12.01.2026',
        contragent: 'ООО «Вектор»',
        stopOrders: false,
        debtAlert: null,
        selected: true,
      },
      { id: shop.contracts.dealer, stopOrders: true, debtAlert: 'Просрочено', selected: false },
    ],
    selectedContract: shop.contracts.wholesale,
    warehouses: [
      { id: 61, header: 'Москва', selected: false },
      { id: 62, header: 'Казань', selected: false },
    ],
    favoritesCount: 1,
    needsCount: 0,
  })
  expect(init.catalog_tree).toEqual([
    {
      id: 11,
      header: 'Инструмент',
      url: 'instrument',
      count: 3,
      children: [{ id: 12, header: 'Дрели', url: 'dreli', count: 2, children: [] }],
    },
    { id: 13, header: 'Крепёж', url: 'krepezh', count: 1, children: [] },
  ])
  await call(filter, { warehouse: 62 }, owner)
  expect((await call(filterInit, {}, owner)).warehouses).toContainEqual({ id: 62, header: 'Казань', selected: true })
  await call(filter, { warehouse: 0 }, owner)
})

test('filterinit for another contract answers its tree without switching to it', async () => {
  const init = await call(filterInit, { contract: shop.contracts.dealer }, owner)
  expect(init.selectedContract).toBe(shop.contracts.wholesale)
  expect(init.catalog_tree.map(({ id, count }) => [id, count])).toEqual([
    [11, 1],
    [13, 1],
  ])
  await expect(call(filterInit, { contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[C.8] [E.11] initdata lists contracts with debt alerts; an employee sees only the allotted ones', async () => {
  const { contracts } = await call(initData, {}, owner)
  expect(contracts.map(({ id, stopOrders, debtAlert }) => [id, stopOrders, debtAlert])).toEqual([
    [shop.contracts.wholesale, false, null],
    [shop.contracts.dealer, true, 'Просрочено'],
  ])
  expect((await call(initData, {}, manager)).contracts.map(({ id }) => id)).toEqual([shop.contracts.wholesale])
  expect((await call(initData, {}, await signedIn(portal, shop.idleId))).contracts).toEqual([])
})

test('an employee without contracts sees an empty catalogue, not an error', async () => {
  const idle = await signedIn(portal, shop.idleId)
  expect(await call(filterInit, {}, idle)).toMatchObject({
    contracts: [],
    selectedContract: null,
    catalog_tree: [],
    warehouses: [],
  })
  expect(await call(rootCategories, {}, idle)).toMatchObject({ rootCatalog: [], contracts: [] })
})

test('[C.32] top categories come with a picture of one of their goods', async () => {
  const { rootCatalog, contracts } = await call(rootCategories, {}, owner)
  expect(rootCatalog).toEqual([
    { id: 11, header: 'Инструмент', url: 'instrument', picture: 1 },
    { id: 13, header: 'Крепёж', url: 'krepezh', picture: 0 },
  ])
  expect(contracts).toHaveLength(2)
})

test('[C.42] a category’s id is found by its url', async () => {
  expect(await call(getCatalogId, { catalogUrl: 'dreli' }, owner)).toMatchObject({ id: 12 })
  await expect(call(getCatalogId, { catalogUrl: 'net-takoy' }, owner)).rejects.toMatchObject({ status: 404 })
})

test('[C.6] [C.40] a product comes with description, parameters, pictures and breadcrumbs', async () => {
  const card = await call(product, { id: goodIds.drill }, owner)
  expect(product.reply.safeParse(card).error?.issues ?? []).toEqual([])
  expect(card.product).toMatchObject({
    id: goodIds.drill,
    price: 2000.5,
    old_price: 2500.5,
    total_rest: 7,
    description: 'Сверлит бетон',
    barcode: '4607001234567',
    vat: 22,
    weight: null,
    volume: null,
    pictures: [{ id: 1, type: 'webp' }],
    picture: 1,
    picturetype: 'webp',
    breadcrumbs: [{ id: 11 }, { id: 12, header: 'Дрели', url: 'dreli' }],
    params: [
      { id: 43, header: 'Артикул поставщика', value: 'П-1' },
      { id: 41, header: 'Мощность', value: '10 Вт' },
    ],
    variants: [],
    actualWms: [{ id: 61 }, { id: 62 }],
  })
})

test('variants have their own articul, price, stock and step; a variant id opens the same card', async () => {
  const { product: card } = await call(product, { id: goodIds.glovesL }, owner)
  expect(card).toMatchObject({ id: goodIds.gloves, variants_count: 2, price: 80 })
  expect(card.variants).toMatchObject([
    {
      id: goodIds.glovesM,
      articul: 'ПЕР-M',
      price: 90,
      price_rrc: 150,
      total_rest: 10,
      step: 2,
      quantity: 2,
      params: { 42: { header: 'Размер', value: 'M' } },
    },
    {
      id: goodIds.glovesL,
      articul: 'ПЕР-L',
      price: 80,
      price_rrc: null,
      total_rest: 3,
      step: 1,
      quantity: 1,
      params: { 42: { header: 'Размер', value: 'L' } },
    },
  ])
})

test('basket quantities are listed per variant and summed on the row', async () => {
  const [basket] = await portal.db
    .insert(baskets)
    .values({ accountId: shop.managerId, contractId: shop.contracts.wholesale })
    .returning()
  const line = { basketId: basket?.id ?? 0, warehouseId: 61, shownPriceKopecks: 9000 }
  await portal.db.insert(basketLines).values([
    { ...line, productId: goodIds.glovesM, quantityMilli: 4000 },
    { ...line, productId: goodIds.glovesL, quantityMilli: 1500, warehouseId: 62 },
  ])
  const [other] = await portal.db
    .insert(baskets)
    .values({ accountId: shop.managerId, contractId: shop.contracts.dealer })
    .returning()
  await portal.db
    .insert(basketLines)
    .values({ ...line, basketId: other?.id ?? 0, productId: goodIds.glovesM, quantityMilli: 9000 })
  const { product: card } = await until(
    () => call(product, { id: goodIds.gloves }, manager),
    (answer) => answer.product.in_basket > 0,
  )
  expect([card.in_basket, ...card.variants.map(({ in_basket }) => in_basket)]).toEqual([5.5, 4, 1.5])
  expect((await call(product, { id: goodIds.gloves }, owner)).product.in_basket).toBe(0)
})

test('an unsold or unknown product is 404; a receiver sees the card without prices', async () => {
  for (const id of [goodIds.hidden, 999_999, 2_147_483_647])
    await expect(call(product, { id }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(product, { id: goodIds.drill, contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({
    status: 404,
  })
  expect((await call(product, { id: goodIds.hidden, contract: shop.contracts.dealer }, owner)).product.price).toBe(1)
  const { product: card } = await call(product, { id: goodIds.gloves }, receiver)
  expect([card.price, card.price_rrc, ...card.variants.map(({ price, price_rrc }) => price ?? price_rrc)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('[C.3] the chosen contract is stored for the account; a foreign or unallotted one is refused', async () => {
  const { stats } = await call(setContract, { id: shop.contracts.dealer }, owner)
  expect(stats).toMatchObject({ contract: shop.contracts.dealer, count: { products: 0, total: 0 }, sum: 0 })
  expect((await call(filter, {}, owner)).products.map(({ id }) => id)).toEqual([goodIds.drill, goodIds.hidden])
  expect((await call(initData, {}, owner)).contracts[0]).toMatchObject({ id: shop.contracts.dealer, selected: true })
  await expect(call(setContract, { id: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(setContract, { id: shop.contracts.dealer }, manager)).rejects.toMatchObject({ status: 404 })
  await call(setContract, { id: shop.contracts.wholesale }, owner)
})
