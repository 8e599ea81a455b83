import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodIds } from '#tests/support/shop.ts'
import { shownText } from '#server/platform/files/tables/sheet.ts'
import { parseTypedLine } from '#server/platform/files/tables/typed-lines.ts'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const { drill, impact } = goodIds
const review: (typeof shop)['review'] = (...input) => shop.review(...input)
const linesOf = ({ rows }: Awaited<ReturnType<typeof review>>) =>
  rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])
const acceptedStatuses = ['ok', 'rounded', 'capped', 'duplicate']

test.each([
  ['0" упак"', 5, 'badQty'],
  ['0" кор."', 2, 'badQty'],
  ['"упак. "0', 2, 'badQty'],
  ['0" тыс. шт"', 3, 'badQty'],
  ['0" кор (по 10)"', 3, 'badQty'],
  ['0" кг"', 3, 'check'],
  ['#,##0,', 5000, 'badQty'],
  ['0" шт"', 3, 'ok'],
  ['#,##0.00', 3, 'ok'],
])('[C.45] a quantity displayed by the format %j is read with its unit', async (format, value, status) => {
  const { rows } = await shop.reviewBook(
    {
      Заявка: [
        ['Артикул', 'Кол-во'],
        ['900', value],
      ],
    },
    { formats: { B2: format } },
  )
  expect(rows.map((row) => [row.id, row.status])).toEqual([[201, status]])
})

test.each([
  ['Кол-во, кг', [201, 'check', 'unit']],
  ['Количество (м)', [201, 'check', 'unit']],
  ['Заказ, комплектов', [201, 'check', 'unit']],
  ['Кол-во пар', [201, 'check', 'unit']],
  ['Заказ, уп', [201, 'badQty', null]],
  ['Кол-во, шт', [201, 'ok', null]],
])('[C.45] the unit in the heading %j is compared with the good’s unit', async (heading, expected) => {
  const { rows } = await review(`Артикул;${heading}\n900;3`)
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([expected])
  const units = await review(`Артикул;Ед.;${heading}\n900;шт;3`)
  expect(acceptedStatuses.includes(units.rows[0]?.status ?? '')).toBe(expected[1] === 'ok')
})

test('[C.45] metres of a good sold by metre are accepted without a question', async () => {
  expect(linesOf(await review('Артикул;Кол-во, м\nK-1;3'))).toEqual([[203, 3, 'ok', null]])
})

test.each(['минус 5', 'уже заказал 5', '5 нет', '2O', '5 вместо 3'])(
  '[C.45] the quantity %j is asked about',
  async (qnt) => {
    const { rows } = await review(`Артикул;Кол-во\n900;${qnt}\n901;5`)
    expect(rows.map(({ id, requested, proposed }) => [id, requested, proposed])).toEqual([
      [201, null, qnt === '2O' ? 20 : 5],
      [202, 5, null],
    ])
    expect(acceptedStatuses).not.toContain(rows[0]?.status)
  },
)

test.each(['убрать', 'заменить на K-1', 'без него', 'уже заказали', 'Удалите, пожалуйста'])(
  '[C.45] the remark %j is asked about, in all rows of the good',
  async (remark) => {
    const { rows } = await review(`Артикул;Кол-во;Комментарий\n900;10;\n900;5;${remark}\n901;5;`)
    expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
      [201, 'check', 'cancelled'],
      [201, 'check', 'cancelled'],
      [202, 'ok', null],
    ])
  },
)

test('[C.45] a similar good of another unit or price, or taken back, is not accepted along with others', async () => {
  const { rows } = await review(`Наименование;Ед.;Цена;Кол-во;Комментарий
Кабель ВВГнг 3х2,5 медный;м;50;5;
Кабель ВВГнг 3х2,5 гибкий;шт;50;5;
Кабель ВВГнг 3х2,5 чёрный;м;900;5;
Болт анкерный длинный М8х50;шт;50;5;не надо
Болт анкерный новый М8х50;шт;50;5;`)
  expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
    [203, 'check', 'similar'],
    [203, 'check', 'unit'],
    [203, 'check', 'price'],
    [202, 'check', 'cancelled'],
    [202, 'check', 'cancelled'],
  ])
  expect(rows[1]?.note).toBe('Похожий товар. Другая единица измерения: в файле шт')
})

test.each(['900 убрать', 'убрать 900', '900 - заменить'])(
  '[C.45] %j in a message is asked about with its good',
  async (line) => {
    const { rows } = await review(`900 - 10 шт\n901 - 5 шт\n${line}`)
    expect(rows.map(({ id, status, doubt }) => [id, status, doubt])).toEqual([
      [201, 'check', 'cancelled'],
      [202, 'ok', null],
      [201, 'check', 'cancelled'],
    ])
  },
)

test.each([
  ['900 - 10 шт\nXYZ-19 не надо\n901 - 5 шт', 'XYZ-19 · не надо'],
  ['900 - 10 шт\nK-2 убрать\n901 - 5 шт', 'K-2 · убрать'],
])(
  '[C.45] a remark instead of a quantity is reported where no other row orders the good: %j',
  async (text, reported) => {
    const { rows, leftOut, tally } = await review(text)
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      [201, 'ok'],
      [202, 'ok'],
    ])
    expect(leftOut).toEqual([{ row: 2, text: reported, why: 'withoutQuantity' }])
    expect(tally).toMatchObject([{ rows: 3, answered: 2, withoutQuantity: 1 }])
  },
)

test('[C.45] a row with a remark and no number orders nothing, and is reported with its remark', async () => {
  const { rows, leftOut } = await review('Артикул;Кол-во;Комментарий\n900;10;\nK-2;?;не надо\n901;5;')
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [201, 'ok'],
    [202, 'ok'],
  ])
  expect(leftOut).toContainEqual({ row: 3, text: 'K-2 · ? · не надо', why: 'withoutQuantity' })
})

test('[C.45] a remark that takes back what another row orders is no wrong number', async () => {
  const { rows } = await review('900 - 10 шт\n901 - 5 шт\n900 не надо')
  expect(rows.map(({ row, status, note }) => [row, status, note])).toEqual([
    [1, 'check', 'В файле пометка «не надо»: заказать?'],
    [2, 'ok', ''],
    [3, 'check', 'В файле пометка «не надо»: заказать?'],
  ])
})

test('[C.46] a number before "р" is a size where pairs follow, a price elsewhere', async () => {
  const namesAndQuantities = async (text: string) => (await review(text)).rows.map(({ raw }) => [raw.name, raw.qnt])
  expect(await namesAndQuantities('Сапоги рабочие 44 р - 1 пара\n900 - 5 шт')).toEqual([
    ['Сапоги рабочие 44 р', '1 пара'],
    ['900', '5 шт'],
  ])
  expect(await namesAndQuantities('Сапоги рабочие\n44 р - 1 пара\n45 р. 2 пары')).toEqual([
    ['Сапоги рабочие (44)', '1 пара'],
    ['Сапоги рабочие (45)', '2 пары'],
  ])
  expect(await namesAndQuantities('Сапоги рабочие по 44 р - 1 пара\n900 44 р - 5 шт')).toEqual([
    ['Сапоги рабочие', '1 пара'],
    ['900', '5 шт'],
  ])
})

test.each(['АВ-77 - 1 шт - 3000', 'АВ-77 1 шт 3000', 'АВ-77 - 1 - 3000', 'АВ-77 - 1 шт x 3000'])(
  '[C.45] the price in %j is not taken for the quantity',
  async (line) => {
    const { rows } = await review(`${line}\n901 - 5 шт`, { columns: { name: 0, qnt: 1 } })
    expect(rows.map(({ id, status, requested, proposed }) => [id, status, requested, proposed])).toEqual([
      [impact, 'badQty', null, 1],
      [202, 'ok', 5, null],
    ])
  },
)

test('[C.46] goods beside a table without headings are reported as left out', async () => {
  const { rows, leftOut, tally } = await review(
    [
      'Артикул;Наименование;Кол-во;;;',
      '900;Болт анкерный М8х40;5;;K-1;7',
      '901;Болт анкерный М8х50;6;;K-2;8',
      'DX-1234;;1;;АВ-77;2',
    ].join('\n'),
  )
  expect(rows.map(({ requested }) => requested)).toEqual([5, 6, 1])
  expect(leftOut.filter(({ why }) => why === 'other')).toEqual([
    { row: 2, text: 'K-1 · 7', why: 'other' },
    { row: 3, text: 'K-2 · 8', why: 'other' },
    { row: 4, text: 'АВ-77 · 2', why: 'other' },
  ])
  expect(tally).toMatchObject([{ rows: 4, answered: 3, headings: 1, other: 0 }])
})

test('[C.46] remarks beside a table without headings are not reported as goods', async () => {
  const { leftOut } = await review('Артикул;Кол-во;\n900;5;срочно\n901;6;')
  expect(leftOut.filter(({ why }) => why === 'other')).toEqual([])
})

test.each(['Total Quartz 9000 5W40 4л', 'TOTAL Дрель ударная', 'Total'])(
  '[C.46] a good of the brand Total is distinguished from a total row: %j',
  async (name) => {
    const { rows, tally } = await review(`Артикул;Наименование;Кол-во\n900;;2\n;${name};5\n901;;4`)
    const isTotal = name === 'Total'
    expect(rows.map(({ requested }) => requested)).toEqual(isTotal ? [2, 4] : [2, 5, 4])
    expect(tally).toMatchObject([{ totals: isTotal ? 1 : 0 }])
  },
)

test.each([
  ['K-1 - 20 м, но не раньше среды', 203, 20],
  ['K-2 30 м, срочно', 204, 30],
  ['2xDX-1234', drill, 2],
  ['2хDX-1234', drill, 2],
])('[C.46] %j in a message is asked about with its number', async (line, id, proposed) => {
  const { rows } = await review(`${line}\n901 - 5 шт`)
  expect(rows[0]).toMatchObject({ id, requested: null, proposed })
})

test.each([
  'сапоги Барс 42-2, 43-3, 44-1',
  'сапоги Барс 42 р - 3 пары, 43 р - 2 пары',
  'сапоги Барс 42р - 3 шт, 43р - 2 шт',
  'сапоги Барс размер 42 - 3 пары; размер 43: 2 пары',
])('[C.46] the sizes with a quantity each in %j are asked about in one row', async (line) => {
  const { rows } = await review(`${line}\n901 - 5 шт`)
  expect(rows.map(({ requested, raw }) => [requested, raw.name])).toEqual([
    [null, line],
    [5, '901'],
  ])
})

test.each(['Иван, тел. 89123456789', 'С уважением, Иван +7 912 345-67-89', 'тел.: 8 (912) 345-67-89'])(
  '[C.46] the telephone number in %j is no quantity',
  async (line) => {
    const { rows } = await review(`901 - 5 шт\nK-1 - 7 шт\nK-2 - 3 шт\n${line}`)
    expect(rows.map(({ id, requested }) => [id, requested])).toEqual([
      [202, 5],
      [203, 7],
      [204, 3],
    ])
  },
)

test.each([
  'DX-1234 x2, АВ-77 x3',
  'DX-1234 - 2, АВ-77 - 3',
  'DX-1234 (2); АВ-77 (3)',
  'DX-1234: 2, АВ-77: 3',
  'DX-1234 2, АВ-77 3',
])('[C.46] both goods of the line %j are read', async (line) => {
  const { rows } = await review(`${line}\n901 - 5 шт`, { columns: { name: 0, qnt: 1 } })
  expect(rows.map(({ id, requested }) => [id, requested])).toEqual([
    [drill, 2],
    [impact, 3],
    [202, 5],
  ])
})

test.each(['Кол-во бухт', 'Заказ, комплектов', 'Кол-во упаковок', 'Количество рулонов'])(
  '[C.46] quantities headed %j are asked about',
  async (heading) => {
    const { noOrder, rows } = await review(`Артикул;${heading}\n900;3\n901;4`)
    expect([noOrder, rows.map(({ id }) => id)]).toEqual([false, [201, 202]])
    expect(rows.filter(({ status }) => acceptedStatuses.includes(status))).toEqual([])
  },
)

test.each(['Было;Стало', 'Старое кол-во;Новое кол-во'])(
  '[C.46] for the columns %j the buyer is asked which is ordered',
  async (headings) => {
    const { asks, rows, quantities } = await review(`Артикул;${headings}\n900;3;5\n901;4;4\nK-1;7;2`)
    expect([asks, rows, quantities.map(({ index }) => index)]).toEqual([['quantities'], [], [1, 2]])
  },
)

test('[C.46] a comma-separated table with quoted numbers is split, and 1,200 pieces are asked about', async () => {
  const { rows } = await review('Артикул,Кол-во\n900,"1,200"\n901,"1,500"')
  expect(rows.map(({ id, status, proposed }) => [id, status, proposed])).toEqual([
    [201, 'badQty', 1200],
    [202, 'badQty', 1500],
  ])
})

test.each([
  ['DX-1234 шесть', drill, 6],
  ['DX-1234 - двадцать пять', drill, 25],
  ['DX-1234 пару', drill, 2],
  ['пару DX-1234', drill, 2],
  ['DX-1234 десяток', drill, 10],
  ['десяток DX-1234', drill, 10],
  ['DX-1234 ~10', drill, 10],
  ['DX-1234 - около 1 200', drill, 1200],
  ['DX-1234 около десяти', drill, 10],
  ['около 10 DX-1234', drill, 10],
  ['DX-1234 штук пять', drill, 5],
  ['штук пять DX-1234', drill, 5],
  ['DX-1234 10 примерно', drill, 10],
  ['DX-1234 10 шт, наверное', drill, 10],
  ['DX-1234 пять-шесть штук', drill, 5],
  ['DX-1234 5-6 шт', drill, 5],
  ['DX-1234 не менее 3 шт', drill, 3],
  ['DX-1234 две штуки, срочно', drill, 2],
  ['DX-1234 10 (пять) шт', drill, 10],
  ['DX-1234, три коробки, срочно', drill, 3],
  ['DX-1234 - 2 шт, только 600 г!', drill, 2],
])('[C.45] %j in a message is a question with its likeliest reading', async (line, id, proposed) => {
  const { rows } = await review(`${line}\n901 - 5 шт\n900 - 3 шт`)
  expect(rows.map((row) => [row.id, row.requested, row.proposed])).toEqual([
    [id, null, proposed],
    [202, 5, null],
    [201, 3, null],
  ])
  expect(rows[0]?.status).toBe('badQty')
})

test('[C.45] a quantity in words may stand before an article of digits', () => {
  expect(parseTypedLine('один 102-01Б-П2-60-1').map(shownText)).toEqual(['102-01Б-П2-60-1', 'один'])
})

test.each(['Три в одном DX-1234 - 4 шт', 'DX-1234 - 4 (четыре) шт', 'DX-1234 4 шт (четыре)'])(
  '[C.45] a plain number counts whatever words the line begins with: %j',
  async (line) => {
    const { rows } = await review(`${line}\n901 - 5 шт`)
    expect(rows.map(({ requested }) => requested)).toEqual([4, 5])
  },
)

test.each([
  ['шесть', 6],
  ['штук пять', 5],
  ['~10', 10],
  ['около 10', 10],
  ['с десяток', 10],
  ['10 примерно', 10],
  ['полтора десятка', 15],
])('[C.45] the quantity %j of a table is a question with %d proposed', async (qnt, proposed) => {
  const { rows } = await review(`Артикул;Кол-во\n900;${qnt}\n901;5`)
  expect(rows.map((row) => [row.status, row.requested, row.proposed])).toEqual([
    ['badQty', null, proposed],
    ['ok', 5, null],
  ])
})
