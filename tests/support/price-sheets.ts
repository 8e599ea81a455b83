import { buffer } from 'node:stream/consumers'
import { utils, write, type BookType } from '@e965/xlsx'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { priceListColumns, priceListFormat, priceListMetadataSheet } from '#server/platform/files/price-list-format.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'

/** A table written by a test: cells of rows, sheets by name. */
export type Grid = readonly (readonly (string | number | null)[])[]

export type BookOptions = {
  type?: BookType
  merges?: Record<string, string[]>
  formats?: Record<string, string>
  compression?: boolean
}

/** Bytes of a workbook with these sheets; `formats` sets number formats of the first sheet's cells. */
export function workbookOf(
  sheets: Record<string, Grid>,
  { type = 'xlsx', merges = {}, formats = {}, compression = true }: BookOptions = {},
): Buffer {
  const book = utils.book_new()
  for (const [name, grid] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(grid.map((row) => [...row]))
    for (const range of merges[name] ?? []) (sheet['!merges'] ??= []).push(utils.decode_range(range))
    if (name === Object.keys(sheets)[0])
      for (const [address, format] of Object.entries(formats))
        Object.assign((sheet[address] as object | undefined) ?? {}, { z: format })
    utils.book_append_sheet(book, sheet, name)
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: type, compression }) as Uint8Array)
}

/** Cyrillic in a single-byte encoding, as in old programs. */
export function windows1251(text: string): Buffer {
  return inAlphabet('windows-1251', text)
}

export function inAlphabet(alphabet: string, text: string): Buffer {
  const decoder = new TextDecoder(alphabet)
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  return Buffer.from(Array.from(text, (letter) => codes.get(letter) ?? 0x3f))
}

/** A ZIP of these parts. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** An XLSX with this raw sheet XML, as no program would write it. */
export function rawXlsx(sheetXml: string, more: Record<string, string> = {}): Promise<Buffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/xl/workbook.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/worksheets/sheet1.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
      '<sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}">${sheetXml}</worksheet>`,
    ...more,
  })
}

const text = (address: string, content: string) => `<c r="${address}" t="inlineStr"><is><t>${content}</t></is></c>`

/** Small files that break careless readers. */
export async function hostileFiles(): Promise<Record<string, { bytes: Buffer; name: string }>> {
  const order =
    `<row r="1">${text('A1', 'Артикул')}${text('B1', 'Заказ')}</row><row r="2">${text('A2', 'DX-1234')}<c r="B2">` +
    '<v>1</v></c></row>'
  const file = (bytes: Buffer, name = 'Заявка.xlsx') => ({ bytes, name })
  return {
    'a row far below': file(
      await rawXlsx(
        `<dimension ref="A1:XFD1048576"/><sheetData>${order}<row r="999999999"><c r="A999999999"><v>1</v></c>` +
          '</row></sheetData>',
      ),
    ),
    'the last cell of all': file(
      await rawXlsx(
        `<dimension ref="A1:XFD1048576"/><sheetData>${order}<row r="1048576"><c r="XFD1048576"><v>1</v></c>` +
          '</row></sheetData>',
      ),
    ),
    'a column that no sheet has': file(
      await rawXlsx(`<sheetData>${order}<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row></sheetData>`),
    ),
    'everything merged': file(
      await rawXlsx(
        `<sheetData>${order}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
      ),
    ),
    'a million merges': file(
      await rawXlsx(
        `<sheetData>${order}</sheetData><mergeCells>${'<mergeCell ref="A3:B9"/>'.repeat(1_000_000)}</mergeCells>`,
      ),
    ),
    'formulas without values': file(
      await rawXlsx(
        `<sheetData>${order}<row r="3"><c r="A3"><f>HYPERLINK("http://evil.example")</f></c><c r="B3"><f>1+1</f>` +
          '</c></row></sheetData>',
      ),
    ),
    'a DOCTYPE': file(
      await rawXlsx(`<sheetData>${order}</sheetData>`, {
        'xl/workbook.xml':
          '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' +
          '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
          'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
          '<sheet name="&a;" sheetId="1" r:id="rId1"/></sheets></workbook>',
      }),
    ),
    'a bomb': file(await rawXlsx(`<sheetData>${order}${' '.repeat(60 * 1024 * 1024)}</sheetData>`)),
    'a bomb beside the sheets': file(
      await rawXlsx(`<sheetData>${order}</sheetData>`, { 'xl/media/image1.png': ' '.repeat(120 * 1024 * 1024) }),
    ),
    'a path that climbs out': file(
      Buffer.from(
        (await zipOf({ 'xl/workbook.xml': '<workbook/>', 'a/__/b.xml': '<x/>' }))
          .toString('latin1')
          .replaceAll('a/__/b', 'a/../b'),
        'latin1',
      ),
    ),
    'a picture': file(
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(500)]),
    ),
    'a PDF': file(Buffer.from('%PDF-1.7\n1 0 obj\n')),
    'a Word document': file(
      await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
      'Заявка.docx',
    ),
    'a table of Numbers': file(await zipOf({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }), 'Заявка.numbers'),
    'a letter in RTF': file(Buffer.from('{\\rtf1\\ansi Заявка}'), 'Заявка.xls'),
    'a page in one file': file(
      Buffer.from('MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<table><tr><td>1</table>'),
      'Заявка.xls',
    ),
    'an archive of tables': file(await zipOf({ 'a.csv': 'Артикул;Заказ\nDX-1234;1\n' }), 'Заявка.zip'),
    'a web page': file(Buffer.from('<!DOCTYPE html><html><body><h1>404</h1></body></html>'), 'price.xls'),
    'other XML': file(Buffer.from('<?xml version="1.0"?><note><to>Вам</to></note>'), 'price.xls'),
    'half of a workbook': file(
      workbookOf({
        Лист: [
          ['Артикул', 'Заказ'],
          ['DX-1234', 1],
        ],
      }).subarray(0, 900),
    ),
    'half of an old workbook': file(
      workbookOf(
        {
          Лист: [
            ['Артикул', 'Заказ'],
            ['DX-1234', 1],
          ],
        },
        { type: 'biff8' },
      ).subarray(0, 900),
      'Заявка.xls',
    ),
    nothing: file(Buffer.alloc(0)),
    blanks: file(Buffer.from(' \n \n'), 'Заявка.csv'),
    noise: file(Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256)), 'Заявка.csv'),
    'quotes that never close': file(Buffer.from(`"${'а;'.repeat(50_000)}`), 'Заявка.csv'),
    'deep markup': file(Buffer.from(`<table>${'<tr><td>'.repeat(20_000)}1`), 'Заявка.xls'),
  }
}

const listColumns = [
  'code',
  'articul',
  'header',
  'brand',
  'category',
  'unit',
  'step',
  'barcode',
  'price',
  'rrc',
  'order',
  'picture',
  'id',
] as const

/** Our own price list of that many unknown goods, some evenly filled in; ids start at a billion. */
export async function longPriceList(rows: number, filled: number): Promise<Buffer> {
  const text = (content: string): Cell => ({ kind: 'code', text: content })
  const number = (digits: string): Cell => ({ kind: 'number', digits, format: 'whole' })
  const goods = (index: number): Cell[] => [
    text(String(index).padStart(11, '0')),
    text(`ART-${index}`),
    text(`Автомат дифференциальный 1P+N ${index} А 100 мА завода № ${index % 77}`),
    text(`Бренд ${index % 50}`),
    text('Электрика / Модульное оборудование'),
    text('шт'),
    number('1'),
    text(String(4_600_000_000_000 + index)),
    number('1234'),
    number('2345'),
    index % (rows / filled) === 0 ? number('1') : { kind: 'input', format: 'whole' },
    text(`https://portal.example/dbpics/${index}.jpg`),
    number(String(1_000_000_000 + index)),
  ]
  // oxlint-disable-next-line require-await -- the writer pulls rows from an async source
  const chunks = async function* () {
    for (let from = 0; from < rows; from += 1000)
      yield Array.from({ length: Math.min(1000, rows - from) }, (_, index) => goods(from + index))
  }
  return buffer(
    writeWorkbook({
      title: 'Прайс-лист',
      createdAt: new Date(0),
      sheet: {
        name: 'Прайс-лист',
        columns: listColumns.map(() => ({ width: 12 })),
        head: [[text('Прайс-лист')], [text('Заполните')], listColumns.map((key) => text(priceListColumns[key]))],
        rows: chunks(),
        inputColumn: listColumns.indexOf('order'),
      },
      metadata: {
        name: priceListMetadataSheet,
        rows: [
          ['format', priceListFormat],
          ['columns', listColumns.join(',')],
        ],
      },
    }),
  )
}

/** A number, a text, a formula without a cached value, or an error. */
type Filling = string | number | { formula: string; error?: string }

/**
 * Our own price list with 'Заказ' filled in by product id; everything else is preserved, as in a good spreadsheet
 * program.
 */
export async function filledIn(priceList: Buffer, quantities: Record<number, Filling>): Promise<Buffer> {
  const parts = await partsOf(priceList)
  const sheet = parts['xl/worksheets/sheet1.xml']?.toString('utf8') ?? ''
  const head = /<row r="3"[^>]*>(.*?)<\/row>/s.exec(sheet)?.[1] ?? ''
  const columnOf = (heading: string) =>
    new RegExp(`<c r="([A-Z]+)3"[^>]*><is><t[^>]*>${heading}</t>`).exec(head)?.[1] ?? ''
  const [order, id] = [columnOf('Заказ'), columnOf('ID')]
  const filled = sheet.replace(/<row r="(\d+)">.*?<\/row>/gs, (row, number: string) => {
    const product = Number(new RegExp(`<c r="${id}${number}"[^>]*><v>(\\d+)</v>`).exec(row)?.[1] ?? 0)
    const quantity = quantities[product]
    if (quantity === undefined) return row
    return row.replace(
      new RegExp(`<c r="${order}${number}" s="(\\d+)"/>`),
      `<c r="${order}${number}" s="$1"${cellOf(quantity)}</c>`,
    )
  })
  return zipOf({ ...parts, 'xl/worksheets/sheet1.xml': filled })
}

function cellOf(filling: Filling): string {
  if (typeof filling === 'number') return `><v>${filling}</v>`
  if (typeof filling === 'string') return ` t="inlineStr"><is><t>${filling}</t></is>`
  const { formula, error } = filling
  return error === undefined ? `><f>${formula}</f>` : ` t="e"><f>${formula}</f><v>${error}</v>`
}

async function partsOf(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const parts: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  return parts
}

/** The file with some bytes changed, cut out, duplicated or taken from another file. Deterministic by seed. */
export function mutated(bytes: Buffer, other: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761 + 12_345
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return below <= 1 ? 0 : state % below
  }
  let changed = Buffer.from(bytes)
  for (let change = random(8); change >= 0; change -= 1) {
    const at = random(changed.length)
    const size = 1 + random(Math.min(400, Math.max(1, changed.length - at)))
    const way = random(5)
    if (way === 0 && changed.length > 0) changed[at] = random(256)
    else if (way === 1) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + size)])
    else if (way === 2) changed = Buffer.concat([changed.subarray(0, at + size), changed.subarray(at)])
    else if (way === 3)
      changed = Buffer.concat([
        changed.subarray(0, at),
        other.subarray(random(other.length), random(other.length)),
        changed.subarray(at),
      ])
    else changed.fill(random(256), at, Math.min(changed.length, at + Math.min(size, 8)))
  }
  return changed
}

/** One valid file of each format as a start. */
export function seedFiles(): { name: string; bytes: Buffer }[] {
  const grid: Grid = [
    ['Заявка'],
    ['Артикул', 'Наименование', 'Штрихкод', 'Заказ'],
    ['DX-1234', 'Дрель', 4_607_001_234_567, 2],
    ['АВ-77', 'Шуруповёрт', null, '3 шт'],
    ['ПЕР', 'Перчатки', null, 'две'],
    ['НЕТ', '', null, 1],
  ]
  const lines = grid.map((row) => row.join(';')).join('\r\n')
  const markupRows = grid.map((row) => `<tr>${row.map((cell) => `<td>${cell ?? ''}</td>`).join('')}</tr>`)
  const markup = `<html><table>${markupRows.join('')}</table></html>`
  return [
    { name: 'a.xlsx', bytes: workbookOf({ Лист: grid, Второй: grid }, { merges: { Лист: ['A1:D1'] } }) },
    { name: 'stored.xlsx', bytes: workbookOf({ Лист: grid }, { compression: false }) },
    { name: 'a.xls', bytes: workbookOf({ Лист: grid }, { type: 'biff8' }) },
    { name: 'old.xls', bytes: workbookOf({ Лист: grid }, { type: 'biff5' }) },
    { name: 'a.ods', bytes: workbookOf({ Лист: grid }, { type: 'ods' }) },
    { name: 'a.xlsb', bytes: workbookOf({ Лист: grid }, { type: 'xlsb' }) },
    { name: 'a.csv', bytes: Buffer.from(lines) },
    { name: 'b.csv', bytes: windows1251(lines) },
    { name: 'html.xls', bytes: Buffer.from(markup) },
    { name: 'xml.xls', bytes: workbookOf({ Лист: grid }, { type: 'xlml' }) },
  ]
}
