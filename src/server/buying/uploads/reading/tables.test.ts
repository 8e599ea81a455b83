import { expect, test } from 'vitest'
import { extractRows } from '#server/platform/files/tables/extract.ts'
import { sampleSheet } from '#server/platform/files/tables/sample.ts'
import type { Cell, Sheet } from '#server/platform/files/tables/sheet.ts'
import { toExtractChoice, decideReading, type Choice } from './columns.ts'
import type { GoodsOf, Recognise } from './content-columns.ts'

type Grid = readonly (readonly (string | number | null)[])[]

const recognise: Recognise = (text) => (/^AR-\d+$/.test(text) ? 'articul' : undefined)
const cellOf = (value: string | number | null): Cell | undefined =>
  value === null ? undefined : typeof value === 'string' ? value : { shown: String(value), plain: String(value) }

function sheetOf(
  grid: Grid,
  { merges = [], hidden = [] }: { merges?: Sheet['merges']; hidden?: number[] } = {},
): Sheet {
  const row = (table: number) => (grid[table] ?? []).map(cellOf)
  return {
    name: 'Лист1',
    rowCount: grid.length,
    row,
    merges,
    totalRows: grid.length,
    isHidden: (table) => hidden.includes(table),
    columnsBeyond: 0,
  }
}

function read(grid: Grid, options: Parameters<typeof sheetOf>[1] & { choice?: Choice } = {}) {
  const sheet = sheetOf(grid, options)
  const reading = decideReading([sampleSheet(sheet, 0)], {
    choice: options.choice ?? {},
    remembered: [],
    recognise,
    goodsOf: { code: () => [], name: () => [] },
  })
  const choice = reading && toExtractChoice(reading, options.choice?.hidden)
  const { rows, counts, leftOut } = extractRows(sheet, choice ?? { tables: [], hidden: 'skip' }, 1000)
  const lines = rows.map(({ row, articul, name, size, quantity }) => [
    row,
    articul || name,
    ...(size === '' ? [] : [size]),
    quantity,
  ])
  return { lines, counts, leftOut, options: reading?.options, guessed: [...(reading?.guessed ?? [])] }
}

test('tables side by side give a line each, whatever their columns are', () => {
  const { lines, counts } = read([
    ['№', 'Артикул', 'Кол-во', '№', 'Товар / услуга', 'Цена', 'Кол-во'],
    [1, 'AR-1', 2, 5, 'Дрель ударная', 100, 7],
    [2, 'AR-2', null, 6, 'Пила', 200, 8],
  ])
  expect(lines).toEqual([
    [2, 'AR-1', '2'],
    [2, 'Дрель ударная', '7'],
    [3, 'Пила', '8'],
  ])
  expect(counts).toMatchObject({ answered: 2, headings: 1 })
})

test('behind an empty column a second table may be headed otherwise', () => {
  expect(
    read([
      ['Кол-во', 'Наименование', null, 'Артикул', 'Заказ'],
      [2, 'Дрель', null, 'AR-2', 3],
      [1, 'Бур', null, 'AR-4', null],
    ]).lines,
  ).toEqual([
    [2, 'Дрель', '2'],
    [2, 'AR-2', '3'],
    [3, 'Бур', '1'],
  ])
})

test('of tables side by side each has its own unit, and a total under barcodes is a total', () => {
  const grid: Grid = [
    ['Артикул', 'Ед.', 'Кол-во', 'Артикул', 'Ед.', 'Кол-во'],
    ['AR-1', 'шт', 2, 'AR-2', 'уп', 3],
    ['AR-3', 'шт', 1, 'AR-4', 'кор', 4],
  ]
  const sheet = sheetOf(grid)
  const reading = decideReading([sampleSheet(sheet, 0)], {
    choice: {},
    remembered: [],
    recognise,
    goodsOf: { code: () => [], name: () => [] },
  })
  const { rows } = extractRows(sheet, (reading && toExtractChoice(reading)) ?? { tables: [], hidden: 'skip' }, 1000)
  expect(rows.map(({ articul, unit }) => [articul, unit])).toEqual([
    ['AR-1', 'шт'],
    ['AR-2', 'уп'],
    ['AR-3', 'шт'],
    ['AR-4', 'кор'],
  ])
  expect(
    read([
      ['Штрихкод', 'Кол-во'],
      ['4600000121555', 2],
      ['4600000121556', -1],
      ['Итого', 1],
    ]),
  ).toMatchObject({ counts: { answered: 2, totals: 1 } })
})

test('units of a table are recognised by its own rows, whatever another table below holds', () => {
  const grid: Grid = [
    ['Артикул', 'Ед.', 'Кол-во'],
    ['AR-1', 'ящ', 2],
    ['AR-2', 'шт', 3],
    [],
    ['Кол-во', 'Наименование', 'Ед.'],
    [4, 'Дрель ударная', 'шт'],
    [5, 'Пила дисковая', 'уп'],
    [6, 'Рубанок', 'шт'],
  ]
  const sheet = sheetOf(grid)
  const reading = decideReading([sampleSheet(sheet, 0)], {
    choice: {},
    remembered: [],
    recognise,
    goodsOf: { code: () => [], name: () => [] },
  })
  const { rows } = extractRows(sheet, (reading && toExtractChoice(reading)) ?? { tables: [], hidden: 'skip' }, 1000)
  expect(rows.map(({ articul, name, quantity, unit }) => [articul || name, quantity, unit])).toEqual([
    ['AR-1', '2', 'ящ'],
    ['AR-2', '3', 'шт'],
    ['Дрель ударная', '4', 'шт'],
    ['Пила дисковая', '5', 'уп'],
    ['Рубанок', '6', 'шт'],
  ])
})

test('two quantities of one table are a question, not two tables', () => {
  const { lines, options } = read([
    ['Артикул', 'Кол-во', 'Наименование', 'Количество'],
    ['AR-1', 2, 'Дрель', 3],
    ['AR-2', 1, 'Пила', 4],
  ])
  expect(lines).toEqual([])
  expect(options).toEqual([1, 3])
})

test('shops and months below one heading of quantities are distinguished, with merged cells and without', () => {
  const below: Grid = [
    ['AR-1', 'Дрель', 2, 3, 5, 10],
    ['AR-2', 'Пила', null, 4, 6, 10],
  ]
  const grid: Grid = [
    ['Артикул', 'Наименование', 'Потребность', null, null, 'Итого'],
    [null, null, 'Магазин на Ленина', 'Склад №2', 'Сокол', null],
    ...below,
  ]
  const merges = [{ top: 0, bottom: 0, left: 2, right: 4 }]
  for (const options of [{}, { merges }]) {
    const sheet = sheetOf(grid, options)
    const reading = decideReading([sampleSheet(sheet, 0)], {
      choice: {},
      remembered: [],
      recognise,
      goodsOf: { code: () => [], name: () => [] },
    })
    expect(reading?.options).toEqual([2, 3, 4, 5])
    expect(reading?.headings?.texts.slice(2, 5)).toEqual([
      'Потребность Магазин на Ленина',
      'Потребность Склад №2',
      'Потребность Сокол',
    ])
    expect(read(grid, { ...options, choice: { quantities: [2, 3, 4] } }).lines).toEqual([
      [3, 'AR-1', '10'],
      [4, 'AR-2', '10'],
    ])
  }
})

test('a row of goods whose article is a word of headings and whose numbers might be sizes heads nothing', () => {
  const { lines } = read(
    [
      [20, 'Дрель', 30, 'AR-1'],
      [21, 'Пила', 31, 'AR-2'],
      [22, 'Нож', 58, 'Артикул'],
      [24, 'Бур', 34, 'AR-4'],
    ],
    { choice: { columns: { name: 1, quantity: 2, articul: 3 } } },
  )
  expect(lines.map(([row]) => row)).toEqual([1, 2, 3, 4])
})

test('a size without its model is no sum of the rows above, though its quantity is', () => {
  const { lines } = read([
    ['Номенклатура', 'Характеристика', 'Ед.', 'Кол-во'],
    ['Ботинки', '41', 'пара', 2],
    [null, '42', 'пара', 3],
    [null, '43', 'пара', 5],
    [null, null, null, 10],
  ])
  expect(lines).toEqual([
    [2, 'Ботинки', '41', '2'],
    [3, '', '42', '3'],
    [4, '', '43', '5'],
  ])
})

test('tables side by side whose columns may be either’s are a question', () => {
  expect(
    read([
      ['Кол-во', 'Код', 'Наименование', 'Артикул', 'Название', 'Количество'],
      [2, 'AR-1', 'Дрель', 'AR-2', 'Пила', 3],
      [1, 'AR-3', 'Бур', 'AR-4', 'Нож', 4],
    ]),
  ).toMatchObject({ lines: [], options: [0, 5] })
})

test('sizes with heights head columns, and a column of models may hold names', () => {
  expect(
    read([
      ['Модель', 'L-XL', '2XL-3XL'],
      ['Жилет', 2, null],
      ['Халат', null, 3],
    ]).lines,
  ).toEqual([
    [2, 'Жилет', 'L-XL', '2'],
    [3, 'Халат', '2XL-3XL', '3'],
  ])
  expect(
    read([
      ['Модель', '44-46, 170-176', '48-50 (182-188)'],
      ['Костюм летний', 2, null],
      ['Халат', 1, 3],
    ]).lines,
  ).toEqual([
    [2, 'Костюм летний', '44-46, 170-176', '2'],
    [3, 'Халат', '44-46, 170-176', '1'],
    [3, 'Халат', '48-50, 182-188', '3'],
  ])
})

test('codes under an unknown heading are a guess unless the names beside them match the same goods', () => {
  const grid: Grid = [
    ['Шифр изд', 'Наименование', 'Кол-во'],
    ['AR-1', 'Товар AR-1', 2],
    ['AR-2', 'Товар AR-2', 3],
    ['AR-3', 'Другое', 3],
  ]
  const guessedWith = (goodsOf: GoodsOf) => {
    const reading = decideReading([sampleSheet(sheetOf(grid), 0)], { choice: {}, remembered: [], recognise, goodsOf })
    expect(reading?.columns.articul).toBe(0)
    return [...(reading?.guessed ?? [])]
  }
  const code = (text: string) => [Number(/\d+$/.exec(text)?.[0])]
  expect(guessedWith({ code, name: () => [] })).toEqual(['articul'])
  expect(guessedWith({ code, name: (text) => (text.includes('AR-') ? code(text) : [4]) })).toEqual(['articul'])
  expect(guessedWith({ code, name: () => [1, 2, 3] })).toEqual([])
})

test('a table below another one is read by its own headings, and one without quantities is reported', () => {
  const { lines, counts, leftOut } = read([
    ['Артикул', 'Наименование', 'Кол-во'],
    ['AR-1', 'Дрель', 2],
    ['AR-2', 'Пила', 3],
    ['Итого', null, 5],
    [],
    ['Количество', 'Штрихкод'],
    [4, '4607001234567'],
    [],
    ['Спасибо за сотрудничество'],
  ])
  expect(lines).toEqual([
    [2, 'AR-1', '2'],
    [3, 'AR-2', '3'],
    [7, '', '4'],
  ])
  expect(counts).toEqual({
    answered: 3,
    blank: 2,
    headings: 2,
    totals: 1,
    withoutQuantity: 0,
    hidden: 0,
    truncated: 0,
    other: 1,
  })
  expect(leftOut.map(({ row, why }) => [row, why])).toEqual([
    [1, 'headings'],
    [4, 'totals'],
    [6, 'headings'],
    [9, 'other'],
  ])
})

test('sizes that head columns give a line for each that is filled, in one row of headings or two', () => {
  const one = read([
    ['Модель', '38', '39', '40', 'Итого'],
    ['Кроссовки', 1, null, 12, 13],
    ['Сапоги', null, 4, null, 4],
  ])
  expect(one.lines).toEqual([
    [2, 'Кроссовки', '38', '1'],
    [2, 'Кроссовки', '40', '12'],
    [3, 'Сапоги', '39', '4'],
  ])
  const two = read(
    [
      ['Рабочее наименование', 'Размеры', null],
      [null, 'XL', 'M'],
      ['Куртка', 2, 3],
    ],
    { merges: [{ top: 0, bottom: 0, left: 1, right: 2 }] },
  )
  expect(two.lines).toEqual([
    [3, 'Куртка', 'XL', '2'],
    [3, 'Куртка', 'M', '3'],
  ])
})

test('shops, months and packs beside pieces are asked about, and the chosen ones are summed row by row', () => {
  const grid: Grid = [
    ['Артикул', 'Магазин на Ленина', 'Магазин 2', 'Итого'],
    ['AR-1', 1, 2, 3],
    ['AR-2', null, 5, 5],
  ]
  expect(read(grid)).toMatchObject({ lines: [], options: [1, 2, 3] })
  expect(read(grid, { choice: { quantities: [1, 2] } }).lines).toEqual([
    [2, 'AR-1', '3'],
    [3, 'AR-2', '5'],
  ])
  expect(read(grid, { choice: { quantities: [2] } }).lines).toEqual([
    [2, 'AR-1', '2'],
    [3, 'AR-2', '5'],
  ])
  expect(
    read([
      ['Артикул', 'Заказ, шт', 'Заказ, уп'],
      ['AR-1', 1, 2],
    ]).options,
  ).toEqual([1, 2])
  // A heading over several columns stands over the first of them where a format knows no merged cells.
  expect(
    read([
      ['Артикул', 'Заказ', ''],
      ['AR-1', 1, 2],
      ['AR-2', 2, 4],
    ]).options,
  ).toEqual([1, 2])
})

test.each([
  'Дост. кол-во',
  'Кол-во в рулоне',
  'Мин. заказ',
  'Время с момента заказа',
  'Остаток',
  'Кол-во на складе',
  'Код WB',
  'Год',
  'Ставка НДС',
  'Телефон',
  'Min. order qty',
  'Stock qty',
  'Qty per box',
  'Кол-во дней',
  'Количество заказов',
])('a column headed %j is no order', (heading) => {
  expect(
    read([
      ['Артикул', 'Наименование', heading],
      ['AR-1', 'Дрель', 10],
      ['AR-2', 'Пила', 15],
      ['AR-3', 'Лом', 7],
    ]).lines,
  ).toEqual([])
})

test.each<[string, (row: number) => string | number]>([
  ['row numbers', (row) => row + 1],
  ['prices', (row) => `${row * 100 + 99},90`],
  ['years', (row) => 2019 + (row % 5)],
  ['phones', (row) => 79_161_234_500 + row],
  ['one number all over', () => 22],
])('without headings a column of %s is no order', (_what, valueOf) => {
  const rows = Array.from({ length: 8 }, (_, row) => [`AR-${row}`, `Товар ${row}`, valueOf(row)])
  expect(read(rows).lines).toEqual([])
})

test('a column that no known heading names is a guess until it is confirmed', () => {
  const grid: Grid = [
    ['Артикул', 'Ленина, 5'],
    ['AR-1', 2],
    ['AR-2', 3],
  ]
  expect(read(grid)).toMatchObject({
    guessed: ['quantity'],
    lines: [
      [2, 'AR-1', '2'],
      [3, 'AR-2', '3'],
    ],
  })
  expect(
    read(grid, { choice: { columns: { articul: 0, code: null, barcode: null, name: null, size: null, quantity: 1 } } })
      .guessed,
  ).toEqual([])
})

test('hidden rows are left out until somebody says that they count', () => {
  const grid: Grid = [
    ['Артикул', 'Заказ'],
    ['AR-1', 2],
    ['AR-2', 3],
    ['AR-3', null],
  ]
  expect(read(grid, { hidden: [2, 3] })).toMatchObject({
    lines: [[2, 'AR-1', '2']],
    counts: { hidden: 1, withoutQuantity: 1 },
    leftOut: [{ row: 1 }, { row: 3, why: 'hidden' }],
  })
  expect(read(grid, { hidden: [2, 3], choice: { hidden: 'order' } })).toMatchObject({
    lines: [
      [2, 'AR-1', '2'],
      [3, 'AR-2', '3'],
    ],
    counts: { hidden: 0 },
  })
})

test('a row of goods is never taken for headings, percentages among headings are none', () => {
  expect(
    read([
      ['Корпус', '20.00 руб.', 'шт', 3],
      ['Крышка', '30.00 руб.', 'шт', 4],
    ]).counts,
  ).toMatchObject({ headings: 0 })
  expect(
    read([
      ['Артикул', 'Цена -5%', '10%', 'Заказ'],
      ['AR-1', 95, 90, 2],
    ]).lines,
  ).toEqual([[2, 'AR-1', '2']])
})

test('a row without a quantity whose article has a label begins no table', () => {
  const { lines, counts } = read([
    ['Артикул', 'Ед.', 'Наименование', 'Заказ'],
    ['AR-1', 'шт', 'Шпилька М6', 3],
    ['арт. 1825', 'шт', 'Болт М6', null],
    ['AR-2', 'шт', 'Анкер М8', 12],
  ])
  expect(lines.map(([row, , quantity]) => [row, quantity])).toEqual([
    [2, '3'],
    [4, '12'],
  ])
  expect(counts).toMatchObject({ answered: 2, headings: 1, withoutQuantity: 1 })
})

test.each<[string, Grid, number[]]>([
  [
    'one holds a range',
    [
      ['Артикул', 'Ордынка 7', 'Арбат 9'],
      ['AR-1', 5, 3],
      ['AR-2', 2, '5-10'],
      ['AR-3', 3, null],
      ['AR-4', 4, 7],
    ],
    [1, 2],
  ],
  [
    'one holds a date',
    [
      ['Артикул', 'Ордынка', 'Арбат'],
      ['AR-1', 5, 3],
      ['AR-2', 2, '01.май'],
      ['AR-3', 4, 7],
    ],
    [1, 2],
  ],
  [
    'one holds words',
    [
      ['Артикул', 'Ордынка', 'Арбат'],
      ['AR-1', 5, 3],
      ['AR-2', 2, 'две'],
      ['AR-3', 4, null],
    ],
    [1, 2],
  ],
  [
    'one holds the same number all over',
    [
      ['Артикул', 'Ордынка 7', 'Арбат 9'],
      ['AR-1', 5, 1],
      ['AR-2', 2, 1],
      ['AR-3', 4, 1],
    ],
    [1, 2],
  ],
  [
    'both hold the same number all over',
    [
      ['Артикул', 'Ордынка', 'Арбат'],
      ['AR-1', 1, 1],
      ['AR-2', 1, 1],
      ['AR-3', 1, 1],
    ],
    [1, 2],
  ],
  [
    'one is headed as the quantity',
    [
      ['Артикул', 'Кол-во', 'Арбат 9'],
      ['AR-1', 2, 3],
      ['AR-2', 3, '5-10'],
      ['AR-3', 7, 4],
    ],
    [1, 2],
  ],
  [
    'one is all that its heading says',
    [
      ['Артикул', 'Заказ', 'Вторая машина'],
      ['AR-1', 2, 1],
      ['AR-2', 3, 4],
      ['AR-3', 7, null],
    ],
    [1, 2],
  ],
])('of shops beside each other all are asked about, though %s', (_what, grid, options) => {
  expect(read(grid)).toMatchObject({ lines: [], options })
})

test.each<[string, Grid]>([
  [
    'numbers with kopecks',
    [
      ['Артикул', 'Кол-во', 'База'],
      ['AR-1', 2, '1250,50'],
      ['AR-2', 3, '90,10'],
      ['AR-3', 7, '41,00'],
    ],
  ],
  [
    'a constant',
    [
      ['Артикул', 'Кол-во', 'Вкл'],
      ['AR-1', 2, 6],
      ['AR-2', 3, 6],
      ['AR-3', 7, 6],
    ],
  ],
  [
    'the sum of the row',
    [
      ['Артикул', 'Кол-во', 'База', 'Выходит'],
      ['AR-1', 2, 5, 10],
      ['AR-2', 3, 9, 27],
      ['AR-3', 7, 10, 70],
    ],
  ],
  [
    'row numbers',
    [
      ['Артикул', 'Кол-во', 'Поз'],
      ['AR-1', 2, 1],
      ['AR-2', 3, 2],
      ['AR-3', 7, 3],
    ],
  ],
  [
    'words with a number here and there',
    [
      ['Артикул', 'Кол-во', 'Куда'],
      ['AR-1', 2, 'цех 5'],
      ['AR-2', 3, 'цех 7'],
      ['AR-3', 7, 8],
    ],
  ],
])('%s beside a headed quantity are no question', (_what, grid) => {
  expect(read(grid).lines.map(([, , quantity]) => quantity)).toEqual(['2', '3', '7'])
})
