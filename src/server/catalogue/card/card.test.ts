import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { binds, product } from '#shared/api/catalogue.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { pictures, productPictures } from '#server/platform/db/schema/catalogue.ts'
import { arrivals, productBinds, productDocuments } from '#server/platform/db/schema/product-card.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

const { drill, impact, nails, gloves, glovesM, glovesL, hidden } = goodIds
const likeDrill = { expensive: 201, near: 202, dealerOnly: 203, elsewhere: 204 }
const power = [411]

let portal: TestApp
let shop: Shop
let owner: Visitor
let receiver: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db, [
    {
      id: likeDrill.expensive,
      name: 'Дрель алмазная',
      categoryIds: [12],
      valueIds: power,
      prices: { 51: 9_000_000 },
      stocks: { 61: 1000 },
    },
    {
      id: likeDrill.near,
      name: 'Дрель безударная',
      categoryIds: [12],
      valueIds: power,
      prices: { 51: 210_000 },
      stocks: { 61: 1000 },
    },
    { id: likeDrill.dealerOnly, name: 'Дрель дилерская', categoryIds: [12], valueIds: power, prices: { 52: 200_000 } },
    { id: likeDrill.elsewhere, name: 'Не дрель', categoryIds: [13], valueIds: power, prices: { 51: 200_000 } },
  ])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  receiver = await signedIn(portal, shop.receiverId)
  await until(() => call(product, { id: likeDrill.near }, owner), undefined, 20_000)
})
afterAll(() => portal.close())

const cardOf = async (id: number, visitor = owner, contract?: number) =>
  (await call(product, { id, contract }, visitor)).product
const idsOf = (entries: { id: number }[] | undefined) => entries?.map(({ id }) => id)

test('[E.2] a card lists only tabs with content; tabs of linked goods are loaded later through binds', async () => {
  const [document] = await portal.db
    .insert(productDocuments)
    .values({ productId: drill, name: 'Паспорт', key: 'documents/none.pdf', type: 'pdf', sizeBytes: 1 })
    .returning()
  const { tabs, binds: linked } = await cardOf(drill)
  const here = (type: string) => [{ id: drill, async: false, data: { type, id: drill, source: '' } }]
  const later = (type: string, id: number) => ({ id, async: true, data: { type, id: drill, source: '/api/binds/' } })
  expect(tabs).toEqual({
    description: here('description'),
    params: here('params'),
    analogues: [later('product', likeDrill.near), later('product', likeDrill.expensive)],
    documents: [later('document', document?.id ?? 0)],
  })
  expect(linked).toEqual([likeDrill.near, likeDrill.expensive])
  expect((await cardOf(nails)).tabs).toEqual({})
  expect(product.reply.safeParse(await call(product, { id: drill }, owner)).error?.issues ?? []).toEqual([])
})

test('[C.7] binds returns linked goods and documents, and skips ids that are not linked or not sold', async () => {
  await portal.db.insert(productBinds).values([
    { productId: impact, kind: 'analogue', boundId: hidden, position: 0 },
    { productId: impact, kind: 'analogue', boundId: nails, position: 1 },
    { productId: impact, kind: 'related', boundId: gloves, position: 0 },
  ])
  const card = await cardOf(impact)
  expect([idsOf(card.tabs.analogues), idsOf(card.tabs.related), card.binds]).toEqual([
    [nails],
    [gloves],
    [nails, gloves],
  ])
  const { items } = await call(binds, { id: impact, bindIds: [gloves, hidden, drill, nails, nails] }, owner)
  expect(items).toMatchObject([
    { id: gloves, data: { type: 'product', product: { price: 80, variants_count: 2 } } },
    { id: nails, data: { type: 'product', product: { articul: 'ГВ-1', step: 0.25 } } },
  ])
  const [document] = (await cardOf(drill)).tabs.documents ?? []
  const ids = [document?.id ?? 0, 999_999]
  const link = `/product-documents/${document?.id}?contract=${shop.contracts.wholesale}`
  expect((await call(binds, { id: drill, type: 'document', bindIds: ids }, owner)).items).toEqual([
    { id: document?.id, data: { type: 'document', header: 'Паспорт', link, extension: 'pdf', size: 1 } },
  ])
  expect((await call(binds, { id: impact, type: 'document', bindIds: ids }, owner)).items).toEqual([])
  await expect(call(binds, { id: hidden, bindIds: [nails] }, owner)).rejects.toMatchObject({ status: 404 })
  const shown = await call(binds, { id: impact, bindIds: [gloves] }, receiver)
  expect(shown.items[0]?.data).toMatchObject({ product: { price: null, price_rrc: null } })
})

test('without manual links, related goods are those ordered together by two buyers or twice by this one', async () => {
  const { rows } = await portal.pool.query('select organisation_id as id from contracts where id = $1', [
    shop.contracts.foreign,
  ])
  const mine = { organisationId: shop.organisationId, contractId: shop.contracts.wholesale, ownerId: shop.ownerId }
  const theirs = { ...mine, organisationId: rows[0].id as number, contractId: shop.contracts.foreign }
  const third = await addOrganisation(portal.db, 'ООО «Третьи»')
  const others = {
    ...mine,
    organisationId: third.organisationId,
    contractId: await addContract(portal.db, { ...third, priceTypeId: 51, warehouseIds: [61] }),
  }
  const lines = (...ids: number[]) =>
    ids.map((productId) => ({ productId, warehouseId: 61, quantity: 1, reserved: false }))
  const related = async () => idsOf((await cardOf(drill)).tabs.related)?.toSorted() ?? []
  await addOrder(portal.db, mine, { lines: lines(drill, glovesM, nails) })
  await addOrder(portal.db, theirs, { lines: lines(drill, glovesL, impact) })
  await addOrder(portal.db, theirs, { lines: lines(drill, impact) })
  await addOrder(portal.db, mine, { state: 4, lines: lines(drill, nails) })
  // One other buyer ordered the gloves: that the caller did too must not reveal it.
  expect(await related()).toEqual([])
  await addOrder(portal.db, others, { lines: lines(drill, glovesL) })
  expect(await related()).toEqual([gloves])
  await addOrder(portal.db, mine, { lines: lines(drill, nails) })
  expect(await related()).toEqual([nails, gloves])
  expect((await call(binds, { id: drill, bindIds: [nails, impact] }, owner)).items.map(({ id }) => id)).toEqual([nails])
})

test('[C.40] a variant id opens its product’s card with expected arrivals and the last stock change', async () => {
  const day = (ahead: number) => addDays(dayOf(new Date()), ahead)
  await portal.db.insert(arrivals).values([
    { productId: glovesM, warehouseId: 61, expectedOn: day(3), quantityMilli: 6_000_000 },
    { productId: glovesL, warehouseId: 62, expectedOn: day(1), quantityMilli: 500 },
    { productId: glovesL, warehouseId: 62, expectedOn: day(0), quantityMilli: 1000 },
    { productId: glovesL, warehouseId: 63, expectedOn: day(2), quantityMilli: 1000 },
  ])
  await portal.pool.query("update stocks set updated_at = '2026-11-01 10:00:00.5+03' where product_id = any($1)", [
    [glovesM, glovesL],
  ])
  const expected = [
    { id: glovesL, wms_id: 62, wms: 'Казань', date: formatDay(day(1)), quantity: 0.5 },
    { id: glovesM, wms_id: 61, wms: 'Москва', date: formatDay(day(3)), quantity: 6000 },
  ]
  expect(await cardOf(glovesL)).toMatchObject({
    id: gloves,
    arrivals: expected,
    stock_updated_at: '2026-11-01T07:00:00.500Z',
  })
  await portal.pool.query("update contracts set stock_display = 'words' where id = $1", [shop.contracts.wholesale])
  await expect
    .poll(async () => (await cardOf(gloves)).arrivals.map(({ quantity }) => quantity), { timeout: 3000 })
    .toEqual([null, null])
  await portal.pool.query("update contracts set stock_display = 'exact' where id = $1", [shop.contracts.wholesale])
})

test('[E.3] a card shows the product’s own pictures, then those of its variants, each once', async () => {
  const made = await portal.db
    .insert(pictures)
    .values(['whole', 'medium', 'large'].map((digest) => ({ digest, key: `pictures/${digest}.webp`, type: 'webp' })))
    .returning()
  const [whole = 0, medium = 0, large = 0] = made.map(({ id }) => id)
  await portal.db.insert(productPictures).values([
    { productId: glovesL, pictureId: whole, position: 1 },
    { productId: glovesL, pictureId: large, position: 2 },
    { productId: glovesM, pictureId: medium, position: 1 },
    { productId: gloves, pictureId: whole, position: 1 },
  ])
  expect((await cardOf(gloves)).pictures).toEqual([whole, medium, large].map((id) => ({ id, type: 'webp' })))
  expect((await cardOf(drill)).pictures).toEqual([])
})

test('[T.9] a parameter that a variant lacks is empty in its row; a variant with no parameters is logged', async () => {
  const warn = vi.spyOn(portal.log, 'warn')
  await portal.pool.query('insert into product_parameters (product_id, value_id) values ($1, 412)', [glovesM])
  const params = async () => (await cardOf(gloves)).variants.map((variant) => variant.params)
  expect(await params()).toEqual([
    { 41: { header: 'Мощность', value: '9 Вт' }, 42: { header: 'Размер', value: 'M' } },
    { 41: { header: 'Мощность', value: '' }, 42: { header: 'Размер', value: 'L' } },
  ])
  expect(warn).not.toHaveBeenCalled()
  await portal.pool.query('delete from product_parameters where product_id = $1', [glovesL])
  expect((await params())[1]).toEqual({ 41: { header: 'Мощность', value: '' }, 42: { header: 'Размер', value: '' } })
  expect(warn).toHaveBeenCalledWith({ productId: gloves }, 'Variants structure corrupted')
  warn.mockRestore()
})

test('a card takes at most four SQL statements', async () => {
  const visitor = await signedIn(portal, shop.ownerId)
  await cardOf(nails, visitor)
  const cards: string[][] = []
  while (cards.length < 3) {
    // The cached account has expired by then.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    cards.push(await statementsDuring(() => cardOf(gloves, visitor)))
  }
  // Background jobs use the same pool: a statement of theirs cannot fall into each of the three.
  const fewest = cards.reduce((least, texts) => (texts.length < least.length ? texts : least))
  expect(fewest.length > 4 ? fewest : []).toEqual([])
})

/** The SQL of an action, without what follows the exchange and the catalogue's changes. */
async function statementsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(portal.pool, 'query')
  await act()
  const texts = query.mock.calls.map(([config]) =>
    typeof config === 'string' ? config : (config as { text: string }).text,
  )
  query.mockRestore()
  return texts.filter((text) => !/exchange_sessions|catalogue_changes/.test(text))
}
