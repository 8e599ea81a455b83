import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { setContract } from '#shared/api/contracts.ts'
import { getPriceList, priceListFiles } from '#shared/api/price-lists.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addSession, signedIn } from '#tests/support/fixtures.ts'
import { insertGoods } from '#tests/support/goods.ts'
import { addBreaks } from '#tests/support/catalogue/price-breaks.ts'
import { createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { call, type CallError } from '#web/api/client.ts'

const odd = { bolt: 201, phone: 202 } as const
let portal: TestApp
let shop: Shop
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp({ env: { BASE_URL: 'https://opt.example/' } })
  shop = await createShop(portal.db, [
    {
      id: odd.bolt,
      name: '=1+1 болт',
      articul: '007',
      code: '000123',
      barcodes: ['0123456789012'],
      categoryIds: [13],
      prices: { 51: 10 },
      stocks: { 61: 500_000 },
      stepMilli: 100_000,
    },
    {
      id: odd.phone,
      name: '+7 телефон 😀 \u0001звонка',
      articul: '=CMD()',
      brandId: 22,
      prices: { 51: 123_456_789 },
      stocks: { 62: 1000 },
      decimals: 2,
      unit: 'кг',
    },
  ])
  await portal.db.execute(sql`insert into pictures (digest, key, type) values ('d', 'pictures/d.webp', 'webp')`)
  await portal.db.execute(
    sql`insert into product_pictures (product_id, picture_id, position) select ${goodIds.drill}::int, id, 0
      from pictures`,
  )
  owner = await signedIn(portal, shop.ownerId)
})
afterAll(() => portal.close())

async function fetchReady(visitor: Visitor, link: string): Promise<Response> {
  const responses: Response[] = []
  await expect
    .poll(async () => responses.unshift(await visitor.send(link, {})) && responses[0]?.status, { timeout: 20_000 })
    .not.toBe(202)
  return responses[0] ?? Response.error()
}

async function download(visitor: Visitor, input: Parameters<typeof call<typeof getPriceList>>[1]) {
  const { link } = await call(getPriceList, input, visitor)
  return readWorkbook(Buffer.from(await (await fetchReady(visitor, link)).arrayBuffer()))
}

const columns = [
  'Код',
  'Артикул',
  'Наименование',
  'Бренд',
  'Категория',
  'Ед.',
  'Кратность',
  'Штрихкод',
  'Цена',
  'РРЦ',
  'Остаток: Москва',
  'Остаток: Казань',
  'Заказ',
  'Фото',
  'ID',
]
const drillPicture = expect.stringMatching(/^https:\/\/opt\.example\/dbpics\/\d+\.webp$/)

const everything = [
  [
    null,
    'ПЕР-M',
    'Перчатки рабочие M',
    'Зубр',
    'Инструмент',
    'шт',
    2,
    '4607009999999',
    90,
    150,
    10,
    0,
    null,
    null,
    goodIds.glovesM,
  ],
  [
    null,
    'ПЕР-L',
    'Перчатки рабочие L',
    'Зубр',
    'Инструмент',
    'шт',
    1,
    null,
    80,
    null,
    0,
    3,
    null,
    null,
    goodIds.glovesL,
  ],
  [
    '00-0077',
    'DX-1234',
    'Дрель ударная',
    'Makita',
    'Инструмент / Дрели',
    'шт',
    1,
    '4607001234567',
    2000.5,
    3999,
    5,
    2,
    null,
    drillPicture,
    goodIds.drill,
  ],
  [
    null,
    'АВ-77',
    'Шуруповёрт аккумуляторный',
    'Зубр',
    'Инструмент / Дрели',
    'шт',
    1,
    null,
    1000,
    1200,
    0,
    20,
    null,
    null,
    goodIds.impact,
  ],
  ['000123', '007', '=1+1 болт', null, 'Крепёж', 'шт', 100, '0123456789012', 0.1, null, 500, 0, null, null, odd.bolt],
  [
    null,
    'ГВ-1',
    'Гвозди строительные',
    null,
    'Крепёж',
    'кг',
    0.25,
    null,
    123.45,
    null,
    0.125,
    0,
    null,
    null,
    goodIds.nails,
  ],
  [
    null,
    '=CMD()',
    '+7 телефон 😀 звонка',
    'Зубр',
    null,
    'кг',
    1,
    null,
    1_234_567.89,
    null,
    0,
    1,
    null,
    null,
    odd.phone,
  ],
]

test('[P.4] [C.44] two XLSX readers find every good sold under the contract, cell by cell', async () => {
  const { status, link, name } = await call(getPriceList, { contract: shop.contracts.wholesale }, owner)
  expect({ status, name }).toEqual({ status: 'success', name: `Прайс-лист_Все_ОПТ-1_${dayOf(new Date())}.xlsx` })
  const response = await fetchReady(owner, link)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[ -~]+"; filename\*=UTF-8''%D0%9F/,
  )
  expect(decodeURIComponent(response.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '')).toBe(name)

  const book = await readWorkbook(bytes)
  expect(book.sheetNames).toEqual(['Прайс-лист', 'portal'])
  for (const rows of Object.values(book.rows)) {
    expect(rows[0]?.[0]).toBe('Прайс-лист по договору № ОПТ-1 от 12.01.2026, ООО «Вектор»')
    expect(rows[2]).toEqual(columns)
    expect(rows.slice(3)).toEqual(everything)
  }
})

test('[P.4] codes are text, money and quantities are formatted numbers; only column Заказ is editable', async () => {
  const book = await download(owner, { contract: shop.contracts.wholesale })
  const shown = (address: string) => {
    const { t, z, f } = book.cell(address) ?? {}
    return [t, z, f]
  }
  expect(['A8', 'B8', 'H8'].map(shown)).toEqual([
    ['s', '@', undefined],
    ['s', '@', undefined],
    ['s', '@', undefined],
  ])
  expect(shown('C8')).toEqual(['s', '@', undefined])
  expect(shown('B10')).toEqual(['s', '@', undefined])
  expect(['I8', 'I10', 'J6'].map(shown)).toEqual([
    ['n', '#,##0.00', undefined],
    ['n', '#,##0.00', undefined],
    ['n', '#,##0.00', undefined],
  ])
  expect(['G8', 'G9', 'K9', 'M8', 'M9', 'M10'].map(shown)).toEqual([
    ['n', '#,##0', undefined],
    ['n', '#,##0.00', undefined],
    ['n', '#,##0.000', undefined],
    ['z', '#,##0', undefined],
    ['z', '#,##0.00', undefined],
    ['z', '#,##0.00', undefined],
  ])
  const sheet = book.parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<pane ySplit="3" topLeftCell="A4"')
  expect(sheet).toContain('<autoFilter ref="A3:O10"/>')
  expect(sheet).toContain('sqref="M4:M10"')
  expect(sheet).toMatch(/<sheetProtection sheet="1"[^>]* autoFilter="0"/)
  expect(sheet).not.toContain('hyperlink')
})

test('the file carries machine-readable contract, date, version and columns', async () => {
  const book = await download(owner, { contract: shop.contracts.wholesale })
  const marks = {
    format: 'portal-price-list',
    version: '1',
    contract: String(shop.contracts.wholesale),
    contractNumber: 'ОПТ-1',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    headerRow: '3',
    columns: 'code,articul,header,brand,category,unit,step,barcode,price,rrc,stock:61,stock:62,order,picture,id',
  }
  expect(book.marks.sheetJs).toEqual(marks)
  expect(book.marks.readExcel).toEqual(marks)
})

test('only where the contract has breaks, a column tells from which quantity or sum a good is cheaper', async () => {
  const before = await download(owner, { contract: shop.contracts.wholesale })
  expect(before.rows.sheetJs[2]).not.toContain('Дешевле от')
  const contractId = shop.contracts.wholesale
  const ids = await addBreaks(portal.db, [
    { contractId, productId: odd.bolt, from: 1000, priceKopecks: 8 },
    { contractId, fromSum: 5_000_000, percentHundredths: 300 },
    { contractId, productId: odd.phone, from: 5, priceKopecks: 999_999_999 },
  ])
  const book = await download(owner, { contract: contractId })
  const [, , header = [], ...rows] = book.rows.sheetJs
  const at = header.indexOf('Дешевле от')
  expect(header[at - 1]).toBe('РРЦ')
  const lowerOf = (articul: string) => rows.find((row) => row[1] === articul)?.[at]
  expect(lowerOf('007')).toBe('от 1\u00a0000 шт – 0,08')
  expect(lowerOf('=CMD()')).toBe('при заказе от 50\u00a0000 ₽ – 1\u00a0197\u00a0530,85')
  expect(book.marks.sheetJs?.columns).toContain('price,rrc,breaks,stock:61')
  expect(book.parts['xl/worksheets/sheet1.xml']).toContain('sqref="N4:N10"')
  const politics = JSON.stringify([{ category: null, show: 'percent', hundredths: 1000 }])
  await portal.db.execute(sql`update accounts set price_politics = ${politics}::jsonb where id = ${shop.ownerId}`)
  const marked = JSON.stringify((await download(owner, { contract: contractId })).rows.sheetJs)
  await portal.db.execute(sql`update accounts set price_politics = '[]'::jsonb where id = ${shop.ownerId}`)
  expect(marked).toContain('от 1\u00a0000 шт – 0,09')
  expect(marked, 'a break by sum would reveal the markup').not.toContain('при заказе от')
  await portal.pool.query('delete from price_breaks where id = any($1::int[])', [ids])
})

test('[C.44] categories include those below and name the file; "available" leaves what can be ordered', async () => {
  const ids = async (input: Parameters<typeof download>[1]) =>
    (await download(owner, { contract: shop.contracts.wholesale, ...input })).rows.sheetJs
      .slice(3)
      .map((row) => row[14])
  expect(await ids({ categories: [11] })).toEqual([goodIds.glovesM, goodIds.glovesL, goodIds.drill, goodIds.impact])
  expect(await ids({ categories: [12, 13] })).toEqual([goodIds.drill, goodIds.impact, odd.bolt, goodIds.nails])
  expect(await ids({ categories: [14] })).toEqual([])
  await portal.db.execute(
    sql`insert into stocks (product_id, warehouse_id, on_hand_milli) values (${goodIds.nails}, 63, 9000)`,
  )
  expect(await ids({ categories: [13], available: true }), 'stock of other warehouses cannot be ordered').toEqual([
    odd.bolt,
  ])
  expect(await ids({ categories: [2, 13] })).toHaveLength(everything.length)
  const { name } = await call(getPriceList, { contract: shop.contracts.wholesale, categories: [13, 12] }, owner)
  expect(name).toBe(`Прайс-лист_Дрели, Крепёж_ОПТ-1_${dayOf(new Date())}.xlsx`)
})

test('an unknown category and a foreign or not allotted contract are 404', async () => {
  const idle = await signedIn(portal, shop.idleId)
  const manager = await signedIn(portal, shop.managerId)
  await expect(
    call(getPriceList, { contract: shop.contracts.wholesale, categories: [12, 999] }, owner),
  ).rejects.toMatchObject({ status: 404 })
  await expect(call(getPriceList, { contract: shop.contracts.foreign }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(getPriceList, { contract: shop.contracts.dealer }, manager)).rejects.toMatchObject({ status: 404 })
  await expect(call(getPriceList, {}, idle)).rejects.toMatchObject({ status: 422, code: 'noContract' })
})

test('prices are those of the contract in the request, or else of the chosen one', async () => {
  const manager = await signedIn(
    portal,
    await addAccount(portal.db, {
      role: 'manager',
      organisationId: shop.organisationId,
      contractIds: [shop.contracts.dealer, shop.contracts.wholesale],
    }),
  )
  await call(setContract, { id: shop.contracts.dealer }, manager)
  const book = await download(manager, {})
  expect(book.rows.sheetJs.slice(3).map((row) => [row[14], row[8]])).toEqual([
    [goodIds.drill, 1500],
    [goodIds.hidden, 1],
  ])
})

test('stock is shown as the contract’s display setting says', async () => {
  const buyer = {
    organisationId: shop.organisationId,
    contragentId:
      (
        await portal.db.execute<{ id: number }>(
          sql`select contragent_id as id from contracts where id = ${shop.contracts.wholesale}`,
        )
      ).rows[0]?.id ?? 0,
  }
  const capped = { ...buyer, priceTypeId: 51, warehouseIds: [62, 61], stockCapMilli: 4000 }
  const more = await addContract(portal.db, { ...capped, stockDisplay: 'more' })
  const words = await addContract(portal.db, { ...capped, stockDisplay: 'words' })
  const stocksOf = async (contract: number) =>
    (await download(owner, { contract, categories: [12] })).rows.sheetJs.slice(2).map((row) => [row[10], row[11]])
  expect(await stocksOf(more)).toEqual([
    ['Остаток: Казань', 'Остаток: Москва'],
    [2, 'более 4'],
    ['более 4', 0],
  ])
  expect(await stocksOf(words)).toEqual([
    ['Остаток: Казань', 'Остаток: Москва'],
    ['мало', 'есть'],
    ['есть', 'нет'],
  ])
})

test('reserved goods and safety stock are not counted as stock', async () => {
  await portal.db.execute(
    sql`update stocks set reserved_milli = 500, safety_milli = 1000
      where product_id = ${goodIds.drill} and warehouse_id = 61`,
  )
  const [drill] = (await download(owner, { contract: shop.contracts.dealer, categories: [12] })).rows.sheetJs.slice(3)
  expect([drill?.[10], drill?.[11]]).toEqual([3.5, 2])
  await portal.db.execute(
    sql`update stocks set reserved_milli = 0, safety_milli = 0 where product_id = ${goodIds.drill}`,
  )
})

test('only the account that ordered a file can download it, while it may use the contract', async () => {
  const managerId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: shop.organisationId,
    contractIds: [shop.contracts.wholesale],
  })
  const manager = await signedIn(portal, managerId)
  const { link } = await call(getPriceList, {}, manager)
  expect((await fetchReady(manager, link)).status).toBe(200)
  expect((await owner.send(link, {})).status).toBe(404)
  expect((await portal.visitor().send(link, {})).status).toBe(401)
  expect((await (await signedIn(portal, shop.receiverId)).send(link, {})).status).toBe(403)
  await portal.db.execute(sql`delete from account_contracts where account_id = ${managerId}`)
  expect((await manager.send(link, {})).status).toBe(404)
  expect((await call(priceListFiles, {}, manager)).items).toEqual([])
  expect((await owner.send('/api/priceListFile/none', {})).status).toBe(404)
})

test('an unfinished file of one account is not reused for another account', async () => {
  await portal.db.execute(sql`
    insert into price_list_files (token, account_id, contract_id, name, state, lease_until)
    values ('under-way', ${shop.ownerId}, ${shop.contracts.wholesale}, 'n', 'running', now() + interval '1 hour')`)
  const input = { contract: shop.contracts.wholesale }
  expect((await call(getPriceList, input, owner)).link).toContain('under-way')
  const manager = await signedIn(portal, shop.managerId)
  expect((await fetchReady(manager, (await call(getPriceList, input, manager)).link)).status).toBe(200)
  await portal.db.execute(sql`delete from price_list_files where token = 'under-way'`)
})

test('a role without prices cannot order a price list', async () => {
  const receiver = await signedIn(portal, shop.receiverId)
  await expect(call(getPriceList, {}, receiver)).rejects.toMatchObject({ status: 403 } satisfies Partial<CallError>)
})

test('the list shows files with their progress, newest first, optionally of one contract', async () => {
  const managerId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: shop.organisationId,
    contractIds: [shop.contracts.wholesale, shop.contracts.dealer],
  })
  const manager = await signedIn(portal, managerId)
  await download(manager, { contract: shop.contracts.wholesale })
  await download(manager, { contract: shop.contracts.dealer, categories: [13] })
  const { items } = await call(priceListFiles, {}, manager)
  expect(
    items.map(({ name, contract, categories, available, state, done, total }) => ({
      name,
      contract,
      categories,
      available,
      state,
      done,
      total,
    })),
  ).toEqual([
    {
      name: `Прайс-лист_Крепёж_ДИЛ-2_${dayOf(new Date())}.xlsx`,
      contract: shop.contracts.dealer,
      categories: [13],
      available: false,
      state: 'ready',
      done: 1,
      total: 1,
    },
    {
      name: `Прайс-лист_Все_ОПТ-1_${dayOf(new Date())}.xlsx`,
      contract: shop.contracts.wholesale,
      categories: [],
      available: false,
      state: 'ready',
      done: 7,
      total: 7,
    },
  ])
  expect(items[0]?.size).toBeGreaterThan(1000)
  expect((await call(priceListFiles, { contract: shop.contracts.dealer }, manager)).items).toHaveLength(1)
  await expect(call(priceListFiles, { contract: shop.contracts.foreign }, manager)).rejects.toMatchObject({
    status: 404,
  })
})

test('input of the older client is accepted: flag and id as text, "Все" for all categories', async () => {
  const cookie = `sid=${await addSession(portal.db, shop.ownerId)}`
  const response = await fetch(`${portal.origin}/api/getPriceList`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ categories: 'Все', available: '1', contract: String(shop.contracts.wholesale) }),
  })
  expect(await response.json()).toMatchObject({
    status: 'success',
    name: `Прайс-лист_Все_ОПТ-1_${dayOf(new Date())}.xlsx`,
  })
})

test('thousands of goods are listed in order, each once', async () => {
  const goods = Array.from({ length: 3000 }, (_, n) => ({
    id: 10_000 + n,
    name: `Саморез ${String((n * 7919) % 3000).padStart(4, '0')}`,
    categoryIds: [14],
    prices: { 52: 100 + n },
    stocks: {},
  }))
  await insertGoods(portal.db, { goods })
  const rows = (await download(owner, { contract: shop.contracts.dealer, categories: [14] })).rows.readExcel.slice(3)
  expect(rows.map((row) => row[2])).toEqual(goods.map(({ name }) => name).toSorted())
  expect(rows.every((row) => row[8] === (100 + Number(row[14]) - 10_000) / 100)).toBe(true)
})
