import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { writeWorkbook, type Workbook } from './xlsx.ts'
import { columnName, type Cell } from './xlsx-cells.ts'

const text = (value: string): Cell => ({ kind: 'text', text: value })
const code = (value: string): Cell => ({ kind: 'code', text: value })
const number = (
  digits: string,
  format: 'money' | 'whole' | 'tenths' | 'hundredths' | 'thousandths' = 'whole',
): Cell => ({ kind: 'number', digits, format })

function workbook(rows: AsyncIterable<Cell[][]>): Workbook {
  return {
    title: 'Проба & «кавычки»',
    createdAt: new Date('2026-11-21T09:00:00Z'),
    sheet: {
      name: "Лист 'А'",
      columns: [{ width: 10 }, { width: 20 }, { width: 12 }, { width: 8, hidden: true }],
      head: [
        [{ kind: 'title', text: 'Проба' }],
        [
          { kind: 'header', text: 'Код' },
          { kind: 'header', text: 'Имя' },
          { kind: 'inputHeader', text: 'Заказ' },
          { kind: 'header', text: 'ID' },
        ],
      ],
      rows,
      inputColumn: 2,
      printedColumns: 3,
    },
    metadata: {
      name: 'marks',
      rows: [
        ['format', 'test'],
        ['formula', '=1+1'],
      ],
    },
  }
}

async function* inChunks(...chunks: Cell[][][]): AsyncGenerator<Cell[][]> {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}

const written = async (...rows: Cell[][]) => readWorkbook(await buffer(writeWorkbook(workbook(inChunks(rows)))))

/** Texts that break files, each with what a reader must find. */
const hostile: [given: string, found: string][] = [
  ['007', '007'],
  ['=1+1', '=1+1'],
  ['+7 (495) 000-00-00', '+7 (495) 000-00-00'],
  ['-5', '-5'],
  ['@SUM(A1)', '@SUM(A1)'],
  ['12345678901234567890', '12345678901234567890'],
  ['ключ 😀 ёлка', 'ключ 😀 ёлка'],
  ['a\u0000b\u0001c\u000bd\u001fe\uffff', 'abcde'],
  ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
  [' края ', ' края '],
  ['две\nстроки', 'две\nстроки'],
  ['<b>&amp;"\'</b>]]>', '<b>&amp;"\'</b>]]>'],
]

test('[C.44] texts read back: zeros kept, formulas neutralised, characters invalid in XML dropped', async () => {
  const book = await written(...hostile.map(([given]) => [code(given), text(given)]))
  for (const rows of Object.values(book.rows)) {
    expect(rows.slice(2).map((row) => row.slice(0, 2))).toEqual(hostile.map(([, found]) => [found, found]))
  }
  for (const index of hostile.keys()) {
    for (const column of ['A', 'B']) {
      const cell = book.cell(`${column}${index + 3}`)
      expect([cell?.t, cell?.f]).toEqual(['s', undefined])
    }
    expect(book.cell(`A${index + 3}`)?.z).toBe('@')
  }
  expect(book.parts['xl/worksheets/sheet1.xml']).not.toContain('<f>')
  expect(book.marks.sheetJs).toEqual({ format: 'test', formula: '=1+1' })
  expect(book.marks.readExcel).toEqual({ format: 'test', formula: '=1+1' })
})

test('a text that looks like an escape of the format is read back unchanged', async () => {
  const book = await written([text('болт_x0041_M8'), text('_x000D_')])
  expect(book.rows.sheetJs[2]?.slice(0, 2)).toEqual(['болт_x0041_M8', '_x000D_'])
  expect(book.parts['xl/worksheets/sheet1.xml']).toContain('>болт_x005F_x0041_M8<')
})

test('a text that begins like a formula stays text when edited', async () => {
  const book = await written([text('=1+1'), text('обычный')])
  const style = (address: string) =>
    new RegExp(`r="${address}" s="(\\d+)"`).exec(book.parts['xl/worksheets/sheet1.xml'] ?? '')?.[1]
  const formats = book.parts['xl/styles.xml']?.match(/<cellXfs.*?<\/cellXfs>/)?.[0].match(/<xf [^>]*>/g) ?? []
  expect(formats[Number(style('A3'))]).toContain('quotePrefix="1"')
  expect(formats[Number(style('B3'))]).not.toContain('quotePrefix')
})

test('numbers are read back exactly, with their formats', async () => {
  const book = await written(
    [
      number('1234567.89', 'money'),
      number('7'),
      { kind: 'input', format: 'hundredths' },
      number('0.125', 'thousandths'),
    ],
    [number('2.5', 'tenths'), number('0')],
  )
  for (const rows of Object.values(book.rows)) {
    expect(rows[2]).toEqual([1234567.89, 7, null, 0.125])
    expect(rows[3]?.slice(0, 2)).toEqual([2.5, 0])
  }
  expect(['A3', 'B3', 'C3', 'D3', 'A4'].map((address) => [book.cell(address)?.t, book.cell(address)?.z])).toEqual([
    ['n', '#,##0.00'],
    ['n', '#,##0'],
    ['z', '#,##0.00'],
    ['n', '#,##0.000'],
    ['n', '#,##0.0'],
  ])
})

test('[P.4] the header is frozen and filterable; all but the input column is locked, input validated', async () => {
  const book = await written(
    [code('1'), text('a'), { kind: 'input', format: 'whole' }],
    [code('2'), text('b'), { kind: 'input', format: 'whole' }],
  )
  const sheet = book.parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<autoFilter ref="A2:D4"/>')
  const protection = /<sheetProtection ([^>]*)\/>/.exec(sheet)?.[1] ?? ''
  for (const allowed of ['autoFilter="0"', 'sort="0"', 'formatColumns="0"', 'sheet="1"'])
    expect(protection).toContain(allowed)
  expect(sheet).toContain(
    '<dataValidation type="decimal" operator="greaterThanOrEqual" allowBlank="1" showErrorMessage="1" ' +
      'errorTitle="Количество" error="Укажите число не меньше нуля" sqref="C3:C4"><formula1>0</formula1>',
  )
  expect(sheet).toContain('<col min="4" max="4" width="8" customWidth="1" hidden="1"/>')
  const formats =
    book.parts['xl/styles.xml']?.match(/<cellXfs.*?<\/cellXfs>/)?.[0].match(/<xf [^>]*?(\/>|>.*?<\/xf>)/g) ?? []
  const open = (address: string) =>
    formats[Number(new RegExp(`r="${address}" s="(\\d+)"`).exec(sheet)?.[1])]?.includes('locked="0"')
  expect(['A3', 'B3', 'C3', 'C4', 'C2'].map(open)).toEqual([false, false, true, true, false])
  expect(book.parts['xl/workbook.xml']).toContain(`'Лист ''А'''!$A$2:$D$4</definedName>`)
  expect(book.parts['xl/workbook.xml']).toContain('name="marks" sheetId="2" state="hidden"')
})

test('printed pages fit the width, repeat the headings and leave out columns for programs', async () => {
  const book = await written([code('007'), text('a'), { kind: 'input', format: 'whole' }])
  const sheet = book.parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<row r="2" ht="28" customHeight="1">')
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>')
  // In the order that the format requires.
  expect(sheet).toMatch(
    new RegExp(
      String.raw`<\/sheetData><sheetProtection .*<autoFilter .*<dataValidations .*<printOptions .*<pageMargins .*` +
        String.raw`<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"\/><headerFooter>.*` +
        String.raw`<ignoredErrors><ignoredError sqref="A3:D3" numberStoredAsText="1"\/><\/ignoredErrors>` +
        String.raw`<\/worksheet>$`,
    ),
  )
  expect(book.parts['xl/workbook.xml']).toContain(
    `name="_xlnm.Print_Area" localSheetId="0">'Лист ''А'''!$A$1:$C$3</definedName>`,
  )
  expect(book.parts['xl/workbook.xml']).toContain(
    `name="_xlnm.Print_Titles" localSheetId="0">'Лист ''А'''!$2:$2</definedName>`,
  )
})

test('a price list without goods is a sheet with only its header', async () => {
  const book = await readWorkbook(await buffer(writeWorkbook(workbook(inChunks()))))
  for (const rows of Object.values(book.rows)) expect(rows).toHaveLength(2)
  expect(book.parts['xl/worksheets/sheet1.xml']).not.toContain('dataValidation')
})

test('with any texts both readers find the same rows in the same cells', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.string({ unit: 'grapheme', maxLength: 30 }),
          fc.string({ unit: 'binary', maxLength: 10 }),
          fc.integer(),
        ),
        { maxLength: 12 },
      ),
      async (rows) => {
        const book = await written(...rows.map(([a, b, c]) => [code(a), text(b), number(String(c))]))
        expect(book.rows.sheetJs.slice(2).map((row) => row[2])).toEqual(rows.map(([, , c]) => c))
        expect(book.rows.readExcel.slice(2).map((row) => row[2])).toEqual(rows.map(([, , c]) => c))
      },
    ),
    { numRuns: 30 },
  )
})

test('an error of the row source reaches the reader, and a reader that stops ends the source', async () => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield await Promise.resolve([[code('1')]])
    throw new Error('the database went away')
  }
  await expect(buffer(writeWorkbook(workbook(failing())))).rejects.toThrow('the database went away')

  let ended = false
  async function* endless(): AsyncGenerator<Cell[][]> {
    try {
      for (;;)
        yield await Promise.resolve(
          Array.from({ length: 500 }, (_, n) => [code(String(n)), text(`строка ${Math.random()}`)]),
        )
    } finally {
      ended = true
    }
  }
  const stream = writeWorkbook(workbook(endless()))
  let received = 0
  for await (const bytes of stream) if ((received += (bytes as Buffer).length) > 100_000) break
  await expect.poll(() => ended).toBe(true)
})

test('column names are those of spreadsheets', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
