import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCartFromPricelist } from '#shared/api/uploads.ts'
import { openUploadShop, type UploadReview } from '#tests/support/upload-shop.ts'
import { call } from '#web/api/client.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const review: (typeof shop)['review'] = (...input) => shop.review(...input)
const articles = ['DX-1234', 'АВ-77', '901', '900', 'ПЕР-L', 'K-1']
const table = (header: string, ...columns: (string | number)[][]) =>
  [
    header,
    ...articles
      .slice(0, columns[0]?.length)
      .map((articul, row) => [articul, ...columns.map((column) => column[row] ?? '')].join(';')),
  ].join('\n')
const quantitiesOf = ({ rows }: UploadReview) => rows.map(({ requested }) => requested)
const proposalsOf = ({ rows }: UploadReview) =>
  rows.map(({ requested, status, proposed }) => [requested, status, proposed])

test.each([
  'Кол-во;Дозаказ',
  'Кол-во;Нужно',
  'Заказ;Заказ 2',
  'Кол-во;Кол-во (2)',
  'Заказ;Заказ Мира 5',
  'Заказ;Заказ декабрь',
  'Заявка;Доп. заявка',
  'Кол-во Тула;Кол-во',
  'Количество;Потребность',
  'Заказано;Требуется',
  'К заказу;Кол-во (доп)',
])('[C.46] two columns of quantities headed %j are asked about', async (headings) => {
  for (const second of [
    [4, '', 1],
    ['', 5, ''],
    [1, 2, 3],
  ]) {
    const open = await review(table(`Артикул;${headings}`, [2, 3, ''], second))
    expect([open.asks, open.rows, open.quantities.map(({ index }) => index)], second.join()).toEqual([
      ['quantities'],
      [],
      [1, 2],
    ])
  }
  const summed = await review(table(`Артикул;${headings}`, [2, 3, ''], [4, '', 1]), { quantities: [1, 2] })
  expect(quantitiesOf(summed)).toEqual([6, 3, 1])
})

test('a first row of only numbers below the headings is a row of goods, not of sizes', async () => {
  const { rows, columns } = await review('Vendor code;Мин. заказ;Кол-во, шт\n900;10;39\n901;10;3')
  expect([columns.articul?.heading, columns.qnt?.heading]).toEqual(['Vendor code', 'Кол-во, шт'])
  expect(rows.map(({ row, requested }) => [row, requested])).toEqual([
    [2, 39],
    [3, 3],
  ])
})

test('shops’ quantities with a unit in each cell are summed, and no column is taken for a unit column', async () => {
  const text = 'Артикул;Ленина 5;Мира 8;Садовая 2\n900;9 шт;133 шт;12 шт\n901;150 шт;8 шт;89 шт\nDX-1234;1 шт;2 шт;3 шт'
  const reviewed = await review(text)
  expect(reviewed.asks).toContain('quantities')
  const summed = await review(text, { quantities: [1, 2, 3] })
  expect(summed.rows.map(({ requested, status, raw }) => [requested, status, raw.qnt])).toEqual([
    [154, 'ok', '9 шт + 133 шт + 12 шт'],
    [247, 'ok', '150 шт + 8 шт + 89 шт'],
    [6, 'ok', '1 шт + 2 шт + 3 шт'],
  ])
  const one = await review(text, { quantities: [2] })
  expect(one.rows.map(({ requested }) => requested)).toEqual([133, 8, 2])
})

test('[C.46] a total or a plain quantity beside shops is among the columns that are asked about', async () => {
  const open = await review(table('Артикул;Кол-во;Заказ Ленина;Заказ Мира', [5, 3, 4], [2, 3, ''], [3, '', 4]))
  expect([open.asks, open.quantities.map(({ index }) => index)]).toEqual([['quantities'], [1, 2, 3]])
})

test.each<[string, string, (string | number)[][]]>([
  [
    'packs beside it',
    'Артикул;Кол-во в упаковке;Заказ',
    [
      [10, 10, 20],
      [2, 3, 7],
    ],
  ],
  [
    'an empty one before it',
    'Артикул;Кол-во;Заказ',
    [
      ['', '', ''],
      [2, 3, 7],
    ],
  ],
  [
    'an empty one behind it',
    'Артикул;Заказ;Дозаказ',
    [
      [2, 3, 7],
      ['', 0, '-'],
    ],
  ],
  [
    'the same numbers in both',
    'Артикул;Кол-во;Заказ',
    [
      [2, 3, 7],
      [2, 3, 7],
    ],
  ],
  [
    'the same numbers, written otherwise',
    'Артикул;Заказ;Кол-во к отгрузке',
    [
      [2, 3, 7],
      ['2 шт', '3,0', '7'],
    ],
  ],
  [
    'a total of the one column',
    'Артикул;Заказ;Итого',
    [
      [2, 3, 7],
      [2, 3, 7],
    ],
  ],
  [
    'stock and confirmation',
    'Артикул;Заказ;Подтверждённое количество;Остаток',
    [
      [2, 3, 7],
      [1, 3, 5],
      [10, 30, 70],
    ],
  ],
])('[C.46] a single quantity column is not asked about: %s', async (_what, header, columns) => {
  const answer = await review(table(header, ...columns))
  expect([answer.asks, quantitiesOf(answer)]).toEqual([[], [2, 3, 7]])
})

test.each<[string, number | null]>([
  ['2 тыс', 2000],
  ['2 тыс. шт', 2000],
  ['1,5 тыс.', 1500],
  ['3 дюжины', 36],
  ['2 десятка', 20],
  ['5 сотен', 500],
  ['2к', 2000],
  ['2 тысячи', 2000],
  ['2k', 2000],
  ['0,2 млн', 200_000],
  ['5-Jan', 5.1],
  ['1-May', 1.5],
  ['15 May', 15.5],
  ['Jan-24', null],
  ['20260501', 1.5],
  ['7 дней', null],
  ['10 $', null],
  ['10 USD', null],
  ['€ 10', null],
  ['3-я неделя', null],
  ['10/уп', 10],
  ['2 нед.', null],
])('[C.45] the quantity %j is asked about', async (text, proposed) => {
  expect(proposalsOf(await review(table('Артикул;Кол-во', [text, 3, 7])))).toEqual([
    [null, 'badQty', proposed],
    [3, 'ok', null],
    [7, 'ok', null],
  ])
})

test.each<[string, number | null]>([
  ['тыс.шт', 2000],
  ['тыс. шт.', 2000],
  ['100 шт', 200],
  ['уп(10шт)', 20],
  ['уп. 10 шт', 20],
  ['упаковка (100 шт)', 200],
  ['сотня', 200],
  ['дюжина', 24],
  ['бухта 100 м', 200],
  ['уп', 2],
])('[C.45] a quantity counted by %j is asked about', async (unit, proposed) => {
  const { rows } = await review(`Артикул;Ед. изм.;Кол-во\n900;${unit};2\n901;шт;3`)
  expect(rows.map(({ requested, status, proposed, accepted }) => [requested, status, proposed, accepted])).toEqual([
    [null, 'badQty', proposed, 0],
    [3, 'ok', null, 3],
  ])
})

test('[C.45] an unknown unit has to be checked, an equivalent one does not', async () => {
  const statuses = async (unit: string, articul = '900') =>
    (await review(`Артикул;Ед. изм.;Кол-во\n${articul};${unit};2`)).rows.map(({ status, doubt }) => [status, doubt])
  for (const unit of ['флакон', 'усл. ед', 'бухта 1 м'])
    expect([unit, await statuses(unit)]).toEqual([unit, [['check', 'unit']]])
  for (const unit of ['шт.', 'ШТУКА', 'шт (штука)', '1 шт', 'изд.', '796', '-'])
    expect([unit, await statuses(unit)]).toEqual([unit, [['ok', null]]])
  expect(await statuses('м', 'K-1')).toEqual([['ok', null]])
})

test('[C.45] with a heading in thousands or packs every row is asked about', async () => {
  for (const [heading, proposed] of [
    ['Кол-во, тыс. шт', 2000],
    ['Заказ (дюжин)', 24],
  ] as const) {
    const found = await review(`Артикул;${heading}\n900;2\n901;3`)
    const confirmed = await review(`Артикул;${heading}\n900;2\n901;3`, { columns: { articul: 0, qnt: 1 } })
    for (const { rows } of [found, confirmed])
      expect(
        rows.map(({ requested }) => requested),
        heading,
      ).toEqual([null, null])
    expect(confirmed.rows[0]).toMatchObject({ status: 'badQty', proposed })
  }
})

test('[C.45] prices under a heading of purchases are asked about, quantities under it are accepted', async () => {
  for (const heading of ['Закупка', 'Закуп', 'Покупка', 'Закупочная']) {
    const priced = await review(table(`Артикул;${heading};Розница`, [1250, 980, 35], [1900, 1400, 60]))
    expect([heading, priced.rows.filter(({ status }) => status === 'ok')]).toEqual([heading, []])
    expect(priced.asks.length > 0 || priced.noOrder, heading).toBe(true)
    const alone = await review(table(`Артикул;${heading}`, [1250, 980, 35]))
    expect([heading, alone.rows.filter(({ status }) => status === 'ok')]).toEqual([heading, []])
  }
  const counted = await review(table('Артикул;Закупка', [2, 3, 7]))
  expect([counted.asks, quantitiesOf(counted)]).toEqual([[], [2, 3, 7]])
  expect(await review(table('Артикул;К закупке;Цена', [2, 3, 7], [100, 200, 300]))).toMatchObject({ asks: [] })
})

test('[C.45] remembered columns without headings are still checked to contain quantities', async () => {
  const lines = (values: (string | number)[]) => values.map((value, row) => `${articles[row]}\t${value}`).join('\n')
  const columns = { articul: { index: 0, heading: '' }, qnt: { index: 1, heading: '' } }
  await call(addCartFromPricelist, { cartList: { 202: 1 }, columns }, shop.owner)
  expect(await review(lines([2, 3, 7, 4]))).toMatchObject({ remembered: true, asks: [] })
  for (const values of [
    ['4780,50', '125,90', '77,00', '1250,00'],
    [2024, 2025, 2026, 2025],
    [22, 22, 22, 22],
    [1, 2, 3, 4],
    [1250, 4780, 9900, 3500],
  ]) {
    const { rows, asks } = await review(lines(values))
    expect([asks.length > 0, rows.filter(({ status }) => status === 'ok')], values.join()).toEqual([true, []])
  }
})

test('[C.45] sizes listed below a model belong to it, even if they equal another good’s article', async () => {
  const heading = 'Модель / размер;Кол-во'
  const { rows, tally } = await review(
    `${heading}\nСапоги рабочие;\nM;2\nL;10\nДрель ударная;1\nБолт анкерный М8х50;\n42;3\nИтого;16`,
  )
  expect(rows.map(({ row, id, requested, raw }) => [row, id, requested, raw.name])).toEqual([
    [3, 211, 2, 'Сапоги рабочие (M)'],
    [4, 212, 10, 'Сапоги рабочие (L)'],
    [5, 101, 1, 'Дрель ударная'],
    [7, expect.anything(), 3, 'Болт анкерный М8х50 (42)'],
  ])
  expect(rows.slice(0, 3).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  expect(tally).toMatchObject([{ answered: 4, withoutQuantity: 2, totals: 1 }])
  expect(
    (await review(`Артикул;Наименование;Кол-во\nSP;Сапоги рабочие;\n;M;2\n;L;1`)).rows.map(({ id, status }) => [
      id,
      status,
    ]),
  ).toEqual([
    [211, 'ok'],
    [212, 'ok'],
  ])
  const orphans = await review(`${heading}\nM;2\n42;3\n56-58, 170-176;1`)
  expect(orphans.rows.map(({ status }) => status)).not.toContain('ok')
  expect(orphans.rows.map(({ raw }) => raw.name)).toEqual(['M', '42', '56-58, 170-176'])
})

test.each(['К заказу', 'К-во', 'К-во, шт', 'Заказ, к отгрузке', 'Кол-во к поставке'])(
  'the word ‘к’ in the heading %j does not mean thousands',
  async (heading) => {
    expect(proposalsOf(await review(table(`Артикул;${heading}`, [2, 3, 7])))).toEqual([
      [2, 'ok', null],
      [3, 'ok', null],
      [7, 'ok', null],
    ])
  },
)
