import { expect, test } from 'vitest'
import { extractRows } from '#server/platform/files/tables/extract.ts'
import { readDelimited } from '#server/platform/files/tables/delimited.ts'
import { sampleSheet } from '#server/platform/files/tables/sample.ts'
import type { Cell, Sheet } from '#server/platform/files/tables/sheet.ts'
import { toExtractChoice, decideReading } from './columns.ts'
import type { Recognise } from './content-columns.ts'

/** The goods of these tables. Numbers are codes of a shop, too: short ones are met everywhere. */
const goods = ['DX-1234', 'АВ-77', 'ПЕР-L']
const recognise: Recognise = (text) =>
  goods.includes(text)
    ? 'articul'
    : /^\d{1,4}$/.test(text)
      ? 'code'
      : goods.some((code) => text.includes(code))
        ? 'name'
        : undefined

type Grid = readonly (readonly (string | number | null)[])[]

const cellOf = (value: string | number | null): Cell | undefined =>
  value === null ? undefined : typeof value === 'string' ? value : { shown: String(value), plain: String(value) }
const sheetOf = (grid: Grid, merges: Sheet['merges'] = []): Sheet => ({
  name: 'Лист1',
  rowCount: grid.length,
  row: (table) => (grid[table] ?? []).map(cellOf),
  merges,
  totalRows: grid.length,
  isHidden: () => false,
  columnsBeyond: 0,
})

/** Code (or name), quantity and unit of each row that is taken for an order. */
function ordered(sheet: Sheet): string[] {
  const reading = decideReading([sampleSheet(sheet, 0)], {
    choice: {},
    remembered: [],
    recognise,
    goodsOf: { code: () => [], name: () => [] },
  })
  const choice = reading && toExtractChoice(reading)
  if (!choice) return ['ask']
  const questions = reading.guessed.has('quantity') && reading.headings ? ['confirm'] : []
  return [
    ...questions,
    ...extractRows(sheet, choice, 1000).rows.map(({ articul, code, name, quantity, unit }) =>
      [articul || code || name, quantity, unit].filter(Boolean).join(' | '),
    ),
  ]
}

const asOrdered = ['DX-1234 | 2', 'АВ-77 | 3']
const signatures: Grid = [
  ['Всего наименований 2, на сумму 5 000,00 руб.'],
  ['Пять тысяч рублей 00 копеек'],
  [null, 'Руководитель', 'Сидоров С. С.', 'Бухгалтер', 'Ким А. А.'],
]

test.each<[string, Grid, string[]?, Sheet['merges']?]>([
  [
    'an invoice with its totals and signatures',
    [
      ['Счёт на оплату № 7 от 12 ноября 2026 г.'],
      [],
      ['№', 'Артикул', 'Товары (работы, услуги)', 'Кол-во', 'Ед.', 'Цена', 'Сумма'],
      [1, 'DX-1234', 'Дрель', 2, 'шт', 2500, 5000],
      [2, 'АВ-77', 'Шуруповёрт', 3, 'шт', 1000, 3000],
      [null, null, null, null, null, 'Итого:', 8000],
      [null, 'Сидоров С. С.', 'Бухгалтер', 'Ким А. А.'],
      ...signatures,
    ],
    ['DX-1234 | 2 | шт', 'АВ-77 | 3 | шт'],
  ],
  [
    'ТОРГ-12: two rows of headings, numbered columns, places beside quantities',
    [
      [
        'Но-мер по по-рядку',
        'Товар',
        null,
        'Количество',
        null,
        'Количество (масса нетто)',
        'Цена, руб. коп.',
        'Сумма с учётом НДС',
      ],
      [null, 'наименование, характеристика, сорт, артикул товара', 'код', 'в одном месте', 'мест, штук'],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 'Дрель DX-1234', '101', 1, 1, 2, 2500, 5000],
      [2, 'Шуруповёрт АВ-77', '102', 1, 1, 3, 1000, 3000],
      [null, null, null, 'Итого', 2, 5, 'Х', 8000],
      [null, null, null, 'Всего по накладной', 2, 5, 'Х', 8000],
    ],
    ['101 | 2', '102 | 3'],
    [
      { top: 0, bottom: 0, left: 1, right: 2 },
      { top: 0, bottom: 0, left: 3, right: 4 },
    ],
  ],
  [
    'УПД: broken words, numbered columns',
    [
      [
        'Код товара/ работ, услуг',
        '№ п/п',
        'Наименование товара (описание выполненных работ)',
        'Коли-чество (объем)',
        'Цена (тариф) за единицу измерения',
        'Налоговая ставка',
      ],
      ['А', 'Б', '1а', '3', '4', '7'],
      ['А', '1', '2', '3', '4', '5'],
      ['DX-1234', 1, 'Дрель', 2, 2500, '22%'],
      ['АВ-77', 2, 'Шуруповёрт', 3, 1000, '22%'],
    ],
  ],
  [
    'requested and issued',
    [
      ['Материальные ценности', null, 'Количество', null],
      ['наименование', 'номенклатурный номер', 'затребовано', 'отпущено'],
      [1, 2, 3, 4],
      ['Дрель', 'DX-1234', 2, null],
      ['Шуруповёрт', 'АВ-77', 3, null],
    ],
  ],
  [
    'confirmed before ordered',
    [
      ['Артикул', 'Подтверждённое количество', 'Заказанное количество'],
      ['DX-1234', 9, 2],
      ['АВ-77', 9, 3],
    ],
  ],
  [
    'counted by the store before wanted',
    [
      ['Артикул', 'Учётное количество', 'Нужно заказать'],
      ['DX-1234', 9, 2],
      ['АВ-77', 9, 3],
    ],
  ],
  [
    'shops beside each other, and their total',
    [
      ['Артикул', 'Ленина, 5', 'Мира, 7', 'Итого'],
      ['DX-1234', 1, 1, 2],
      ['АВ-77', null, 3, 3],
    ],
    ['ask'],
  ],
  [
    'one shop by its name: a person confirms that it is the quantity',
    [
      ['Артикул', 'Ленина, 5'],
      ['DX-1234', 2],
      ['АВ-77', 3],
    ],
    ['confirm', ...asOrdered],
  ],
  [
    'a quantity beside multiplicities and prices under unknown headings',
    [
      ['Артикул', 'Кол-во', 'Вкл', 'База'],
      ['DX-1234', 2, 6, '1250,50'],
      ['АВ-77', 3, 6, '90,10'],
      ['ПЕР-L', 3, 6, '41,00'],
    ],
    [...asOrdered, 'ПЕР-L | 3'],
  ],
  [
    'small numbers under a heading are no codes',
    [
      ['Артикул', 'Ленина', 'Цена'],
      ['DX-1234', 2, 2500],
      ['АВ-77', 3, 1000],
    ],
    ['ask'],
  ],
  [
    'headings of two rows, merged downwards',
    [
      ['Код', 'Ваш заказ', null],
      ['Код', 'Кол-во', 'Сумма'],
      ['DX-1234', 2, 5000],
      ['АВ-77', 3, 3000],
    ],
    asOrdered,
    [{ top: 0, bottom: 0, left: 1, right: 2 }],
  ],
  [
    'a bare sum below',
    [
      ['Артикул', 'Кол-во'],
      ['DX-1234', 2],
      ['АВ-77', 3],
      [null, 5],
    ],
  ],
  [
    'a bare number below that is no sum',
    [
      ['Артикул', 'Кол-во'],
      ['DX-1234', 2],
      ['АВ-77', 3],
      [null, 7],
    ],
    [...asOrdered, '7'],
  ],
  [
    'words below a subtotal, and goods below them',
    [
      ['Артикул', 'Кол-во'],
      ['DX-1234', 2],
      ['Итого', 2],
      ['Дрель', 'две'],
      ['АВ-77', 3],
    ],
    ['DX-1234 | 2', 'Дрель | две', 'АВ-77 | 3'],
  ],
  [
    'packs in a column of their own',
    [
      ['Артикул', 'Кол-во', 'Ед. изм.'],
      ['DX-1234', 2, 'уп.'],
      ['АВ-77', 3, 'шт'],
    ],
    ['DX-1234 | 2 | уп.', 'АВ-77 | 3 | шт'],
  ],
  [
    'packs and pieces',
    [
      ['Артикул', 'Заказ, уп', 'Заказ, шт'],
      ['DX-1234', 1, 2],
      ['АВ-77', 1, 3],
    ],
    ['ask'],
  ],
  [
    'a unit of measure in the heading',
    [
      ['Артикул / каталожный номер', 'Требуемое кол-во, ед. изм.', 'Цена поставщика'],
      ['DX-1234', '2', null],
      ['АВ-77', '3', null],
    ],
  ],
  [
    'goods without headings, whose cells hold words of headings',
    [
      [1, 'Упаковка цвет синий', 'DX-1234', 'шт', 2, '754,40', '1508,80'],
      [2, 'Шуруповёрт', 'АВ-77', 'шт', 3, '100,00', '300,00'],
      [3, 'Перчатки', 'ПЕР-L', 'шт', 1, '10,00', '10,00'],
    ],
    ['DX-1234 | 2 | шт', 'АВ-77 | 3 | шт', 'ПЕР-L | 1 | шт'],
  ],
  [
    'a document above the headings',
    [
      [null, 'Поставщик', 'Портал'],
      [null, null, 'Заказ от 20.11.2026'],
      [null, 'Арт.', 'Наим.', 'К-во шт', 'Примеч.'],
      [null, 'DX-1234', 'Дрель', 2],
      [null, 'АВ-77', 'Шуруповёрт', 3],
    ],
  ],
  [
    'quantity × price = sum, without headings',
    [
      ['DX-1234', 'Дрель', 2, 7, 14],
      ['АВ-77', 'Шуруповёрт', 3, 12, 36],
    ],
  ],
  [
    'long words under a heading of quantities',
    [
      ['Артикул', 'Кол-во', ''],
      ['DX-1234', 'Дрель ударная со сверлом для бетона', 2],
      ['АВ-77', 'Шуруповёрт аккумуляторный с двумя батареями', 3],
      ['ПЕР-L', 'Перчатки рабочие с двойным покрытием', 1],
    ],
    ['confirm', ...asOrdered, 'ПЕР-L | 1'],
  ],
  [
    'nothing wanted, in words',
    [
      ['Артикул', 'Заказ'],
      ['DX-1234', 2],
      ['ПЕР-L', 'нет'],
      ['ПЕР-L', 'не надо'],
      ['АВ-77', 3],
    ],
  ],
])('%s', (_what, grid, result = asOrdered, merges = []) => expect(ordered(sheetOf(grid, merges))).toEqual(result))

test.each<[string, string]>([
  [
    'articles called so',
    'Здравствуйте!\nПросим выставить счёт:\nарт. DX-1234 — 2 шт\nарт. АВ-77 — 3 шт\n\nС уважением,\nИван\n' +
      '+7 900 123-45-67',
  ],
  ['a numbered list', '1. DX-1234 - 2 шт.\n2) АВ-77 3шт'],
  ['bullets', 'Заказ на завтра:\n- DX-1234 x 2\n• АВ-77 x 3\nспасибо'],
  ['emoji', 'Всем привет 👋\n✅ DX-1234 — 2 шт\n✅ АВ-77 — 3 шт'],
  ['a messenger', '[12.11.2026, 10:32] Иван Снабжение: DX-1234 2 шт\n[12.11.2026, 10:33] Иван Снабжение: АВ-77 3 шт'],
  ['another messenger', '12.11.2026, 10:32 - Иван: DX-1234 2 шт\n12.11.2026, 10:33 - Иван: АВ-77 3 шт'],
  ['the quantity first', '2 шт DX-1234\n3 x АВ-77'],
  ['the quantity in brackets', 'DX-1234 (2 шт)\nАВ-77 (3 шт)'],
  ['a hyphen without blanks', 'DX-1234-2шт\nАВ-77-3шт.'],
  ['semicolons in one line', 'DX-1234 2 шт; АВ-77 3 шт.'],
  ['a name that ends in x', 'Дрель DX-1234 Matrix — 2 шт.\nАВ-77 х 3'],
  ['prices beside the quantities', 'DX-1234 - 2 шт по 250 руб\nАВ-77 — 3 шт × 100 = 300 ₽'],
  ['a quoted letter', 'Согласовано\n\n> DX-1234 - 2 шт\n> АВ-77 - 3 шт'],
  ['all in one line', 'Нужно: DX-1234 - 2 шт, АВ-77 - 3 шт'],
  ['names with commas', 'Дрель DX-1234 1,5 кВт, ударная, 2 шт.\nШуруповёрт, синий АВ-77 - 3 шт'],
  ['dots', 'DX-1234 ..... 2\nАВ-77 ..... 3'],
  ['columns of blanks', 'Артикул            Кол-во\nDX-1234                 2\nАВ-77                   3'],
])('typed: %s', (_what, text) => {
  const rows = ordered(readDelimited(text, '')).map((row) => row.split(' | '))
  expect(
    rows.map(([name = '', quantity = '']) => [
      goods.find((code) => name.includes(code)),
      Number.parseInt(quantity, 10),
    ]),
  ).toEqual([
    ['DX-1234', 2],
    ['АВ-77', 3],
  ])
})

test('commas in prose are not a table', () => {
  expect(readDelimited('DX-1234, 4, 9840\nАВ-77, 2, 8760', '').row(0)).toEqual(['DX-1234', ' 4', ' 9840'])
  expect(readDelimited('DX-1234,"Дрель, ударная",4\nАВ-77,Шуруповёрт,2', '').row(0)).toEqual([
    'DX-1234',
    'Дрель, ударная',
    '4',
  ])
})

test('orders on several sheets are all reported, whichever is read; sheets of terms and stock are not', () => {
  const order: Grid = [
    ['Артикул', 'Заказ'],
    ['DX-1234', 2],
  ]
  const sheets: Grid[] = [
    [['Условия'], ['Оплата', '30 дней']],
    order,
    [
      ['Артикул', 'Остаток', 'Заказ'],
      ['АВ-77', 20, null],
    ],
    order,
  ]
  const samples = sheets.map((grid, index) => sampleSheet(sheetOf(grid), index))
  const chosen = (sheet?: number) =>
    decideReading(samples, {
      choice: { sheet },
      remembered: [],
      recognise,
      goodsOf: { code: () => [], name: () => [] },
    })
  expect(chosen()).toMatchObject({ sample: { index: 1 }, ordered: [1, 3] })
  expect(chosen(3)).toMatchObject({ sample: { index: 3 }, ordered: [1, 3] })
})
