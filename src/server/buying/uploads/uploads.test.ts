import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { uploadReport, type ReportRow } from '#shared/api/upload-report.ts'
import * as api from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { collidingGoods, createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { countStatements } from '#tests/support/statements.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import { saveClientCodes, saveColumns, listClientCodes, listColumns } from './queries.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
let stranger: Visitor
const { drill, impact, nails, glovesM, glovesL, hidden } = goodIds
const unsoldId = 130
const duplicateIds = [141, 142]

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db, [
    ...collidingGoods,
    {
      id: unsoldId,
      name: 'Дрель снятая',
      articul: 'GONE-1',
      categoryIds: [12],
      valueIds: [411],
      prices: { 51: 100_000 },
      stocks: {},
    },
    {
      id: 141,
      name: 'Круг отрезной',
      articul: 'KR-125',
      barcodes: ['4600000000141'],
      categoryIds: [12],
      prices: { 51: 5000 },
      stocks: { 61: 100_000 },
    },
    {
      id: 142,
      name: 'Круг шлифовальный',
      articul: 'KR125',
      categoryIds: [12],
      prices: { 51: 6000 },
      stocks: { 61: 100_000 },
    },
  ])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  await addContract(portal.db, { ...other, priceTypeId: 51, warehouseIds: [61, 62], number: 'СОС-1' })
  stranger = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: other.organisationId }),
  )
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    30_000,
  )
})
afterAll(() => portal.close())

type Choice = Omit<Parameters<typeof call<typeof api.uploadsFromFile>>[1], 'file'>
const review = (text: string, choice: Choice = {}, who = owner) =>
  call(api.uploadsFromFile, { file: new File([text], 'Заявка.csv'), ...choice }, who)
const quick = async (code: string, qnt: string | number = 1, who = owner) => {
  const {
    rows: [row],
  } = await call(api.quickOrder, { rows: [{ code, qnt }] }, who)
  if (!row) throw new Error('no row')
  return row
}

test('[C.45] a file is read, its columns are detected, and every row with a quantity is answered', async () => {
  const answer = await review(
    'Артикул;Наименование;Кол-во\nDX-1234;Дрель;2\nпер-m;Перчатки;3\nНЕТ-1;Неизвестное;5\nГВ-1;;\n',
  )
  expect(answer).toMatchObject({
    file: 'Заявка.csv',
    headerRow: 1,
    skipped: 1,
    truncated: false,
    own: false,
    remembered: false,
    contragent: 'ООО «Вектор»',
    columns: {
      articul: { index: 0, heading: 'Артикул' },
      name: { index: 1 },
      qnt: { index: 2 },
      code: null,
      barcode: null,
    },
    sheets: [{ index: 0, rows: 5 }],
    counts: { ok: 1, rounded: 1, notFound: 1, badQty: 0 },
    sum: 2 * 2000.5 + 4 * 90,
  })
  expect(
    answer.rows.map(({ row, id, status, requested, accepted, matchedBy, note }) => ({
      row,
      id,
      status,
      requested,
      accepted,
      matchedBy,
      note,
    })),
  ).toEqual([
    { row: 2, id: drill, status: 'ok', requested: 2, accepted: 2, matchedBy: 'articul', note: '' },
    {
      row: 3,
      id: glovesM,
      status: 'rounded',
      requested: 3,
      accepted: 4,
      matchedBy: 'articul',
      note: 'Округлено: 3 → 4, кратность 2',
    },
    {
      row: 4,
      id: null,
      status: 'notFound',
      requested: 5,
      accepted: 0,
      matchedBy: null,
      note: expect.stringMatching(/не|Нет/i),
    },
  ])
  expect(answer.rows[0]).toMatchObject({
    price: 2000.5,
    sum: 4001,
    goods: { header: 'Дрель ударная', articul: 'DX-1234', unit: 'шт', step: 1, available: 7, in_basket: 0 },
  })
})

test('[C.46] pasted text is read the same: with tabs, with a delimiter or line by line', async () => {
  for (const text of [
    'DX-1234\t2\nАВ-77\t3',
    'Артикул;Заказ\r\nDX-1234;2\r\nАВ-77;3',
    'DX-1234 2\nАВ-77 - 3 шт',
    'DX-1234, 2\nАВ-77, 3',
  ]) {
    const { rows } = await call(api.uploadsFromBuffer, { text }, owner)
    expect(
      rows.map(({ id, accepted }) => [id, accepted]),
      text,
    ).toEqual([
      [drill, 2],
      [impact, 3],
    ])
  }
  const form = new URLSearchParams({ contract: String(shop.contracts.wholesale), text: 'DX-1234\t2' })
  const sent = await owner.send(api.uploadsFromBuffer.path, { method: 'POST', body: form })
  expect(await sent.json()).toMatchObject({ status: 'success', rows: [{ id: drill, accepted: 2 }] })
})

test('rows out of stock get an analogue, excess is capped, invalid is asked about, duplicates are summed', async () => {
  const { rows, counts } = await review(
    [
      'Артикул;Наименование;Заказ',
      'GONE-1;Дрель;4',
      'DX-1234;;9',
      'ПЕР-L;;две',
      'АВ-77;;2',
      'KR-125;;1',
      'ab 77;;"3,000"',
      'ПЕР;;1',
      ';Перчатки рабочие;1',
    ].join('\n'),
  )
  const byRow = new Map(rows.map((row) => [row.row, row]))
  expect(byRow.get(2)).toMatchObject({
    status: 'out',
    id: unsoldId,
    accepted: 0,
    note: 'Нет в наличии',
    analogue: { id: drill, available: 7 },
  })
  expect(byRow.get(3)).toMatchObject({
    status: 'capped',
    requested: 9,
    accepted: 7,
    note: 'Уменьшено: 9 → 7, больше нет в наличии',
  })
  expect(byRow.get(4)).toMatchObject({
    status: 'badQty',
    id: glovesL,
    requested: null,
    accepted: 0,
    note: 'Уточните количество: «две»',
  })
  expect(byRow.get(5)).toMatchObject({
    status: 'duplicate',
    id: impact,
    rows: [5, 7],
    requested: 5,
    accepted: 5,
    raw: { qnt: '2 + 3,000' },
    note: 'Сложены строки 5 и 7',
  })
  // 'KR-125' is the exact spelling; 'KR125' of another good is not.
  expect(byRow.get(6)).toMatchObject({ status: 'ok', id: duplicateIds[0] })
  expect(byRow.has(7)).toBe(false)
  expect(byRow.get(8)).toMatchObject({ status: 'notFound', id: null })
  expect(byRow.get(9)).toMatchObject({
    status: 'ambiguous',
    id: null,
    note: '2 варианта: выберите',
    candidates: [{ id: glovesM, parent: goodIds.gloves }, { id: glovesL }],
  })
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length)
})

test('codes are recognised in any spelling and of any origin; all goods of an ambiguous code are offered', async () => {
  expect(await quick('dx1234')).toMatchObject({ id: drill, matchedBy: 'articul' })
  expect(await quick('АВ77')).toMatchObject({ id: impact, matchedBy: 'articul' })
  expect(await quick('ab-77')).toMatchObject({ id: impact })
  expect(await quick('4607001234567')).toMatchObject({ id: drill, matchedBy: 'barcode' })
  expect(await quick('00-0077')).toMatchObject({ id: drill, matchedBy: 'code1c' })
  expect(await quick('77')).toMatchObject({ id: drill, matchedBy: 'code1c' })
  expect(await quick('Гвозди строительные', '0,125')).toMatchObject({ id: nails, matchedBy: 'name', status: 'out' })
  expect(await quick('kr 125')).toMatchObject({
    status: 'ambiguous',
    id: null,
    candidates: duplicateIds.map((id) => ({ id })),
  })
  expect(await quick('ДИЛЕР')).toMatchObject({ status: 'notFound', id: null, candidates: [] })
  expect(await quick('', '')).toMatchObject({ status: 'notFound', row: 1 })
  expect(await quick('дрель удар')).toMatchObject({
    status: 'check',
    doubt: 'similar',
    id: drill,
    candidates: expect.arrayContaining([expect.objectContaining({ id: drill })]),
  })
})

test('typed rows keep their positions, and a chosen good is used as is', async () => {
  const { rows, contract } = await call(
    api.quickOrder,
    {
      rows: [
        { code: 'DX-1234', qnt: 1 },
        { code: 'DX-1234', qnt: '2 шт' },
        { code: 'KR 125', qnt: 3, id: duplicateIds[1] },
        { code: 'x', id: hidden, qnt: 1 },
        { code: 'АВ-77' },
      ],
    },
    owner,
  )
  expect(contract).toBe(shop.contracts.wholesale)
  expect(rows.map(({ row, id, accepted, status }) => [row, id, accepted, status])).toEqual([
    [1, drill, 1, 'ok'],
    [2, drill, 2, 'ok'],
    [3, duplicateIds[1], 3, 'ok'],
    [4, null, 0, 'notFound'],
    [5, impact, 0, 'badQty'],
  ])
})

test('a buyer’s own number beside an unknown article is not taken for our code', async () => {
  const { rows } = await review(
    'Код товара;Артикул;Наименование;Кол-во\n77;НЕТ-5;Лопата;1\n77;DX-1234;;1\n77;НЕТ-6;Дрель ударная;2',
  )
  expect(rows.map(({ status, id, candidates }) => [status, id, candidates.map((each) => each.id)])).toEqual([
    ['notFound', null, [drill]],
    ['duplicate', drill, []],
  ])
})

test('columns can be corrected by hand, and a sheet without headings is read by its content', async () => {
  const text =
    '1;DX-1234;Дрель;2500,50;3\n2;АВ-77;Шуруповёрт;1000,00;4\n3;ПЕР-L;Перчатки;80,00;1\n4;KR-125;Круг;50,00;20\n'
  const found = await review(text)
  expect(found).toMatchObject({ headerRow: null, columns: { articul: { index: 1, heading: '' }, qnt: { index: 4 } } })
  expect(found.rows.map(({ id, requested }) => [id, requested])).toEqual([
    [drill, 3],
    [impact, 4],
    [glovesL, 1],
    [duplicateIds[0], 20],
  ])
  const corrected = await review(text, { columns: { qnt: 0, name: null, code: 1 } })
  expect(corrected.columns).toMatchObject({ qnt: { index: 0 }, articul: null, code: { index: 1 } })
  expect(corrected.rows.map(({ requested }) => requested)).toEqual([1, 2, 3, 4])
  expect((await review(text, { columns: JSON.stringify({ qnt: null }), headerRow: 2 })).rows).toEqual([])
  await expect(review(text, { sheet: 7 })).rejects.toMatchObject({ status: 400 })
})

test('manual confirmations are remembered for this contragent only', async () => {
  const text = 'Наш шифр;Позиция;Надо\nS-1;Шуруп;2\nS-2;Дрель большая;1\n'
  const choice = { columns: { code: 0, name: 1, qnt: 2 } }
  expect((await review(text, choice)).rows.map(({ status }) => status)).toEqual(['check', 'check'])
  const cart = {
    cartList: { [impact]: 2, [drill]: 1 },
    codes: { 'S-1': impact, 's 2': drill, 'S-3': hidden },
    columns: {
      code: { index: 0, heading: 'Наш шифр' },
      name: { index: 1, heading: 'Позиция' },
      qnt: { index: 2, heading: 'Надо' },
    },
  }
  await call(api.addCartFromPricelist, cart, owner)
  const again = await review(text)
  expect(again).toMatchObject({ remembered: true, columns: { code: { index: 0 }, qnt: { index: 2 } } })
  expect(again.rows.map(({ id, matchedBy }) => [id, matchedBy])).toEqual([
    [impact, 'clientCode'],
    [drill, 'clientCode'],
  ])
  expect(await quick('s1')).toMatchObject({ id: impact, matchedBy: 'clientCode' })
  expect(await quick('S-3')).toMatchObject({ status: 'notFound' })
  const underDealer = await call(
    api.quickOrder,
    { rows: [{ code: 'S-3', qnt: 1 }], contract: shop.contracts.dealer },
    owner,
  )
  expect(underDealer.rows, 'settled under a contract that did not sell it').toMatchObject([
    { status: 'notFound', id: null },
  ])
  expect(await quick('S-1', 1, stranger)).toMatchObject({ status: 'notFound', id: null })
  expect(await review(text, choice, stranger)).toMatchObject({
    remembered: false,
    rows: [{ status: 'check' }, { status: 'check' }],
  })
})

test('above the limit the contragent’s own oldest codes and columns are deleted, no others', async () => {
  const [mine, others] = [
    await addOrganisation(portal.db, 'ООО «Много кодов»'),
    await addOrganisation(portal.db, 'ООО «Мало кодов»'),
  ]
  const keys = ['первый', 'второй']
  for (const key of keys) {
    for (const [scope, max] of [
      [mine, 1],
      [others, 2],
    ] as const)
      await saveClientCodes(portal.db, { ...scope, codes: [{ key, code: key, name: '', productId: drill }], max })
  }
  expect((await listClientCodes(portal.db, { ...mine, keys })).map(({ code }) => code)).toEqual(['второй'])
  expect(await listClientCodes(portal.db, { ...others, keys })).toHaveLength(2)

  const headed = (headings: string) => ({ headings, columns: { quantity: { index: 0, heading: headings } } })
  await saveColumns(portal.db, { ...others, ...headed('Заказ 0') })
  for (let n = 0; n <= 50; n += 1) await saveColumns(portal.db, { ...mine, ...headed(`Заказ ${n}`) })
  expect((await listColumns(portal.db, mine)).map(({ quantity }) => quantity?.heading)).toEqual(
    Array.from({ length: 50 }, (_, n) => `Заказ ${50 - n}`),
  )
  expect(await listColumns(portal.db, others)).toHaveLength(1)
})

test('foreign contracts and contracts not allotted to the account are 404', async () => {
  const foreign = { contract: shop.contracts.foreign }
  await expect(review('a;1', foreign)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.quickOrder, { rows: [], ...foreign }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.addCartFromPricelist, { cartList: { [drill]: 1 }, ...foreign }, owner)).rejects.toMatchObject({
    status: 404,
  })
  const manager = await signedIn(portal, shop.managerId)
  await expect(review('a;1', { contract: shop.contracts.dealer }, manager)).rejects.toMatchObject({ status: 404 })
  const receiver = await signedIn(portal, shop.receiverId)
  await expect(review('a;1', {}, receiver)).rejects.toMatchObject({ status: 403 })
  await expect(review('a;1', {}, portal.visitor())).rejects.toMatchObject({ status: 401 })
  expect(
    (await call(api.quickOrder, { rows: [{ code: 'ДИЛЕР', qnt: 1 }], contract: shop.contracts.dealer }, owner)).rows[0],
  ).toMatchObject({ id: hidden, status: 'out' })
})

test('with hidden stock a row does not reveal the available quantity', async () => {
  const { rows } = await portal.pool.query<{ id: number }>('select contragent_id as id from contracts where id = $1', [
    shop.contracts.wholesale,
  ])
  const contract = await addContract(portal.db, {
    organisationId: shop.organisationId,
    contragentId: rows[0]?.id ?? 0,
    priceTypeId: 51,
    warehouseIds: [61, 62],
    stockDisplay: 'more',
    stockCapMilli: 3000,
  })
  const {
    rows: [row],
  } = await call(api.quickOrder, { contract, rows: [{ code: 'DX-1234', qnt: 5 }] }, owner)
  expect(row).toMatchObject({ accepted: 5, status: 'ok', goods: { available: 3, stock_label: 'более 3' } })
})

test('three thousand rows take as many SQL statements as three', async () => {
  const pasted = (count: number) =>
    [
      'Артикул\tЗаказ',
      ...Array.from({ length: count }, (_, row) => `${['DX-1234', 'GONE-1', `Z-${row}`][row % 3]}\t1`),
    ].join('\n')
  const counts: number[] = []
  for (const rows of [3, 3000])
    counts.push(
      await countStatements(portal.pool, /products p|stocks where|client_codes|product_binds/, () =>
        call(api.uploadsFromBuffer, { text: pasted(rows) }, owner),
      ),
    )
  expect(counts[0]).toBeLessThanOrEqual(9)
  expect(counts[1]).toBe(counts[0])
})

test('[P.5] the report of a review is a spreadsheet of all rows, not found ones first, without formulas', async () => {
  const missed: ReportRow = {
    row: '3',
    state: 'Не найден',
    code: '=HYPERLINK("x")',
    name: '+7; «Биты»',
    qnt: '@5',
    articul: '',
    header: '',
    done: 'Нет такого товара',
    order: 0,
    price: null,
    sum: null,
  }
  const found: ReportRow = {
    ...missed,
    row: '1, 4',
    state: 'Найден',
    code: '00077',
    name: 'Дрель',
    qnt: '2,5',
    articul: 'DX-1234',
    header: 'Дрель ударная',
    done: '',
    order: 2.5,
    price: 2000.5,
    sum: 5001.25,
  }
  const { name, content } = await call(uploadReport, { file: 'Заявка ноябрь.csv', rows: [missed, found] }, owner)
  expect(name).toBe('Отчёт_Заявка ноябрь.xlsx')
  const { Sheets, SheetNames } = read(Buffer.from(content, 'base64'), { cellFormula: true })
  const sheet = Sheets[SheetNames[0] ?? ''] ?? {}
  expect(Object.values(sheet).filter((cell) => typeof cell === 'object' && 'f' in cell)).toEqual([])
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    ['Проверка файла «Заявка ноябрь.csv»'],
    ['Строк: 2. Не найден: 1, Найден: 1'],
    [
      'Строка',
      'Состояние',
      'Артикул в файле',
      'Название в файле',
      'Кол-во в файле',
      'Артикул',
      'Товар',
      'Что сделано',
      'Заказ',
      'Цена, ₽',
      'Сумма, ₽',
    ],
    ['3', 'Не найден', '=HYPERLINK("x")', '+7; «Биты»', '@5', undefined, undefined, 'Нет такого товара', 0],
    ['1, 4', 'Найден', '00077', 'Дрель', '2,5', 'DX-1234', 'Дрель ударная', undefined, 2.5, 2000.5, 5001.25],
  ])
  await expect(call(uploadReport, { file: '', rows: [] }, owner)).rejects.toMatchObject({ status: 400 })
  const many = await call(
    uploadReport,
    { file: '', rows: Array.from({ length: api.maxUploadRows }, () => ({ ...missed, price: null })) },
    owner,
  )
  expect(many.name).toBe('Отчёт_вставленная таблица.xlsx')
})

test('malformed and forged forms are refused', async () => {
  const post = async (type: string, body: string) => {
    const response = await owner.send(api.uploadsFromFile.path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    return [response.status, ((await response.json()) as { message?: string }).message]
  }
  const part = (head: string, content = 'x') => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const refused = [400, expect.stringMatching(/[а-я]/)]
  expect(await post('multipart/form-data', 'x')).toEqual(refused)
  expect(await post('multipart/form-data; boundary=b', part('name="file"; filename="a.csv"'))).toEqual(refused)
  expect(await post('multipart/form-data; boundary=b', `${part('name="__proto__"')}--b--`)).toEqual(refused)
  expect(await post('multipart/form-data; boundary=b', `${part('name="file"')}--b--`)).toEqual(refused)
  expect(await post('application/json', JSON.stringify({ file: { name: 'a.csv', bytes: 'RFgtMTIzNDsx' } }))).toEqual(
    refused,
  )
  expect(
    (
      await post(
        'multipart/form-data; boundary=b',
        `${Array.from({ length: 60 }, (_, at) => part(`name="f${at}"`)).join('')}--b--`,
      )
    )[0],
  ).toBeLessThan(500)
  const [status] = await post(
    'multipart/form-data; boundary=b',
    `${part('name="file"; filename="../../etc/passwd"', 'DX-1234;1')}${part('name="sheet"', 'x')}--b--`,
  )
  expect(status).toBe(400)
  const crossSite = await owner.send(api.addCartFromPricelist.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: `cartList={"${drill}":1}`,
  })
  expect(crossSite.status).toBe(403)
})

test('a form without a file, a list that is not JSON and too many rows are refused in Russian', async () => {
  await expect(call(api.uploadsFromFile, {}, owner)).rejects.toMatchObject({
    status: 400,
    body: { fields: { file: 'Выберите файл' } },
  })
  await expect(call(api.addCartFromPricelist, { cartList: '{"1":' }, owner)).rejects.toMatchObject({ status: 400 })
  await expect(
    call(api.quickOrder, { rows: Array.from({ length: 501 }, () => ({ code: 'x' })) }, owner),
  ).rejects.toMatchObject({ status: 400 })
  await expect(
    call(api.uploadsFromFile, { file: new File([new Uint8Array(21 * 1024 * 1024)], 'x.csv') }, owner),
  ).rejects.toMatchObject({ status: 413, message: 'Файл больше 20 МБ' })
})
