import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/uploads.ts'
import { plainText } from '#server/platform/files/tables/sheet.ts'
import { parseTypedLine } from '#server/platform/files/tables/typed-lines.ts'
import type { Visitor } from '#tests/support/app.ts'
import { workbookOf } from '#tests/support/price-sheets.ts'
import { goodIds } from '#tests/support/shop.ts'
import { openUploadShop, uploadGoods } from '#tests/support/upload-shop.ts'
import { call } from '#web/api/client.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>
let owner: Visitor
const { drill, impact } = goodIds
const { anchor, dowel } = uploadGoods

beforeAll(async () => {
  shop = await openUploadShop()
  owner = shop.owner
})
afterAll(() => shop.portal.close())

const review: (typeof shop)['review'] = (...input) => shop.review(...input)
const hits = ({ rows }: Awaited<ReturnType<typeof review>>) =>
  rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])

test('a good found by its article whose name fits another has to be checked, with both shown', async () => {
  const bolts = '900;Болт анкерный М8х50;10\n901;Болт анкерный М8х50;10'
  const others = 'K-2;Кабель ВВГ 3х2,5;5\nDX-1234;Шуруповёрт аккумуляторный;1'
  const { rows, sum } = await review(`Артикул;Наименование;Кол-во\n${bolts}\n${others}`)
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
    [201, 'check', 'name'],
    [202, 'ok', null],
    [204, 'check', 'name'],
    [drill, 'check', 'name'],
  ])
  expect(rows[0]).toMatchObject({
    raw: { name: 'Болт анкерный М8х50' },
    goods: { header: anchor.name },
    candidates: [{ id: 201 }, { id: 202 }],
  })
  expect(sum, 'what is to be checked costs nothing yet').toBe(10 * 50)
})

test('a number is read as our 1C code only under such a heading, and is ignored beside an exact name', async () => {
  expect(hits(await review('Код;Кол-во\n00-00000947;3\n1;2'))).toEqual([
    [null, 3, 'notFound', null],
    [null, 2, 'notFound', null],
  ])
  expect(hits(await review('Артикул;Кол-во\n00-00000947;3'))).toEqual([[null, 3, 'notFound', null]])
  expect(hits(await review('Код поставщика;Кол-во\n00-00000947;3\n1;2'))).toEqual([
    [201, 3, 'ok', null],
    [202, 2, 'ok', null],
  ])
  expect(hits(await review('Код;Наименование;Кол-во\n1;Болт анкерный М8х50;2'))).toEqual([[202, 2, 'ok', null]])
  expect(hits(await review('Код;Наименование;Кол-во\n900;Лопата штыковая;2'))).toEqual([[null, 2, 'notFound', null]])
})

test('a number typed into our field is read as our 1C code, one pasted from the buyer’s table is not', async () => {
  const answered = async (pasted: boolean) => {
    const rows = ['00-00000947', 'DX-1234', '900'].map((code) => ({ code, qnt: '2', pasted }))
    return (await call(api.quickOrder, { rows }, owner)).rows.map(({ id, status }) => [id, status])
  }
  expect(await answered(false)).toEqual([
    [201, 'ok'],
    [drill, 'ok'],
    [201, 'ok'],
  ])
  expect(await answered(true)).toEqual([
    [null, 'notFound'],
    [drill, 'ok'],
    [201, 'ok'],
  ])
})

test('an exact name overrides a bare number, and a column of foreign numbers is not asked about per row', async () => {
  expect(hits(await review('Код;Наименование;Кол-во\n900;Кабель ВВГ 3х2,5;2'))).toEqual([[203, 2, 'ok', null]])
  const own = [
    '900;Дрель ударная;1',
    '901;Кабель ВВГ 3х2,5;2',
    '900;Шуруповёрт аккумуляторный;3',
    '901;Кабель NYM 3х2,5;4',
  ]
  expect(hits(await review(['Артикул;Наименование;Кол-во', ...own].join('\n')))).toEqual([
    [drill, 1, 'ok', null],
    [203, 2, 'ok', null],
    [impact, 3, 'ok', null],
    [204, 4, 'ok', null],
  ])
})

test('a number that may lack leading zeros can be several goods, and the name decides', async () => {
  expect(hits(await review('Артикул;Кол-во\n77;2\n0077;3'))).toEqual([
    [null, 2, 'ambiguous', null],
    [206, 3, 'ok', null],
  ])
  expect(hits(await review('Артикул;Кол-во\n000077;2'))).toEqual([[null, 2, 'ambiguous', null]])
  expect(hits(await review('Артикул;Наименование;Кол-во\n77;Гайка М8;2\n77;Гайка М10;3\n77;Шайба;1'))).toEqual([
    [205, 2, 'ok', null],
    [206, 3, 'ok', null],
    [null, 1, 'ambiguous', null],
  ])
  expect(hits(await review('Артикул;Кол-во\nарт. 901;2\nАрт: K-1;1'))).toEqual([
    [202, 2, 'ok', null],
    [203, 1, 'ok', null],
  ])
})

test('a column of foreign codes is not asked about per row if exact names decide', async () => {
  const rows = [
    'K-1;Дрель ударная;1',
    'K-2;Болт анкерный М8х40;2',
    'DX-1234;Болт анкерный М8х50;3',
    'НФ-7;Шуруповёрт аккумуляторный;4',
  ]
  expect(hits(await review(['Код;Наименование;Кол-во', ...rows].join('\n')))).toEqual([
    [drill, 1, 'ok', null],
    [201, 2, 'ok', null],
    [202, 3, 'ok', null],
    [impact, 4, 'ok', null],
  ])
  const numbers = ['900;Дрель ударная;1', '901;Кабель ВВГ 3х2,5;2', '900;Шуруповёрт аккумуляторный;3', '901;;4']
  expect(
    hits(await review(['Артикул;Наименование;Кол-во', ...numbers].join('\n'))).at(-1),
    'without a name it asks',
  ).toEqual([202, 4, 'check', 'similar'])
  expect(
    hits(await review(['Артикул;Наименование;Кол-во', ...rows].join('\n')))
      .slice(0, 3)
      .map(([, , status]) => status),
  ).toEqual(['check', 'check', 'check'])
})

test('a different unit, size or price has to be checked', async () => {
  expect(hits(await review('Артикул;Ед. изм.;Кол-во\nK-1;кг;5\nK-2;м;5'))).toEqual([
    [203, 5, 'check', 'unit'],
    [204, 5, 'ok', null],
  ])
  expect(hits(await review('Артикул;Ед.;Заказ\nK-1;ящ;5 м\nK-2;м;5 м'))).toEqual([
    [203, 5, 'check', 'unit'],
    [204, 5, 'ok', null],
  ])
  const unheaded = 'K-1;м;2\nK-2;ящ;3\nDX-1234;шт;4'
  expect(
    hits(await review(unheaded, { columns: { articul: 0, code: null, barcode: null, name: null, qnt: 2 } })),
  ).toEqual([
    [203, 2, 'ok', null],
    [204, null, 'badQty', null],
    [drill, 4, 'ok', null],
  ])
  expect(hits(await review('Артикул;ЕИ;Заказ\nK-1;кг;5'))).toEqual([[203, 5, 'check', 'unit']])
  expect(hits(await review('Артикул;Цена;Кол-во\n900;4800;5\n901;48;5'))).toEqual([
    [201, 5, 'check', 'price'],
    [202, 5, 'ok', null],
  ])
  expect(hits(await review('Артикул;Размер;Кол-во\nSP;L;5\nSP;M;1\nSP;XS;2'))).toEqual([
    [212, 5, 'ok', null],
    [211, 1, 'ok', null],
    [null, 2, 'ambiguous', null],
  ])
})

test('a size of a good without sizes has to be checked, unless its article is given', async () => {
  const rows = ['Гайка М8;XL;2', 'Болт анкерный М8х40;М8х40;3', 'Гайка М8;-;4', 'Шуруповёрт аккумуляторный;;5']
  expect(hits(await review(['Наименование;Размер;Кол-во', ...rows].join('\n')))).toEqual([
    [205, 2, 'check', 'size'],
    [201, 3, 'ok', null],
    [205, 4, 'ok', null],
    [impact, 5, 'ok', null],
  ])
  expect(hits(await review('Артикул;Наименование;Размер;Кол-во\nK-1;Кабель ВВГ 3х2,5;бухта 100;2'))).toEqual([
    [203, 2, 'ok', null],
  ])
})

test('guessed columns are confirmed once', async () => {
  const text = 'DX-1234\t2\nАВ-77\t3\n901\t7'
  const found = await review(text)
  expect(found.asks).toEqual(['columns'])
  expect(hits(found).map(([, , status, doubt]) => [status, doubt])).toEqual(
    Array.from({ length: 3 }, () => ['check', 'columns']),
  )
  const columns = {
    articul: found.columns.articul?.index ?? null,
    code: null,
    barcode: null,
    name: found.columns.name?.index ?? null,
    size: null,
    qnt: 1,
  }
  const confirmed = await review(text, { columns })
  expect(confirmed.asks).toEqual([])
  expect(hits(confirmed)).toEqual([
    [drill, 2, 'ok', null],
    [impact, 3, 'ok', null],
    [202, 7, 'ok', null],
  ])
})

test('dates and other unusual cells are proposed as a quantity, never taken as one', async () => {
  const rows = [
    ['Артикул', 'Заказ'],
    ['DX-1234', 46_143],
    ['АВ-77', 0.15],
    ['900', 0.4375],
    ['901', '5-10'],
    ['ПЕР-L', '1 шт + 1'],
    ['K-2', '½'],
  ]
  const book = workbookOf({ Лист1: rows }, { formats: { B2: 'dd.mmm', B3: '0%', B4: 'h:mm' } })
  const { rows: answered } = await call(
    api.uploadsFromFile,
    { file: new File([new Uint8Array(book)], 'Заявка.xlsx') },
    owner,
  )
  expect(answered.map(({ requested, status, proposed }) => [requested, status, proposed])).toEqual([
    [null, 'badQty', 1.5],
    [null, 'badQty', null],
    [null, 'badQty', null],
    [null, 'badQty', 5],
    [null, 'badQty', 2],
    [null, 'badQty', 0.5],
  ])
})

test('[V.7] a negative quantity in a file or pasted text is asked about; a typed one loses its sign', async () => {
  const text = ['DX-1234;-4', 'АВ-77;(3)', '900;-2,000', '901;5'].join('\n')
  const negative = await review(`Артикул;Кол-во\n${text}`)
  expect(
    negative.rows.map(({ id, requested, status, proposed, added }) => [id, requested, status, proposed, added]),
  ).toEqual([
    [drill, null, 'badQty', 4, 0],
    [impact, null, 'badQty', 3, 0],
    [201, null, 'badQty', 2, 0],
    [202, 5, 'ok', null, 5],
  ])
  expect(negative.rows[0]?.note).toBe('Отрицательное количество: «-4»')
  expect(hits(await review('Артикул;Магазин 1;Магазин 2\nDX-1234;5;-2', { quantities: [1, 2] }))).toEqual([
    [drill, null, 'badQty', null],
  ])
  const returns = await review('Артикул;Кол-во\nDX-1234;-1\nАВ-77;-1\n900;-1\n901;-1')
  expect(returns).toMatchObject({ columns: { qnt: { index: 1 } }, counts: { badQty: 4 } })
  const { rows } = await call(
    api.quickOrder,
    {
      rows: [
        { code: '901', qnt: -4 },
        { code: '901', qnt: '-4', id: 202 },
      ],
    },
    owner,
  )
  expect(hits({ rows } as typeof negative)).toEqual([
    [202, 4, 'ok', null],
    [202, null, 'badQty', null],
  ])
})

test('for several quantity columns the buyer is asked for one of them or their sum', async () => {
  const text = 'Артикул;Магазин 1;Магазин 2;Итого\nDX-1234;1;1;2\nАВ-77;;3;3'
  const open = await review(text)
  expect(open).toMatchObject({
    asks: ['quantities'],
    rows: [],
    quantities: [{ index: 1, heading: 'Магазин 1', rows: 1, sum: 1 }, { index: 2, rows: 2, sum: 4 }, { index: 3 }],
  })
  expect(hits(await review(text, { quantities: [1, 2] }))).toEqual([
    [drill, 2, 'ok', null],
    [impact, 3, 'ok', null],
  ])
  expect(await review(text, { quantities: JSON.stringify([1, 2]) as never })).toMatchObject({
    summed: [1, 2],
    asks: [],
  })
  const summed = [
    { index: 1, heading: 'Магазин 1' },
    { index: 2, heading: 'Магазин 2' },
  ]
  await call(
    api.addCartFromPricelist,
    { cartList: { [drill]: 1 }, columns: { articul: { index: 0, heading: 'Артикул' }, summed } },
    owner,
  )
  expect(await review(text)).toMatchObject({ remembered: true, summed: [1, 2], asks: [] })
})

test('several goods in a typed line become a row each with its number, or the line is asked about', async () => {
  const text = [
    'Добрый день!',
    'DX-1234 - 2 шт, АВ-77 - 3 шт.',
    '901 - 7 шт, срочно',
    '900 - 1 шт, Кабель NYM',
    'Кабель ВВГ 3х2,5 5 м и Дрель ударная',
    'Кабель NYM 3х2,5 - 4 м',
  ].join('\n')
  const { rows, tally } = await review(text)
  expect(rows.map(({ row, id, requested, status }) => [row, id, requested, status])).toEqual([
    [2, drill, 2, 'ok'],
    [2, impact, 3, 'ok'],
    [3, 202, 7, 'ok'],
    [4, 201, 1, 'ok'],
    [4, 204, null, 'check'],
    [5, expect.anything(), null, expect.stringMatching(/check|badQty/)],
    [6, 204, 4, 'ok'],
  ])
  expect(tally).toMatchObject([{ rows: 6, answered: 5, withoutQuantity: 1 }])
})

test('a line with only an emoji counts as a line', async () => {
  const sent = (at: string, words: string) => `[19.11.2026, ${at}] Павел Снаб: ${words}`
  const lines = [
    sent('09:12:44', 'Доброе утро!'),
    sent('09:13:00', 'DX-1234 - 2 шт'),
    sent('09:40:02', '👍👍'),
    sent('09:41:15', '👍'),
  ]
  const { rows, tally } = await review(lines.join('\n'))
  expect(rows.map(({ id, requested }) => [id, requested])).toEqual([[drill, 2]])
  expect(tally).toMatchObject([{ rows: 4, blank: 0, answered: 1 }])
})

test('a typed text that is one good’s article and another’s name is asked about', async () => {
  const { rows } = await review('СП-55 - 6 шт\nDX-1234 - 2 шт')
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [null, 'ambiguous'],
    [drill, 'ok'],
  ])
  expect(rows[0]?.candidates.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([220, 221])
  expect(hits(await review('Артикул;Кол-во\nСП-55;6'))).toEqual([[220, 6, 'ok', null]])
  expect(hits(await review('Наименование;Кол-во\nСП-55;6\nДрель ударная;1\nКабель NYM 3х2,5;2'))).toEqual([
    [null, 6, 'ambiguous', null],
    [drill, 1, 'ok', null],
    [204, 2, 'ok', null],
  ])
})

test.each<[string, [string, string | null]]>([
  ['DX-1234 2500 руб 3 шт', ['DX-1234', '3 шт']],
  ['DX-1234 3 шт по 2500 руб с НДС', ['DX-1234', '3 шт']],
  ['13. УОНИ-2.0Р 10', ['УОНИ-2.0Р', '10']],
  ['"Клапан 3/4"", латунь - 8 шт"', ['Клапан 3/4", латунь', '8 шт']],
  ['Закл. М4 нерж. 110 шт', ['Закл. М4 нерж.', '110 шт']],
  ['Саморез Tech-Krep 4,25 кг', ['Саморез Tech-Krep', '4,25 кг']],
  ['24 м AA126063', ['AA126063', '24 м']],
  ['90 шт ХМ-Б1-56-2', ['ХМ-Б1-56-2', '90 шт']],
  ['4 x DDF485Z', ['DDF485Z', '4']],
  ['5 м ВВГ 3х2,5 - 10', ['5 м ВВГ 3х2,5 - 10', null]],
  ['Дрель 2 шт срочно', ['Дрель 2 шт срочно', null]],
  ['10 шт', ['10 шт', null]],
  ['Саморез 5, - 1 кг', ['Саморез 5', '1 кг']],
])('the typed line %j gives its good and quantity, or is asked about', (line, [good, quantity]) => {
  expect(parseTypedLine(line).map(plainText)).toEqual([good, quantity ?? '?'])
})

test('a price list without quantities is reported as such', async () => {
  const list = [
    'Артикул;Наименование;Цена;Остаток;Кол-во в упаковке',
    ...Array.from({ length: 40 }, (_, row) => `A-${row};Товар ${row};${row}00;${row};10`),
  ]
  expect(await review(list.join('\n'))).toMatchObject({ noOrder: true, asks: [], rows: [], tally: [{ rows: 41 }] })
})

test('every row of every sheet is counted exactly once', async () => {
  const book = workbookOf({
    Заказ: [['Заявка'], ['Артикул', 'Кол-во'], ['DX-1234', 2], [], ['АВ-77', null], ['Итого', 2], ['Директор Сидоров']],
    Условия: [['Оплата', '30 дней'], [], ['Доставка', 'бесплатно']],
  })
  const { tally, rows } = await call(
    api.uploadsFromFile,
    { file: new File([new Uint8Array(book)], 'Заявка.xlsx') },
    owner,
  )
  expect(rows).toHaveLength(1)
  expect(tally).toEqual([
    {
      sheet: 0,
      rows: 7,
      answered: 1,
      blank: 1,
      headings: 2,
      totals: 1,
      withoutQuantity: 2,
      hidden: 0,
      truncated: 0,
      other: 0,
      columnsBeyond: 0,
    },
    {
      sheet: 1,
      rows: 3,
      answered: 0,
      blank: 1,
      headings: 0,
      totals: 0,
      withoutQuantity: 0,
      hidden: 0,
      truncated: 0,
      other: 2,
      columnsBeyond: 0,
    },
  ])
})

test('[P.3] each row has the quantity in the basket and the quantity to be added', async () => {
  await call(api.addCartFromPricelist, { cartList: { [drill]: 5 } }, owner)
  const { rows } = await review('Артикул;Кол-во\nDX-1234;4')
  expect(rows).toMatchObject([{ id: drill, in_basket: 5, accepted: 4, added: 2 }])
})

test('a name in another notation, without its brand or with the brand in a separate column is recognised', async () => {
  const header = 'Артикул;Наименование;Бренд;Кол-во'
  expect(hits(await review('Наименование;Кол-во\nболт анкерный М8*50;2\nКабель 3*2,5 ВВГ;5'))).toEqual([
    [202, 2, 'ok', null],
    [203, 5, 'ok', null],
  ])
  expect(hits(await review('Наименование;Кол-во\nГайка колпачковая М8;2'))[0], 'brands of both').toEqual([
    231,
    2,
    'check',
    'similar',
  ])
  expect(hits(await review(`${header}\n;Гайка колпачковая М8;Зубр;2\n;Гайка колпачковая М8;Makita;3`))).toEqual([
    [231, 2, 'ok', null],
    [232, 3, 'ok', null],
  ])
  expect(hits(await review(`${header}\nГК-8;Гайка колпачковая М8;Зубр;2`)), 'one article of two brands').toEqual([
    [231, 2, 'ok', null],
  ])
  expect(
    hits(await review(`${header}\nГКУ-8;Гайка колпачковая удлинённая М8;Зубр;2`)),
    'another brand than that of the article',
  ).toEqual([[233, 2, 'check', 'brand']])
})

test('words under a heading of articles are matched by name', async () => {
  expect(
    hits(await review('Модель;Характеристика;Кол-во\nСапоги рабочие;(L);2\nСапоги рабочие;M;1\nГайка М8;;3')),
  ).toEqual([
    [212, 2, 'ok', null],
    [211, 1, 'ok', null],
    [205, 3, 'ok', null],
  ])
})

test('a column of names is recognised even if one of them is a good’s article', async () => {
  const rows = ['СП-55;2', 'Гайка М8;3', 'Кабель ВВГ 3х2,5;4']
  const answer = await review(['Наименование;Кол-во', ...rows].join('\n'))
  expect([answer.columns.name?.index, answer.columns.articul]).toEqual([0, null])
  expect(hits(answer).map(([id, , status]) => [id, status])).toEqual([
    [null, 'ambiguous'],
    [205, 'ok'],
    [203, 'ok'],
  ])
})

test('an article beside another good’s full name is checked, even if its own name contains that', async () => {
  const rows = ['K-2;Кабель NYM;3', 'ГКУ-8;Гайка колпачковая М8 Makita;2', 'ГКУ-8;Гайка колпачковая;4']
  expect(hits(await review(['Артикул;Наименование;Кол-во', ...rows].join('\n')))).toEqual([
    [204, 3, 'ok', null],
    [233, 2, 'check', 'name'],
    [233, 4, 'ok', null],
  ])
})

test('a size may be given with the word for size', async () => {
  expect(hits(await review('Наименование;Кол-во\nСапоги рабочие (р. L);2\nСапоги рабочие, размер M;1'))).toEqual([
    [212, 2, 'ok', null],
    [211, 1, 'ok', null],
  ])
})

test('a text that is one’s name and another’s article is asked about; numbers of ‘Позиция’ are no names', async () => {
  expect(hits(await review('Артикул;Наименование;Кол-во\n;СП-55;6\nM415;;1'))[0]).toEqual([null, 6, 'ambiguous', null])
  expect(hits(await review('Позиция;Номенклатура;Количество\n1;Гайка М8;2\n2;Кабель NYM 3х2,5;3'))).toEqual([
    [205, 2, 'ok', null],
    [204, 3, 'ok', null],
  ])
})

test('a row cancelled by a remark is asked about, and not accepted with the others', async () => {
  const { rows } = await review(
    'Артикул;Наименование;Кол-во;Пометки\nK-1;Кабель ВВГ 3х2,5;5;срочно\nK-2;Кабель NYM 3х2,5;6;НЕ НАДО, отмена',
  )
  expect(rows.map(({ id, status, doubt, note }) => [id, status, doubt, note])).toEqual([
    [203, 'ok', null, ''],
    [204, 'check', 'cancelled', 'В файле пометка «НЕ НАДО, отмена»: заказать?'],
  ])
})

test('a row whose code cell repeats the heading counts as goods even if its quantity is a date', async () => {
  const { rows, tally } = await review(
    'Код;Наименование;Кол-во\nКод;Гайка М8;12.03.2026\n;Гайка М10;2\nКод;Наименование;Кол-во\n;Гайка М8;3',
  )
  expect(rows.map(({ row, status }) => [row, status === 'ok'])).toEqual([
    [2, false],
    [3, true],
    [5, true],
  ])
  expect(tally).toMatchObject([{ answered: 3, headings: 2 }])
})

test('unrelated words do not propose a good', async () => {
  const { rows } = await review('Наименование;Кол-во\nСовсем другое название;3')
  expect(rows).toMatchObject([{ status: 'notFound', candidates: [], note: 'Нет такого товара по вашему договору' }])
})

test('codes in one row that match different goods are asked about, and all are shown', async () => {
  const { rows } = await review('Артикул;Штрихкод;Кол-во\nDX-1234;4607009990012;2\nDX-1234;4607001234567;1')
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
    [drill, 'check', 'code'],
    [drill, 'ok', null],
  ])
  expect(rows[0]?.candidates.map(({ id }) => id)).toEqual([drill, 203])
  expect(hits(await review('Артикул;Код поставщика;Кол-во\nDX-1234;00-00000947;2'))[0]?.slice(2)).toEqual([
    'check',
    'code',
  ])
})

test('a name with one word replaced means another good', async () => {
  const goods = ['900;Болт фундаментный М8х40;2', '900;Болт анкерный М8х40;3', 'K-1;Кабель силовой ВВГ 3х2,5 чёрный;4']
  expect(hits(await review(['Артикул;Наименование;Кол-во', ...goods].join('\n')))).toEqual([
    [201, 2, 'check', 'name'],
    [201, 3, 'ok', null],
    [203, 4, 'ok', null],
  ])
  expect(hits(await review('Код;Наименование;Кол-во\n00-00000947;Болт откидной М8х40;2'))[0]?.[2]).not.toBe('ok')
})

test('a confirmed code is valid only with the name and size it was confirmed with', async () => {
  const settle = (codes: Record<string, number>, names: Record<string, string>) =>
    call(api.addCartFromPricelist, { cartList: { [anchor.id]: 1 }, codes, names }, owner)
  await settle({ '17': drill, 'СВОЙ-9': drill, SP: 212 }, { '17': 'Машинка сверлильная', 'СВОЙ-9': '' })
  const rows = ['17;Машинка сверлильная;1', '17;Лопата штыковая;2', '17;;3', 'СВОЙ-9;Кувалда 5 кг;4']
  const outcomes: unknown[] = []
  for (const row of rows) outcomes.push(hits(await review(`Артикул;Наименование;Кол-во\n${row}`))[0])
  expect(outcomes).toEqual([
    [drill, 1, 'ok', null],
    [drill, 2, 'check', 'name'],
    [drill, 3, 'ok', null],
    [drill, 4, 'check', 'name'],
  ])
  expect(hits(await review('Артикул;Размер;Кол-во\nSP;M;3\nSP;L;2'))).toEqual([
    [211, 3, 'ok', null],
    [212, 2, 'ok', null],
  ])
  expect(hits(await review('Артикул;Ед.;Кол-во\nСВОЙ-9;кг;3'))[0]?.slice(2)).toEqual(['check', 'unit'])
})

test('a choice is remembered by name or code together with the size', async () => {
  const settle = async (text: string, id: number) => {
    const [row] = (await review(text)).rows
    if (!row) throw new Error('no row to settle')
    await call(
      api.addCartFromPricelist,
      { cartList: { [id]: 1 }, codes: { [row.rememberAs]: id }, names: { [row.rememberAs]: row.raw.name } },
      owner,
    )
  }
  const named = 'Наименование;Размер;Кол-во\nОбувь резиновая зимняя;'
  await settle(`${named}M;1`, 211)
  expect(hits(await review(`${named}M;2`))).toEqual([[211, 2, 'ok', null]])
  expect(hits(await review(`${named}L;2`))[0]?.[0]).toBeNull()
  const coded = 'Артикул;Размер;Кол-во\nМОДЕЛЬ-5;'
  await settle(`${coded}43-44;1`, drill)
  await settle(`${coded}45-46;1`, impact)
  expect(hits(await review(`${coded}43-44;2\nМОДЕЛЬ-5;45-46;3\nМОДЕЛЬ-5;47-48;3`))).toEqual([
    [drill, 2, 'ok', null],
    [impact, 3, 'ok', null],
    [null, 3, 'notFound', null],
  ])
})

test('stock below one step is distinguished from no stock', async () => {
  const { rows } = await review(`Артикул;Кол-во\n${dowel.articul};100`)
  expect(rows[0]).toMatchObject({
    status: 'out',
    note: 'Остаток меньше кратности',
    goods: { available: 0, below_step: true },
  })
  expect((await review('Артикул;Кол-во\n901;1')).rows[0]?.goods).toMatchObject({ below_step: false })
})

test('quick order answers what would be added beside the quantity in the basket', async () => {
  await call(api.addCartFromPricelist, { cartList: { [drill]: 7 } }, owner)
  const { rows } = await call(api.quickOrder, { rows: [{ code: 'DX-1234', qnt: '2' }] }, owner)
  expect(rows[0]).toMatchObject({ accepted: 2, added: 0, in_basket: 7 })
})

test('a size in the buyer’s notation and a brand in a separate column are part of a confirmed code', async () => {
  const [boots] = (await review('Наименование;Размер;Кол-во\nСапоги резиновые наши;XS;2')).rows
  const [nut] = (await review('Наименование;Бренд;Кол-во\nГайка наша глухая;Makita;2')).rows
  const codes = { [boots?.rememberAs ?? '']: 211, [nut?.rememberAs ?? '']: 232 }
  await call(api.addCartFromPricelist, { cartList: { [anchor.id]: 1 }, codes }, owner)
  expect(hits(await review('Наименование;Размер;Кол-во\nСапоги резиновые наши;XS;3'))).toEqual([[211, 3, 'ok', null]])
  expect(
    hits(await review('Наименование;Бренд;Кол-во\nГайка наша глухая;Makita;3\nГайка наша глухая;Зубр;1')).map(
      ([id]) => id,
    ),
  ).toEqual([232, expect.not.stringMatching(/232/)])
})
