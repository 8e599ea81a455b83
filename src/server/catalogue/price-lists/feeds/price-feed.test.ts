import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePriceLink, priceLinks, revokePriceLink, ymlPrice } from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { workwear } from '#server/doors/demo/catalogue/workwear/department.ts'
import { writeDemoExport } from '#server/doors/demo/catalogue/write-demo-export.ts'
import { loadExport } from '#server/doors/exchange/command/load.ts'
import { purgePriceLists } from '../purge.ts'
import { openLocalStore } from '#server/platform/files/store.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readYml, ymlFaults } from '#tests/support/formats/yml.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp({ env: { BASE_URL: 'https://opt.example' } })
  shop = await createShop(portal.db, [
    {
      id: 201,
      name: 'Болт <М8> & гайка 😀\u0001',
      articul: '007',
      barcodes: ['460', '461'],
      categoryIds: [13],
      valueIds: [411, 412],
      prices: { 51: 10 },
      stocks: { 61: 1_500_000 },
    },
  ])
  await portal.db.execute(
    sql`insert into pictures (digest, key, type) select d, 'pictures/' || d || '.webp', 'webp'
      from unnest(array['a', 'b']) d`,
  )
  await portal.db.execute(
    sql`insert into product_pictures (product_id, picture_id, position) select ${goodIds.drill}::int, id, id
      from pictures`,
  )
  owner = await signedIn(portal, shop.ownerId)
})
afterAll(() => portal.close())

const yml = async (contract_id = shop.contracts.wholesale) => (await call(ymlPrice, { contract_id }, owner)).data

/** In a shop whose feed is written quickly, however busy the test machine is. */
async function changePrice(kopecks: number): Promise<void> {
  await portal.db.execute(sql`update price_feeds set build_ms = 0`)
  await portal.db.transaction(async (tx) => {
    await tx.execute(
      sql`update prices set price_kopecks = ${kopecks} where product_id = ${goodIds.impact} and price_type_id = 51`,
    )
    await tx.execute(sql`insert into catalogue_changes (kind, product_id) values ('price', ${goodIds.impact})`)
  })
}

test('[C.34] [N.9] ymlPrice answers the contract’s YML, valid against the format, with its file name', async () => {
  const { status, data, name } = await call(ymlPrice, { contract_id: shop.contracts.wholesale }, owner)
  expect({ status, name }).toEqual({ status: 'success', name: `price_ОПТ-1_${dayOf(new Date())}.xml` })
  expect(ymlFaults(data)).toEqual([])
  const read = readYml(data)
  expect(read.date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect(read.categories).toEqual({
    2: { name: 'Каталог', parentId: undefined },
    11: { name: 'Инструмент', parentId: '2' },
    12: { name: 'Дрели', parentId: '11' },
    13: { name: 'Крепёж', parentId: '2' },
  })
  expect(read.offers.map(({ attributes }) => Number(attributes.id))).toEqual([
    goodIds.glovesM,
    goodIds.glovesL,
    goodIds.drill,
    goodIds.impact,
    201,
    goodIds.nails,
  ])
})

test('[S.13] an offer has prices, vendor, pictures, stock by warehouse, multiplicity, РРЦ and parameters', async () => {
  const read = readYml(await yml())
  const picture = expect.stringMatching(/^https:\/\/opt\.example\/dbpics\/\d+\.webp$/)
  expect(read.offer(goodIds.drill)).toEqual({
    attributes: { id: '101', available: 'true' },
    fields: {
      name: ['Дрель ударная'],
      vendor: ['Makita'],
      vendorCode: ['DX-1234'],
      url: ['https://opt.example/product/101'],
      price: ['2000.50'],
      oldprice: ['2500.50'],
      currencyId: ['RUB'],
      categoryId: ['12'],
      picture: [picture, picture],
      description: ['Сверлит бетон'],
      barcode: ['4607001234567'],
      count: ['7'],
      'min-quantity': ['1'],
      'step-quantity': ['1'],
      outlets: [''],
    },
    params: {
      'Артикул поставщика': { unit: undefined, value: 'П-1' },
      Мощность: { unit: 'Вт', value: '10' },
      РРЦ: { unit: 'руб', value: '3999.00' },
      Кратность: { unit: 'шт', value: '1' },
    },
    outlets: { 61: '5', 62: '2' },
  })
  expect(read.offer(goodIds.glovesM)).toMatchObject({
    attributes: { available: 'true', group_id: '110' },
    fields: { url: ['https://opt.example/product/110'], 'min-quantity': ['2'] },
    params: { Размер: { value: 'M' } },
  })
  expect(read.offer(goodIds.nails)).toMatchObject({
    attributes: { available: 'false' },
    fields: { count: ['0.125'], 'step-quantity': ['0.25'] },
    params: { Кратность: { unit: 'кг', value: '0.25' } },
  })
  expect(read.offer(201)).toMatchObject({
    fields: { name: ['Болт <М8> & гайка 😀 '], barcode: ['460', '461'] },
    params: { Мощность: { value: '10 Вт, 9 Вт' } },
  })
})

test('only categories with goods sold under the contract are listed, with their parents', async () => {
  const categories = async (contract: number) => Object.keys(readYml(await yml(contract)).categories)
  expect(await categories(shop.contracts.wholesale)).toEqual(['2', '11', '12', '13'])
  // Dealers get a drill and a good of the fixings; the drill is listed once although it has a second category.
  await portal.db.execute(sql`insert into product_categories (product_id, category_id) values (${goodIds.drill}, 14)`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  expect(await categories(shop.contracts.dealer)).toEqual(['2', '11', '12', '13'])
  await portal.db.execute(sql`delete from product_categories where category_id = 14`)
})

test('each wholesale field occurs once, and no parameter name occurs twice', async () => {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    with named as (insert into parameters (code1c, name) select n, n from unnest(array['Кратность', 'Кратность, шт',
      'РРЦ', 'Мощность, Вт']) n returning id, name),
    valued as (insert into parameter_values (parameter_id, value) select id, '77' from named returning id)
    insert into product_parameters (product_id, value_id) select ${goodIds.drill}::int, id from valued
    returning value_id as id`)
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  await portal.db.execute(sql`update price_feeds set build_ms = 0`)
  const data = await yml()
  expect(ymlFaults(data)).toEqual([])
  expect(readYml(data).offer(goodIds.drill)?.params).toEqual({
    'Артикул поставщика': { unit: undefined, value: 'П-1' },
    Мощность: { unit: 'Вт', value: '10' },
    'Мощность, Вт': { unit: undefined, value: '77' },
    РРЦ: { unit: 'руб', value: '3999.00' },
    Кратность: { unit: 'шт', value: '1' },
  })
  await portal.db.execute(
    sql`delete from product_parameters where value_id = any(${sql.param(rows.map(({ id }) => id))}::int[])`,
  )
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
})

test('a contract that is foreign or not allotted is 404, a role that sees no prices 403', async () => {
  await expect(call(ymlPrice, { contract_id: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
  const manager = await signedIn(portal, shop.managerId)
  const { id } = await call(makePriceLink, { contract: shop.contracts.dealer, header: 'Сайт' }, owner)
  const foreign = [
    () => call(ymlPrice, { contract_id: shop.contracts.dealer }, manager),
    () => call(priceLinks, { contract: shop.contracts.dealer }, manager),
    () => call(makePriceLink, { contract: shop.contracts.dealer, header: 'Чужой' }, manager),
    () => call(revokePriceLink, { id }, manager),
  ]
  for (const fetchFeed of foreign) await expect(fetchFeed()).rejects.toMatchObject({ status: 404 })
  const receiver = await signedIn(portal, shop.receiverId)
  const unseen = [
    () => call(ymlPrice, {}, receiver),
    () => call(priceLinks, {}, receiver),
    () => call(makePriceLink, { header: 'Сайт' }, receiver),
  ]
  for (const request of unseen) await expect(request()).rejects.toMatchObject({ status: 403 })
})

test('a changed price shows in the next YML, and without changes nothing is rewritten', async () => {
  const files = async () =>
    (await readdir(join(portal.config.dataDir, 'files', 'price-feeds', String(shop.contracts.wholesale)))).toSorted()
  await yml()
  const before = await files()
  await yml()
  expect(await files()).toEqual(before)
  await changePrice(100_001)
  expect(readYml(await yml()).offer(goodIds.impact)?.fields.price).toEqual(['1000.01'])
  expect(await files()).toHaveLength(1)
  expect(await files()).not.toEqual(before)
})

test('a feed that took long to write is rewritten less often, but at least once a day', async () => {
  const price = async () => readYml(await yml()).offer(goodIds.impact)?.fields.price?.[0]
  await changePrice(100_010)
  await yml()
  await changePrice(100_011)
  await portal.db.execute(sql`update price_feeds set build_ms = 5000, checked_at = now() - interval '30 seconds'`)
  expect(await price()).toBe('1000.10')
  await portal.db.execute(sql`update price_feeds set checked_at = now() - interval '51 seconds'`)
  expect(await price()).toBe('1000.11')
  // A feed written a day ago is written again for its date, changed or not.
  const date = async () =>
    (
      await portal.db.execute<{ builtAt: string }>(
        sql`select built_at::text as "builtAt" from price_feeds where contract_id = ${shop.contracts.wholesale}`,
      )
    ).rows[0]?.builtAt
  await portal.db.execute(sql`update price_feeds set built_at = now() - interval '25 hours'`)
  const old = await date()
  await yml()
  expect(await date()).not.toBe(old)
})

test('concurrent requests get one file', async () => {
  await changePrice(100_020)
  const builds = async () =>
    (
      await portal.db.execute<{ builds: number }>(
        sql`select builds from price_feeds where contract_id = ${shop.contracts.wholesale}`,
      )
    ).rows[0]?.builds ?? 0
  const before = await builds()
  const all = await Promise.all(Array.from({ length: 8 }, () => yml()))
  expect(new Set(all).size).toBe(1)
  expect(await builds()).toBe(before + 1)
})

test('one account that requests fifty at once gets 429 with Retry-After, another account gets its file', async () => {
  const body = JSON.stringify({ contract_id: shop.contracts.wholesale })
  const request = async (visitor: Visitor) => {
    const response = await visitor.send('/api/ymlPrice/', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }
  const colleague = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: shop.organisationId }),
  )
  const many = Array.from({ length: 50 }, () => request(owner))
  expect((await request(colleague)).status).toBe(200)
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 429)
  // One is being written, twenty wait in the queue.
  expect(refused.length).toBeGreaterThan(10)
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['3']))
  expect(refused[0]?.text).toContain('tooManyRequests')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50 - refused.length)
})

test('the contract’s price type, warehouses and stock display determine the contents', async () => {
  const buyer = await addOrganisation(portal.db, 'ООО «Лира»')
  const contract = await addContract(portal.db, { ...buyer, priceTypeId: 51, warehouseIds: [61, 62] })
  const visitor = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: buyer.organisationId }),
  )
  const offer = async () =>
    readYml((await call(ymlPrice, { contract_id: contract }, visitor)).data).offer(goodIds.drill)
  expect((await offer())?.outlets).toEqual({ 61: '5', 62: '2' })
  await portal.db.execute(
    sql`update contracts set price_type_id = 52, stock_display = 'more', stock_cap_milli = 3000 where id = ${contract}`,
  )
  expect(await offer()).toMatchObject({ fields: { price: ['1500.00'], count: ['3'] }, outlets: { 61: '3', 62: '2' } })
  await portal.db.execute(sql`delete from contract_warehouses where contract_id = ${contract} and warehouse_id = 61`)
  expect((await offer())?.outlets).toEqual({ 62: '2' })
})

test('a YML not requested for days is deleted, and written again on request', async () => {
  await yml(shop.contracts.dealer)
  await portal.db.execute(
    sql`update price_feeds set checked_at = now() - interval '4 days' where contract_id = ${shop.contracts.dealer}`,
  )
  const files = openLocalStore(join(portal.config.dataDir, 'files'))
  expect((await purgePriceLists({ ...portal, files })).feeds).toBe(1)
  expect(ymlFaults(await yml(shop.contracts.dealer))).toEqual([])
})

test('the YML of a catalogue with variants, brands and pictures is valid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-yml-demo-'))
  await writeDemoExport(folder, { seed: 2026, trades: [workwear] })
  await loadExport({ db: portal.db, pool: portal.pool, files: openLocalStore(join(portal.config.dataDir, 'files')) }, [
    folder,
  ])
  await rm(folder, { recursive: true })
  const { rows } = await portal.db.execute<{ id: number; warehouseIds: number[] }>(sql`
    select id, array(select id from warehouses order by id) as "warehouseIds" from price_types where id > 53 order by id
    limit 1`)
  const [priceType] = rows
  const buyer = await addOrganisation(portal.db, 'ООО «Витрина»')
  const contract = await addContract(portal.db, {
    ...buyer,
    priceTypeId: priceType?.id ?? 0,
    warehouseIds: priceType?.warehouseIds ?? [],
  })
  const visitor = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: buyer.organisationId }),
  )
  const { data } = await call(ymlPrice, { contract_id: contract }, visitor)
  const known = {
    vendor: await goodsWith(sql`coalesce(p.brand_id, parent.brand_id) is not null`),
    picture: await goodsWith(sql`exists (select from product_pictures where product_id in (p.id, p.parent_id))`),
  }
  expect(Math.min(known.vendor.size, known.picture.size)).toBeGreaterThan(2000)
  expect(ymlFaults(data, known)).toEqual([])
  const { offers } = readYml(data)
  expect(offers.length).toBeGreaterThan(2000)
  expect(offers.filter(({ attributes }) => attributes.group_id !== undefined).length).toBeGreaterThan(1500)
}, 120_000)

async function goodsWith(condition: SQL): Promise<Set<number>> {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`select p.id from products p left join products parent on parent.id = p.parent_id where ${condition}`,
  )
  return new Set(rows.map(({ id }) => id))
}
