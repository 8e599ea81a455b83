import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { uploadsFromFile } from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import {
  hostileFiles,
  inAlphabet,
  rawXlsx,
  windows1251,
  workbookOf,
  type BookOptions,
  type Grid,
} from '#tests/support/price-sheets.ts'
import { collidingGoods, createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call, CallError } from '#web/api/client.ts'

let portal: TestApp
let owner: Visitor
const { drill, impact, glovesL } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db, [
    ...collidingGoods,
    { id: 150, name: 'Сапоги', categoryIds: [11] },
    { id: 151, parentId: 150, name: 'Сапоги', valueIds: [421], prices: { 51: 100 }, stocks: { 61: 9000 } },
    { id: 152, parentId: 150, name: 'Сапоги 43 чёрный', valueIds: [], prices: { 51: 100 }, stocks: { 61: 9000 } },
    { id: 160, name: 'Лопата', code: '00000000011', categoryIds: [11], prices: { 51: 100 }, stocks: { 61: 9000 } },
  ])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    30_000,
  )
})
afterAll(() => portal.close())

const send = (bytes: Buffer | string, name = 'Заявка.xlsx') =>
  call(uploadsFromFile, { file: new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name) }, owner)
const summaryOf = ({ rows }: Awaited<ReturnType<typeof send>>) =>
  rows.map(({ id, requested, status }) => [id, requested, status])
const orderOf = (bytes: Buffer | string, name?: string) => send(bytes, name).then(summaryOf)

const order: Grid = [
  ['Артикул', 'Наименование', 'Заказ'],
  ['DX-1234', 'Дрель', 2],
  ['АВ-77', 'Шуруповёрт', 3],
]
const ordered = [
  [drill, 2, 'ok'],
  [impact, 3, 'ok'],
]
const lines = order.map((row) => row.join(';')).join('\r\n')
const cells = order.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
const xmlCell = (cell: string | number | null) =>
  `<Cell><Data ss:Type="${typeof cell === 'number' ? 'Number' : 'String'}">${cell}</Data></Cell>`
const xmlRows = order.map((row) => `<Row>${row.map(xmlCell).join('')}</Row>`).join('')

test.each<[string, Buffer | string, string]>([
  ['XLSX', workbookOf({ Лист1: order }), 'Заявка.xlsx'],
  ['XLSX named .xls', workbookOf({ Лист1: order }), 'Заявка.xls'],
  ['XLSB', workbookOf({ Лист1: order }, { type: 'xlsb' }), 'Заявка.xlsb'],
  ['XLS', workbookOf({ Лист1: order }, { type: 'biff8' }), 'Заявка.xls'],
  ['ODS', workbookOf({ Лист1: order }, { type: 'ods' }), 'Заявка.ods'],
  ['CSV in UTF-8', lines, 'Заявка.csv'],
  ['CSV with a mark', `\ufeff${lines}`, 'Заявка.csv'],
  ['CSV in windows-1251', windows1251(lines), 'Заявка.csv'],
  ['CSV of MS-DOS', inAlphabet('ibm866', lines), 'Заявка.csv'],
  ['text in KOI8', inAlphabet('koi8-r', lines), 'Заявка.txt'],
  ['capitals in windows-1251', windows1251(lines.toUpperCase()), 'Заявка.csv'],
  ['UTF-16 without a mark', Buffer.from(lines.replaceAll(';', '\t'), 'utf16le'), 'Заявка.txt'],
  ['CSV in UTF-8, cut off within a letter', Buffer.from(`${lines}\r\nя`).subarray(0, -1), 'Заявка.csv'],
  ['CSV with commas', order.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'), 'Заявка.csv'],
  ['CSV encoded twice', Buffer.from(new TextDecoder('windows-1251').decode(Buffer.from(lines))), 'Заявка.csv'],
  ['text of Excel in UTF-16', Buffer.from(`\ufeff${lines.replaceAll(';', '\t')}`, 'utf16le'), 'Заявка.txt'],
  ['HTML named .xls', `<html><meta charset="utf-8"><body><table>${cells}</table></body></html>`, 'Заявка.xls'],
  [
    'HTML in windows-1251',
    windows1251(`<html><head><meta charset="windows-1251"></head><table>${cells}</table></html>`),
    'Заявка.xls',
  ],
  [
    'XML of Excel 2003',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" ' +
      'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Лист1">' +
      `<Table>${xmlRows}</Table></Worksheet></Workbook>`,
    'Заявка.xls',
  ],
])('the format %s is read', async (_format, bytes, name) => expect(await orderOf(bytes, name)).toEqual(ordered))

const unusualFiles: Record<
  string,
  { grid: Grid; options?: BookOptions; otherSheets?: Record<string, Grid>; result?: unknown[][] }
> = {
  'a title and empty rows above the headings': {
    grid: [['Заявка от ООО «Вектор»'], [], [null, 'тел. 123-45-67'], [], ...order],
  },
  'headings in several rows': {
    grid: [
      ['№', 'Товар', null, 'Количество', null],
      [null, 'Артикул', 'Название', 'в упаковке', 'заказ'],
      [1, 'DX-1234', 'Дрель', 10, 2],
      [2, 'АВ-77', 'Шуруповёрт', 20, 3],
    ],
    options: { merges: { Лист1: ['B1:C1', 'D1:E1', 'A1:A2'] } },
  },
  'groups between the goods, and a total': {
    grid: [
      order[0] ?? [],
      ['Инструмент'],
      ['DX-1234', 'Дрель', 2],
      [null, 'Прочее', null],
      ['АВ-77', 'Шуруповёрт', 3],
      ['Итого', null, 5],
      [null, 'Всего:', 5],
    ],
  },
  'the order on the second sheet': {
    grid: [['Условия'], ['Оплата по счёту'], ['Доставка', 'бесплатно']],
    otherSheets: { Заказ: order },
  },
  'stock and price beside the order': {
    grid: [
      ['Артикул', 'Остаток, шт', 'Кол-во в упаковке', 'Цена', 'Кол-во', 'Сумма'],
      ['DX-1234', 7, 10, 2500.5, 2, 5001],
      ['АВ-77', 20, 5, 1000, 3, 3000],
    ],
  },
  'quantities as text': {
    grid: [
      ['Артикул', 'Заказ'],
      ['DX-1234', '2 шт'],
      ['АВ-77', '3,0'],
    ],
  },
  'an empty column for orders, filled far below': {
    grid: [
      ['Артикул', 'Заказ'],
      ...Array.from({ length: 300 }, (_, row): string[] => [`Z-${row}`]),
      ['DX-1234', 2],
      ['АВ-77', 3],
    ],
  },
  'codes as numbers that have lost their zeros': {
    grid: [
      ['Код поставщика', 'Заказ'],
      [77, 2],
      ['АВ-77', 3],
    ],
  },
  'codes as numbers that show their zeros': {
    grid: [
      ['Код поставщика', 'Заказ'],
      [77, 2],
      ['АВ-77', 3],
    ],
    options: { formats: { A2: '000000' } },
  },
  'barcodes as numbers': {
    grid: [
      ['Штрихкод', 'Кол-во'],
      [4_607_001_234_567, 2],
      [4_607_009_999_999, 4],
    ],
    result: [
      [drill, 2, 'ok'],
      [goodIds.glovesM, 4, 'ok'],
    ],
  },
  'no headings at all': {
    grid: [
      ['Дрель', 'DX-1234', 2],
      ['Шуруповёрт', 'АВ-77', 3],
    ],
    result: [
      [drill, 2, 'check'],
      [impact, 3, 'check'],
    ],
  },
  'names alone': {
    grid: [
      ['Наименование', 'Кол-во'],
      ['Дрель ударная', 2],
      ['ШУРУПОВЕРТ аккумуляторный', 3],
    ],
  },
  'an own number beside the article': {
    grid: [
      ['Код товара', 'Артикул', 'Кол-во'],
      ['102', 'DX-1234', 2],
      ['101', 'АВ-77', 3],
    ],
  },
  'one name merged over its sizes': {
    grid: [
      ['Артикул', 'Цвет', 'Заказ'],
      ['АВ-77', 'синий', 1],
      [null, 'красный', 2],
      ['ПЕР-L', '', 1],
    ],
    options: { merges: { Лист1: ['A2:A3'] } },
    result: [
      [impact, 3, 'duplicate'],
      [glovesL, 1, 'ok'],
    ],
  },
  'English headings': {
    grid: [
      ['Item', 'SKU', 'Order Qty'],
      ['Drill', 'DX-1234', 2],
      ['Driver', 'АВ-77', 3],
    ],
  },
  'headings repeated on each page': { grid: [...order.slice(0, 2), ...order.slice(0, 1), ...order.slice(2)] },
  'a name and its characteristic, as 1C writes them': {
    grid: [
      ['Номенклатура', 'Характеристика', 'Цена', 'Кол-во'],
      ['Дрель ударная', '', 2000, 2],
      ['Сапоги', '43, чёрный', 100, 3],
    ],
    result: [
      [drill, 2, 'ok'],
      [152, 3, 'ok'],
    ],
  },
  'lines typed into one column': { grid: [['Заявка'], ['DX-1234 - 2 шт'], ['АВ-77 - 3 шт']] },
  'HTML in cells': {
    grid: [
      ['Артикул', 'Заказ'],
      ['<b>DX-1234</b>', '<span>2</span>'],
      ['АВ-77&nbsp;', 3],
    ],
  },
}

test.each(Object.entries(unusualFiles))(
  'unusual file is read: %s',
  async (_name, { grid, options, otherSheets, result = ordered }) => {
    expect(await orderOf(workbookOf({ Лист1: grid, ...otherSheets }, options))).toEqual(result)
  },
)

const textCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

test('formulas count as cached values; without one they are reported, not taken for codes nor skipped', async () => {
  const rows = [
    [textCell('A1', 'Артикул'), textCell('B1', 'Заказ')],
    ['<c r="A2" t="str"><f>"DX-"&amp;1234</f><v>DX-1234</v></c>', '<c r="B2"><f>1+1</f><v>2</v></c>'],
    [textCell('A3', '=1+1'), '<c r="B3"><v>1</v></c>'],
    ['<c r="A4"><f>1+1</f><v></v></c>', '<c r="B4"><v>4</v></c>'],
    [textCell('A5', 'АВ-77'), '<c r="B5"><f>A1*2</f></c>'],
    [textCell('A6', 'DX-1234'), '<c r="B6" t="e"><f>1/0</f><v>#DIV/0!</v></c>'],
    ['<c r="A7" t="e"><f>VLOOKUP(A1,B:B,1)</f><v>#N/A</v></c>', '<c r="B7"><v>7</v></c>'],
    [textCell('A8', '11'), '<c r="B8"><v>1</v></c>'],
  ]
  const answer = await send(
    await rawXlsx(
      `<sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`).join('')}</sheetData>`,
    ),
  )
  expect(answer.skipped).toBe(0)
  expect(answer.rows.map(({ row, id, status, note, raw }) => [row, id, status, note, raw.code, raw.qnt])).toEqual([
    [2, drill, 'ok', '', 'DX-1234', '2'],
    [3, null, 'notFound', 'Формула вместо артикула', '=1+1', '1'],
    [4, null, 'notFound', 'Формула вместо артикула', '=1+1', '4'],
    [5, impact, 'badQty', 'Формула вместо числа', 'АВ-77', '=A1*2'],
    [6, drill, 'badQty', 'Формула вместо числа', 'DX-1234', '#DIV/0!'],
    [7, null, 'notFound', 'Формула вместо артикула', '#N/A', '7'],
    [8, null, 'notFound', 'Не найден, есть похожие', '11', '1'],
  ])
  expect(
    (await send('Артикул;Заказ\n="DX-1234";=2\n=Лист1!A1;1\nАВ-77;=Лист1!B2\n', 'Заявка.csv')).rows.map(
      ({ id, status, raw }) => [id, status, raw.code, raw.qnt],
    ),
  ).toEqual([
    [drill, 'ok', 'DX-1234', '=2'],
    [null, 'notFound', '=Лист1!A1', '1'],
    [impact, 'badQty', 'АВ-77', '=Лист1!B2'],
  ])
})

test('a code among words is recognised if labelled or consistent; packs of piece goods are asked about', async () => {
  const lines: Grid = [
    ['Товар', 'Кол-во'],
    ['Дрель ударная Makita DX-1234', 1],
    ['Шуруповёрт, арт. АВ-77', 2],
    ['Чехол для DX-1234', 3],
    ['АВ-77 и DX-1234', 4],
    ['DX 1234 дрель', '2 уп.'],
    ['Круг отрезной 125x22', 5],
  ]
  const { rows } = await send(workbookOf({ Лист1: lines }))
  expect(
    rows.map(({ id, matchedBy, status, note, candidates }) => [
      id,
      matchedBy,
      status,
      note,
      candidates.map((good) => good.id),
    ]),
  ).toEqual([
    [drill, 'articul', 'ok', '', []],
    [impact, 'articul', 'ok', '', []],
    [drill, 'name', 'check', 'В файле названо другое: проверьте товар', [drill]],
    [impact, 'name', 'check', 'Похожий товар', [impact, drill]],
    [drill, 'articul', 'badQty', 'В упаковках: «2 уп.». Укажите количество в единицах товара', []],
    [null, null, 'notFound', expect.stringMatching(/^Не/), expect.anything()],
  ])
})

test('a typical e-mail is read as an order', async () => {
  expect(await orderOf('Добрый день! Прошу отгрузить:\nDX-1234 - 2 шт\nАВ-77 3 шт\n\nСпасибо', 'письмо.txt')).toEqual(
    ordered,
  )
})

const samples = '../shared/samples/pricelists'
test.skipIf(!existsSync(samples))('every sample is read with its table, goods and columns', async () => {
  const expected: Record<string, { columns: object; rows: number }> = {
    '1c_tdsheet_price.xls': { columns: { name: { index: 0 }, qnt: null }, rows: 323 },
    'blank_zakaza.xlsx': { columns: { articul: { index: 1 }, name: { index: 9 } }, rows: 624 },
    'opttea_rub_merged.xlsx': { columns: { name: { index: 2, heading: 'Наименование' }, qnt: null }, rows: 133 },
    'piatakov_biff5_html_in_cells.xls': {
      columns: { code: { index: 1, heading: 'Код' }, name: { index: 2, heading: 'Название' }, qnt: null },
      rows: 35,
    },
    'prays_snt_cp1251.csv': { columns: { qnt: null }, rows: 63 },
  }
  for (const name of readdirSync(samples)) {
    const answer = await send(readFileSync(`${samples}/${name}`), name)
    expect(answer, name).toMatchObject({
      status: 'success',
      ...(expected[name] ? { columns: expected[name].columns, sheets: [{ rows: expected[name].rows }] } : {}),
    })
    expect(answer.choices.length, name).toBeGreaterThan(1)
  }
})

test('hostile files are read or refused in Russian in bounded time, while other requests are answered', async () => {
  const limits = { pause: 0, slowest: 0 }
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) {
      const startedMs = performance.now()
      await call(filter, {}, owner)
      limits.pause = Math.max(limits.pause, performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const refused: string[] = []
  for (const [what, { bytes, name }] of Object.entries(await hostileFiles())) {
    const startedMs = performance.now()
    const outcome = await send(bytes, name).catch((error: unknown) => error)
    limits.slowest = Math.max(limits.slowest, performance.now() - startedMs)
    if (!(outcome instanceof CallError)) continue
    expect([what, outcome.status, outcome.message]).toEqual([what, 422, expect.stringMatching(/[а-я]/)])
    refused.push(what)
  }
  over.abort()
  await others
  process.stdout.write(
    `hostile files: the slowest in ${Math.round(limits.slowest)} ms, others answered within ` +
      `${Math.round(limits.pause)} ms\n`,
  )
  expect(refused).toEqual(
    expect.arrayContaining([
      'a table of Numbers',
      'a letter in RTF',
      'a page in one file',
      'a bomb',
      'a bomb beside the sheets',
      'a DOCTYPE',
      'a picture',
      'a PDF',
      'a Word document',
      'an archive of tables',
      'a web page',
      'nothing',
      'blanks',
      'noise',
      'half of a workbook',
    ]),
  )
  expect(refused).not.toContain('the last cell of all')
  expect(limits.slowest).toBeLessThan(25_000)
}, 120_000)
