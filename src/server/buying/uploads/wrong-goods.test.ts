import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/uploads.ts'
import type { Visitor } from '#tests/support/app.ts'
import type { TestGood } from '#tests/support/goods.ts'
import { openUploadShop, uploadGoods } from '#tests/support/upload-shop.ts'
import { call } from '#web/api/client.ts'

const { anchor } = uploadGoods
const good = (id: number, articul: string, name: string, over: Partial<TestGood> = {}): TestGood => ({
  ...anchor,
  id,
  articul,
  name,
  code: `00-${String(id).padStart(8, '0')}`,
  ...over,
})
const goods = [
  good(300, '0035', 'Сверло по бетону 27 мм'),
  good(301, 'С242У', 'Сапоги ЭВА «Барс» с утеплителем Исток'),
  good(302, 'С242Л', 'Сапоги ЭВА «Барс» без утеплителя Исток'),
  good(303, 'DCG36', 'Шлифмашина угловая аккумуляторная DCG36 36 В, 125 мм, без АКБ'),
  good(304, 'LM2432B', 'Смеситель для ванны Line с длинным изливом, чёрный матовый'),
  good(305, 'D-10110', 'Бур SDS-plus 10 × 110 мм Standard Makita', { brandId: 21 }),
  good(306, 'Z-125-6.0', 'Круг зачистной по металлу 125 × 6,0 × 22,23 Зубр', { brandId: 22 }),
  good(307, '180-2.0-A54', 'Круг отрезной по металлу 180 × 2,0 × 22,23 A54S'),
  good(308, 'МР3С-3.0', 'Электроды МР-3С ⌀ 3,0 мм'),
  good(309, 'NFL-100-1', 'Прожектор светодиодный 100 Вт 6500 К IP65, стационарный'),
  good(310, '030-235-30-64', 'Диск пильный по дереву 235 × 30 мм, Z64 Зубр', { brandId: 22 }),
  good(311, 'СЖ-35', 'Саморез жёлтый 3,5 × 25'),
  good(312, 'СЖ-350', 'Саморез жёлтый 35 × 25'),
  good(313, 'МР3С-4.0', 'Электроды МР-3С ⌀ 4,0 мм, кг Зубр', { brandId: 22 }),
  good(314, '8040-МР3С', 'Электроды МР-3С ⌀ 4,0 мм, кг Makita', { brandId: 21 }),
  good(315, 'МС-400', 'Молоток слесарный 400 г, фибергласс'),
  good(316, 'КС-20', 'Каска строительная белая'),
  good(317, 'КВ-100', 'Кабель-канал 100 × 60 мм, 2 м', { unit: 'м' }),
]

const boots = (id: number, valueId: number): TestGood => ({
  ...uploadGoods.bootsM,
  id,
  parentId: 320,
  name: `Сапоги ЭВА «Тундра» зимние Makita`,
  valueIds: [valueId],
})
goods.push(
  { id: 320, name: 'Сапоги ЭВА «Тундра» зимние Makita', articul: 'ТУН', categoryIds: [11], brandId: 21 },
  boots(321, 421),
  boots(322, 422),
)
// More goods than are compared have all words of these names.
goods.push(
  good(400, 'КТ-'.padEnd(99, 'М'), 'Ключ торцевой Makita', { brandId: 21 }),
  good(401, 'КТ-З', 'Ключ торцевой Зубр', { brandId: 22 }),
  good(402, 'ЯП', 'Ящик почтовый'),
  ...Array.from({ length: 60 }, (_, at) => good(410 + at, `КТИ-${at}`, `Ключ торцевой изогнутый № ${at + 1}`)),
  ...Array.from({ length: 60 }, (_, at) => good(480 + at, `ПЯ-${at}`, `Почтовый ящик уличный № ${at + 1}`)),
)

let shop: Awaited<ReturnType<typeof openUploadShop>>
let owner: Visitor
beforeAll(async () => {
  shop = await openUploadShop(goods)
  owner = shop.owner
})
afterAll(() => shop.portal.close())

const rowsOf = async (text: string) => (await shop.review(text)).rows
/** Goods that would be added to the basket without a question. */
const reviewAccepted = async (...lines: string[]) => {
  const rows = await rowsOf(lines.join('\n'))
  return rows.map(({ id, status }) => (['ok', 'rounded', 'capped', 'duplicate'].includes(status) ? id : null))
}
const confirmCodes = (codes: Record<string, number>) =>
  call(api.addCartFromPricelist, { cartList: { [anchor.id]: 1 }, codes }, owner)

test('a remembered number does not apply to one that differs by a sign between its digits', async () => {
  await confirmCodes({ 'винт наш 3,5х25': 311, 'd1.5': 303, 'B-1/2': 304, 'винт наш 4 8': 305 })
  expect(
    await reviewAccepted('Наименование;Кол-во', 'винт наш 3,5х25;1', 'Винт наш 3.5 × 25;2', 'винт наш 3,5*25;3'),
  ).toEqual([311])
  expect(await reviewAccepted('Наименование;Кол-во', 'винт наш 35х25;1', 'винт наш 48;1', 'винт наш 4 8;1')).toEqual([
    null,
    null,
    305,
  ])
  expect(await reviewAccepted('Артикул;Кол-во', 'D1.5;1', 'd15;1', 'В-1/2;1', 'B12;1', 'B1-2;1')).toEqual([
    303,
    null,
    304,
    null,
    null,
  ])
})

test('an entry remembered by an earlier version applies to exactly its text', async () => {
  await shop.portal.pool.query(
    `insert into client_codes (contragent_id, key, code, product_id)
    select contragent_id, 'd25', 'd2.5', 303 from contracts c join accounts a using (organisation_id)
    where a.role = 'owner' and c.number = 'ОПТ-1'`,
  )
  expect(await reviewAccepted('Артикул;Кол-во', 'd2.5;1', 'd25;1')).toEqual([303, null])
  await confirmCodes({ 'D2,5': 304 })
  expect(await reviewAccepted('Артикул;Кол-во', 'd2.5;1', 'd25;1'), 'the latest choice counts').toEqual([304, null])
})

test('texts too long to be distinguished are not remembered', async () => {
  const long = 'Болт наш очень особенный '.repeat(21)
  const [row] = await rowsOf(`Наименование;Кол-во\n${long}М8;1`)
  expect(row?.rememberAs).toBe('')
})

test('running numbers beside unknown names never match goods, also once the columns are confirmed', async () => {
  const text = ['1', '2', '3']
    .map((number, at) => `${number}\t${['Лопата', 'Грабли', 'Вилы'][at]}\t${7 - at}`)
    .join('\n')
  const { columns, rows } = await shop.review(text)
  expect(columns).toMatchObject({ articul: null, name: { index: 1, guessed: true }, qnt: { index: 2, guessed: true } })
  expect(rows.map(({ id, requested }) => [id, requested])).toEqual([
    [null, 7],
    [null, 6],
    [null, 5],
  ])
  const confirmed = await shop.review(text, { columns: { articul: null, code: null, barcode: null, name: 1, qnt: 2 } })
  expect(confirmed.rows.map(({ status, raw }) => [status, raw.name])).toEqual([
    ['notFound', 'Лопата'],
    ['notFound', 'Грабли'],
    ['notFound', 'Вилы'],
  ])
})

test('a good is not proposed because of a number alone', async () => {
  expect((await rowsOf('1 Лопата - 5 шт\n2 Грабли - 7 шт')).map(({ status, id }) => [status, id])).toEqual([
    ['notFound', null],
    ['notFound', null],
  ])
})

test('names that differ by a decimal point mean two goods', async () => {
  expect(
    await reviewAccepted(
      'Артикул;Наименование;Кол-во',
      'СЖ-35;Саморез жёлтый 3,5х25;1',
      'СЖ-350;Саморез жёлтый 3,5х25;1',
    ),
  ).toEqual([311, null])
})

test('words of several goods’ names, which together are the article of one, are a question', async () => {
  const [words, article] = await rowsOf('Наименование;Кол-во\nЭлектроды МР-3С ⌀ 4,0;5\nЭлектроды МР3С-4.0;5')
  expect([words?.status, words?.candidates.map(({ id }) => id)]).toEqual(['ambiguous', [313, 314]])
  expect([article?.status, article?.id]).toEqual(['ok', 313])
})

test('a number under a heading of the buyer’s codes never matches our code, whatever the heading', async () => {
  const rows = [
    '303;Шлифмашина угловая',
    '306;Круг зачистной',
    '00000307;Круг отрезной по металлу',
    '00-00000305;Бур SDS-plus 10',
    '900;Болт анкерный',
    '00-00000947;Болт М8',
  ].map((row) => `${row};2`)
  for (const heading of ['Код', 'Код товара', 'Артикул'])
    for (const row of rows.slice(0, heading === 'Артикул' ? 4 : 6))
      expect(await reviewAccepted(`${heading};Наименование;Кол-во`, row), `${heading}: ${row}`).toEqual([null])
  expect(
    await reviewAccepted('Наименование;Кол-во', 'Бур код 00-00000305;2', 'Болт код 900;1', 'Болт анкерный арт. 900;1'),
    'among words',
  ).toEqual([null, null, 201])
  expect(await reviewAccepted('Код поставщика;Наименование;Кол-во', '00-00000305;Бур SDS-plus;2')).toEqual([305])
  await confirmCodes({ '306': 306 })
  expect(await reviewAccepted('Код;Наименование;Кол-во', '306;Круг зачистной;2'), 'settled before').toEqual([306])
})

test('an article beside the full name of another good is checked, even if only one short word differs', async () => {
  expect(
    await reviewAccepted(
      'Артикул;Наименование;Кол-во',
      'С242Л;Сапоги ЭВА «Барс» с утеплителем Исток;1',
      'С242У;Сапоги ЭВА Барс утеплитель;1',
      'С242У;Сапоги Барс без утеплителя;1',
      'DCG36;Шлифмашина угловая с АКБ и ЗУ;1',
      'С242Л;Сапоги ЭВА Барс без утеплителя;1',
    ),
  ).toEqual([null, 301, null, null, 302])
  expect(
    await reviewAccepted('Наименование;Кол-во', 'Шлифмашина угловая DCG36 с АКБ;1', 'Шлифмашина DCG36 без АКБ;1'),
  ).toEqual([null, 303])
})

test('an article beside the name of another kind of good is checked', async () => {
  const others = [
    'DCG36;Аккумулятор для шлифмашины угловой аккумуляторной 36 В;1',
    'DCG36;Аккумулятор шлифмашины угловой;1',
    'LM2432B;Излив для смесителя;1',
    'LM2432B;Излив длинный чёрный матовый;1',
    'D-10110;Бур SDS-max 10х110 Makita;1',
    'Z-125-6.0;Круг зачистной 125 Луга;1',
    'АВ-77;Аккумулятор для шуруповёрта аккумуляторного;2',
    'DX-1234;Чехол Дрель ударная;1',
  ]
  const ours = [
    'DCG36;Угловая шлифмашина 36 В;1',
    'LM2432B;Смеситель чёрный матовый с изливом;1',
    'D-10110;Бур 10х110 SDS-plus;1',
    'АВ-77;Шуруповёрт;1',
  ]
  expect(await reviewAccepted('Артикул;Наименование;Кол-во', ...others, ...ours)).toEqual([
    ...others.map(() => null),
    303,
    304,
    305,
    102,
  ])
})

test('an article among words is certain only if all numbers beside it agree', async () => {
  const others = [
    'Прожектор светодиодный 50 Вт NFL-100-1;1',
    'Диск пильный Z48 Зубр 030-235-30-64;1',
    'Круг отрезной 230 180-2.0-A54;1',
    'Электроды МР-3С 30 мм;1',
    'Круг отрезной по металлу 180-2.0-A54 вместо Z-125-6.0;1',
    'Чехол NFL-100-1;1',
  ]
  const ours = [
    'Прожектор светодиодный 100 Вт NFL-100-1;1',
    'Диск пильный Z64 030-235-30-64;1',
    '3. Круг 180-2.0-A54;1',
  ]
  expect(await reviewAccepted('Наименование;Кол-во', ...others, ...ours)).toEqual([
    ...others.map(() => null),
    309,
    310,
    307,
  ])
})

test('an article that differs by a decimal point is asked about, unless the name contains the number', async () => {
  expect(
    await reviewAccepted(
      'Артикул;Наименование;Кол-во',
      '180-20-A54;;1',
      'МР3С-30;;1',
      'МР3С-30;Электроды;1',
      '180 2.0 A54;;2',
      '180/2/0/A54;;3',
      'мр3с 3.0;;1',
      'МР3С-30;Электроды МР-3С ⌀ 3,0 мм;4',
    ),
  ).toEqual([null, null, null, 307, 308])
})

test('a different price or brand in a row is asked about, even with a general name', async () => {
  const rows = await rowsOf('Артикул;Наименование;Цена;Кол-во\n900;Болт;4800;5\n901;;4800;5\nK-1;Кабель;51;5')
  expect(rows.map(({ status, doubt }) => [status, doubt])).toEqual([
    ['check', 'price'],
    ['check', 'price'],
    ['ok', null],
  ])
  const brands = ['D-10110;Bosch;5', 'D-10110;Зубр;5', 'D-10110;МАКИТА;5', 'Z-125-6.0;Россия;1', 'DX-1234;;1']
  expect(await reviewAccepted('Артикул;Бренд;Кол-во', ...brands)).toEqual([null, null, 305, 306, 101])
  const [bosch] = await rowsOf('Артикул;Бренд;Кол-во\nD-10110;Bosch;5')
  expect(bosch?.note).toBe('В файле другой бренд: Bosch')
})

test('two article columns that match different goods are asked about', async () => {
  const { rows } = await shop.review(
    'Артикул старый;Артикул новый;Наименование;Кол-во\n900;901;Болт анкерный;3\n900;;Болт анкерный;3\n901;НЕТ-1;Болт;1',
  )
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
    [201, 'check', 'code'],
    [201, 'ok', null],
    [202, 'ok', null],
  ])
  expect(rows[0]?.candidates.map(({ id }) => id)).toEqual([201, 202])
  expect(await reviewAccepted('Артикул;Штрихкод;Штрих-код;Кол-во', 'DX-1234;4607001234567;4607009990012;2')).toEqual([
    null,
  ])
})

test('a proposal with another brand, size or colour is marked as contradicted, not just similar', async () => {
  const text = 'Наименование;Кол-во\nкруг отрезной 180 зубр наш;1\nсаморез жёлт. 3,5х25 наш;1'
  const rows = await rowsOf(text)
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
    [expect.anything(), 'check', expect.stringMatching(/brand|name|similar/)],
    [311, 'check', 'similar'],
  ])
  const [bit] = await rowsOf('Наименование;Кол-во\nдрель ударная наша Зубр;1')
  expect([bit?.id, bit?.status, bit?.doubt]).toEqual([101, 'check', 'brand'])
})

test('for a model recognised by name the given size is proposed', async () => {
  const rows = await rowsOf('Наименование;Размер;Кол-во\nСапоги ЭВА Тундра;L;2\nСапоги ЭВА Тундра;XS;2')
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [322, 'check'],
    [null, 'ambiguous'],
  ])
  const typed = await rowsOf('Сапоги ЭВА «Тундра» зимние\nM размер - 2 пары\nразмер L - 1 пара\nDX-1234 - 2 шт')
  expect(typed.map(({ row, id }) => [row, id])).toEqual([
    [2, 321],
    [3, 322],
    [4, 101],
  ])
})

test('a number equal to our article but for zeros is asked about if the name leaves the size open', async () => {
  expect(
    await reviewAccepted(
      'Артикул;Наименование;Кол-во',
      '35;Сверло по бетону;30',
      '35;Сверло по бетону 27 мм;1',
      'Z-125-6.0;Круг зачистной;1',
    ),
  ).toEqual([null, 300, 306])
  const [rods] = await rowsOf('Наименование;Кол-во\nЭлектроды МР-3С 30 мм;1')
  expect(rods?.doubt, 'a measure is no part of an article').toBe('name')
})

test('a name of two brands is asked about and an exact one is found among many goods with the same words', async () => {
  expect(
    await reviewAccepted('Наименование;Кол-во', 'Ключ торцевой;1', 'Ключ торцевой Makita;2', 'Ящик почтовый;3'),
  ).toEqual([null, 400, 402])
})

test.each([
  ['МС-400', 'только 600 г!', 'check'],
  ['МС-400', '0,6 кг', 'check'],
  ['МС-400', '0,4 кг', 'ok'],
  ['МС-400', 'не тяжелее 600 г', 'ok'],
  ['МС-400', 'срочно, на объект 600', 'ok'],
  ['КС-20', 'красная', 'check'],
  ['КС-20', 'не красная', 'ok'],
  ['901', 'нужен М10', 'check'],
  ['901', 'М8, как обычно', 'ok'],
  ['КВ-100', 'резать по 3 м', 'ok'],
  ['КВ-100', '10 м', 'ok'],
])('a note beside a row is evidence of its good: %s, %j', async (articul, note, status) => {
  const noted = await rowsOf(`Артикул;Кол-во;Примечание\n${articul};2;${note}\n900;1;`)
  expect(noted.map((row) => [row.status, row.doubt])).toEqual([
    [status, status === 'ok' ? null : 'size'],
    ['ok', null],
  ])
  if (status === 'check') expect(noted[0]?.note).toBe(`В файле пометка «${note}»: проверьте товар`)
})

test('a note in a column without a heading is evidence, too', async () => {
  expect(await reviewAccepted('Артикул;Кол-во;', 'МС-400;2;только 600 г!', 'КС-20;1;', '900;1;')).toEqual([
    null,
    316,
    201,
  ])
})

test('a size after the name, in a column of its own or beside the quantity is evidence, in any unit', async () => {
  expect(
    await reviewAccepted(
      'Артикул;Наименование;Кол-во',
      'МС-400;Молоток слесарный 600 г;1',
      'МС-400;Молоток слесарный (0,6 кг);1',
    ),
  ).toEqual([null, null])
  expect(await reviewAccepted('Артикул;Наименование;Кол-во', 'МС-400;Молоток слесарный 0,4 кг;1')).toEqual([315])
  expect(await reviewAccepted('Артикул;Размер;Кол-во', 'МС-400;600 г;1', '900;;2')).toEqual([null, 201])
  expect(await reviewAccepted('Артикул;Размер;Кол-во', 'МС-400;400 г;1', '900;;2')).toEqual([315, 201])
  expect(await reviewAccepted('Артикул;Кол-во', 'МС-400;2 шт (600 г)', 'КС-20;3 красных', '900;2')).toEqual([
    null,
    null,
    201,
  ])
})
