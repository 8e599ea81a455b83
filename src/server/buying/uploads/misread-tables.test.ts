import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const review: (typeof shop)['review'] = (...input) => shop.review(...input)

test.each(['№', '#', 'Поз.', '# п/п', 'No.', 'Порядок'])(
  '[C.46] a second table starts at its row numbers, headed %j',
  async (heading) => {
    const answer = await review(
      [
        `Артикул;Кол-во;Наименование;${heading};Артикул;Кол-во`,
        '900;1;Болт анкерный М8х40;1;77;7',
        '901;5;Болт анкерный М8х50;2;0077;90',
        'K-1;1;Кабель ВВГ 3х2,5;3;900;4',
        'K-2;1;Кабель NYM 3х2,5;4;901;6',
      ].join('\n'),
    )
    expect(answer.rows.map(({ id, requested, raw }) => [id, requested, raw.code, raw.name])).toEqual([
      [201, 5, '900', 'Болт анкерный М8х40'],
      [null, 7, '77', ''],
      [202, 11, '901', 'Болт анкерный М8х50'],
      [206, 90, '0077', ''],
      [203, 1, 'K-1', 'Кабель ВВГ 3х2,5'],
      [204, 1, 'K-2', 'Кабель NYM 3х2,5'],
    ])
  },
)

test('[C.46] row numbers headed "Поз." in two tables below each other are not quantities', async () => {
  const table = 'Поз.;Артикул;Кол-во\n1;900;5\n2;901;6\n3;K-1;7'
  const { asks, rows } = await review(`${table}\n\n${table}`)
  expect([asks, rows.map(({ requested }) => requested)]).toEqual([[], [10, 12, 14]])
})

test('[C.46] with a name column between two tables that fits either, quantities are asked about', async () => {
  const { asks, rows } = await review(
    'Артикул;Кол-во;Наименование;Артикул;Кол-во\n900;1;Болт анкерный М8х40;77;7\n901;5;Болт анкерный М8х50;0077;90',
  )
  expect([asks, rows]).toEqual([['quantities'], []])
})

const goods = 'Артикул;Номенклатура;Количество\n900;Болт анкерный М8х40;350\n901;Болт анкерный М8х50;14'

test.each([
  'Остатки товаров на 22.11.2026',
  'Товарные остатки;;на 22.11.2026',
  'Ведомость по товарам на складах',
  'Наличие на складе',
  'Товары в наличии',
  'Отчёт о продажах за октябрь',
  'Продажи за октябрь',
  'Акт о возврате брака',
  'Заявка на возврат поставщику',
  'Прайс-лист от 22.11.2026',
  'Инвентаризационная опись\nсклад 2',
])('[C.45] for a list titled %j the buyer is asked whether its quantities are ordered', async (title) => {
  const titled = `${title}\n\n${goods}`
  const open = await review(titled)
  expect(open.asks).toEqual(['columns'])
  expect(open.columns.qnt).toMatchObject({ index: 2, guessed: true })
  expect(open.rows.map(({ status }) => status)).toEqual(['check', 'check'])
  const { asks, rows } = await review(titled, { columns: { articul: 0, name: 1, qnt: 2 } })
  expect([asks, rows.map(({ requested, status }) => [requested, status])]).toEqual([
    [],
    [
      [350, 'ok'],
      [14, 'ok'],
    ],
  ])
})

test.each(['Заявка на пополнение остатков', 'Заказ по прайсу от 01.11.2026', 'Склад: основной', 'Договор № 114-О'])(
  '[C.45] a list titled %j is read as an order',
  async (title) => {
    expect((await review(`${title}\n\n${goods}`)).asks).toEqual([])
  },
)

test('[C.45] under a stock title a column headed as order is read as the order', async () => {
  const { asks, rows } = await review('Прайс-лист\nАртикул;Остаток;Заказ\n900;350;2\n901;14;')
  expect([asks, rows.map(({ id, requested }) => [id, requested])]).toEqual([[], [[201, 2]]])
})

test('[C.45] messages and sheets with such titles are asked about, too', async () => {
  expect((await review('Остатки на складе:\n900 - 350 шт\n901 - 14 шт')).asks).toEqual(['columns'])
  const sheet = await shop.reviewBook({
    Остатки: [
      ['Артикул', 'Кол-во'],
      ['900', 350],
      ['901', 14],
    ],
  })
  expect(sheet.asks).toEqual(['columns'])
})

test('[C.45] wholesale and retail prices with a quantity for every good are read as a price list', async () => {
  const list = (...quantities: (number | string)[]) =>
    ['Артикул;Цена опт;Цена розн;Количество', `900;50;70;${quantities[0]}`, `901;50;70;${quantities[1]}`].join('\n')
  expect((await review(list(900, 14))).asks).toEqual(['columns'])
  expect((await review(list(2, ''))).asks).toEqual([])
})

test.each(['Артикул;Количество', 'Артикул;Наименование;Количество'])(
  '[C.45] stock below an order, headed %j, is reported as left out',
  async (headings) => {
    const { rows, leftOut } = await review(
      `Заявка\nАртикул;Количество\n900;5\n901;6\n\nОстатки на складе\n${headings}\n900;350\n901;14`,
    )
    expect(rows.map(({ id, requested }) => [id, requested])).toEqual([
      [201, 5],
      [202, 6],
    ])
    expect(leftOut.map(({ row }) => row)).toEqual(expect.arrayContaining([8, 9]))
  },
)

const own = '900 - 10 шт\n901 - 5 шт'
const quoted = [
  [201, 12, 'check', 'cancelled'],
  [202, 5, 'check', 'cancelled'],
]

test.each([
  ['by signs', `${own}\n\n> 900 - 12 шт\n> 901 - 5 шт`],
  ['by signs without a space', `${own}\n\n>900 - 12 шт\n>901 - 5 шт`],
  ['by signs, twice', `${own}\nПетров пишет:\n> > 900 - 12 шт\n>> 901 - 5 шт`],
  ['below who wrote it', `${own}\n\n22.11.2026 10:15, Иван Петров пишет:\n900 - 12 шт\n901 - 5 шт`],
  ['below its header', `${own}\nОт: Иван\nОтправлено: 22.11.2026 10:15\nКому: склад\n900 - 12 шт\n901 - 5 шт`],
  ['below a line', `${own}\n-----Original Message-----\n900 - 12 шт\n901 - 5 шт`],
])('[C.45] an e-mail quoted %s is asked about and not added to the order above it', async (_how, text) => {
  const { rows } = await review(text)
  expect(rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])).toEqual([
    [201, 10, 'ok', null],
    [202, 5, 'ok', null],
    ...quoted,
  ])
  expect(rows[2]?.note).toContain('цитата из письма')
})

test.each([
  ['with a header', 'От: Иван;;\nТема: заказ;;\nАртикул;Кол-во;\n900;12;\n901;5;'],
  ['by signs', '> Артикул;Кол-во;\n> 900;12;\n> 901;5;'],
  ['by signs without a space', '>900;12;\n>901;5;'],
])('[C.45] a table quoted %s is asked about', async (_how, table) => {
  const { rows } = await review(`Артикул;Кол-во;\n900;10;\n901;5;\n;;\n${table}`)
  expect(rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])).toEqual([
    [201, 10, 'ok', null],
    [202, 5, 'ok', null],
    ...quoted,
  ])
})

const goodsInQuotes = '> 900 - 12 шт\n> 901 - 5 шт'

test.each([
  goodsInQuotes,
  `Согласовано\n\n${goodsInQuotes}`,
  `Добрый день! Прошу выставить счёт\n\n22.11.2026 10:15, Иван Петров пишет:\n900 - 12 шт\n901 - 5 шт`,
  'От: Иван\nКому: склад\n900 - 12 шт\n901 - 5 шт',
  'Артикул;Кол-во\n>900;12\n>901;5',
])('[C.45] a letter whose only order is in its quote is read as the order: %j', async (text) => {
  const { rows } = await review(text)
  expect(rows.map(({ id, requested, status }) => [id, requested, status])).toEqual([
    [201, 12, 'ok'],
    [202, 5, 'ok'],
  ])
})

test.each([
  `Добрый день, получили, спасибо!\n\n${goodsInQuotes}`,
  `Не согласны с ценой\n\n${goodsInQuotes}`,
  `Спасибо, подумаем\n\n22.11.2026 10:15, Иван Петров пишет:\n900 - 12 шт\n901 - 5 шт`,
])('[C.45] goods that an e-mail quotes from the supplier are asked about: %j', async (text) => {
  const { rows } = await review(text)
  expect(rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])).toEqual(quoted)
})

test('[C.45] a title merged over all columns is not a heading, even if it contains the word order', async () => {
  const { rows } = await shop.reviewBook(
    {
      Лист1: [
        ['Заявка'],
        ['Наименование', 'Размер', 'Потребность'],
        ['Сапоги рабочие', 'M', 5],
        ['Сапоги рабочие', 'L', 3],
      ],
    },
    { merges: { Лист1: ['A1:C1'] } },
  )
  expect(rows.map(({ id, requested }) => [id, requested])).toEqual([
    [211, 5],
    [212, 3],
  ])
})

const linesOf = ({ rows }: Awaited<ReturnType<typeof review>>) => rows.map(({ id, requested }) => [id, requested])
const bolts = ['900;Болт анкерный М8х40;5', '901;Болт анкерный М8х50;4']
const cables = ['K-1;Кабель ВВГ 3х2,5;3', 'K-2;Кабель NYM 3х2,5;4']
const ordered = [
  [201, 5],
  [202, 4],
  [203, 3],
  [204, 4],
]

test.each([
  ['above', [';Крепёж;9', ...bolts, ';Кабельная продукция;7', ...cables], 2],
  ['below', [...bolts, ';Крепёж;9', ...cables, ';Кабельная продукция;7'], 2],
  ['above, one in the other', [';Всё для объекта;16', ';Крепёж;9', ...bolts, ';Кабель;7', ...cables], 3],
  ['in the column of articles', ['Крепёж;;9', ...bolts, 'Кабель;;7', ...cables], 2],
  ['for one group only', [';Болты;9', ...bolts, ...cables], 1],
  [
    'as spreadsheet programs write them',
    [...bolts, 'Крепёж Итог;;9', ...cables, ';Кабель, всего;7', 'Общий итог;;16'],
    3,
  ],
  ['called so', ['Итого по группе;;9', ...bolts, ...cables, ';По группе «Кабель»;8', ';Подытог;17'], 3],
])('[C.46] totals of groups %s get no good', async (_where, lines, totals) => {
  const answer = await review(['Артикул;Наименование;Кол-во', ...lines].join('\n'))
  expect(linesOf(answer)).toEqual(ordered)
  expect(answer.tally).toMatchObject([{ rows: lines.length + 1, answered: 4, totals, withoutQuantity: 0 }])
  expect(answer.leftOut.filter(({ why }) => why === 'totals')).toHaveLength(totals)
})

test('[C.46] in a table of names a group is recognised by its name and its total', async () => {
  const names = ['Болт анкерный М8х40;5', 'Болт анкерный М8х50;4', 'Кабель ВВГ 3х2,5;3', 'Кабель NYM 3х2,5;4']
  const grouped = await review(['Наименование;Кол-во', 'Болты;9', ...names].join('\n'))
  expect([linesOf(grouped), grouped.tally[0]?.totals]).toEqual([ordered, 1])
  const layout = await review(
    ['Наименование;Кол-во', ...names.slice(0, 2), 'Метизы;9', ...names.slice(2), 'Прочее;7'].join('\n'),
  )
  expect([linesOf(layout), layout.tally[0]?.totals]).toEqual([ordered, 2])
  const other = await review(['Наименование;Кол-во', 'Болты;8', ...names].join('\n'))
  expect(other.rows).toHaveLength(5)
})

test('[C.46] a good without an article is ordered, even if its quantity is the sum of neighbouring rows', async () => {
  const similar = await review(['Артикул;Наименование;Кол-во', ';Кабель медный 3х2,5;9', ...bolts].join('\n'))
  expect(similar.rows.map(({ raw, requested }) => [raw.name, requested])[0]).toEqual(['Кабель медный 3х2,5', 9])
  const groups = [';Кабель ВВГ 3х2,5;9', ...bolts, ';Кабель NYM 3х2,5;3', 'СП-55;Смазка проникающая № 16;3']
  const exact = await review(['Артикул;Наименование;Кол-во', ...groups].join('\n'))
  expect(exact.rows.map(({ id, status, note }) => [id, status, note])).toEqual([
    [203, 'check', 'Похоже на итог группы: заказать?'],
    [201, 'ok', ''],
    [202, 'ok', ''],
    [204, 'check', 'Похоже на итог группы: заказать?'],
    [220, 'ok', ''],
  ])
  const alike = ['Болт анкерный М8х40;1', 'Болт анкерный М8х50;2', 'Кабель ВВГ 3х2,5;3', 'Кабель NYM 3х2,5;6']
  expect((await review(['Наименование;Кол-во', ...alike].join('\n'))).rows.map(({ status }) => status)).toEqual(
    alike.map(() => 'ok'),
  )
})
