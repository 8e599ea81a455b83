import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnField } from './fields.ts'
import { extractRows } from '#server/platform/files/tables/extract.ts'
import { sampleSheet } from '#server/platform/files/tables/sample.ts'
import { plainText, type Cell, type Sheet } from '#server/platform/files/tables/sheet.ts'
import { delimiterOf, readDelimited } from '#server/platform/files/tables/delimited.ts'
import { toExtractChoice, decideReading } from './columns.ts'
import type { Recognise } from './content-columns.ts'
import { meaningOf } from './headings.ts'

const sheetOf = (rows: (Cell | undefined)[][]): Sheet => ({
  name: 'Лист1',
  rowCount: rows.length,
  row: (table) => rows[table] ?? [],
  merges: [],
  totalRows: rows.length,
  isHidden: () => false,
  columnsBeyond: 0,
})
const nothing: Recognise = () => undefined
const read = (rows: (Cell | undefined)[][], recognise = nothing) =>
  decideReading([sampleSheet(sheetOf(rows), 0)], {
    choice: {},
    remembered: [],
    recognise,
    goodsOf: { code: () => [], name: () => [] },
  })

test.each<[string, ColumnField | 'other' | undefined]>([
  ['Артикул', 'articul'],
  ['Арт.', 'articul'],
  ['АРТИКУЛ ПРОИЗВОДИТЕЛЯ', 'articul'],
  ['Каталожный №', 'articul'],
  ['SKU', 'articul'],
  ['Art. №', 'articul'],
  ['Штрих-код', 'barcode'],
  ['EAN13', 'barcode'],
  ['Код', 'code'],
  ['Код товара', 'code'],
  ['Код 1С', 'code'],
  ['Наименование, характеристика', 'name'],
  ['Товары (работы, услуги)', 'name'],
  ['Номенклатура', 'name'],
  ['Заказ', 'quantity'],
  ['Кол-во', 'quantity'],
  ['Количество, шт.', 'quantity'],
  ['Ваш заказ (шт)', 'quantity'],
  ['Qty', 'quantity'],
  ['Кол-во в заказе', 'quantity'],
  ['К заказу', 'quantity'],
  ['Кол-во в упаковке', 'other'],
  ['Остаток, шт', 'other'],
  ['Сумма заказа', 'other'],
  ['Цена, руб.', 'other'],
  ['Мин. заказ', 'other'],
  ['Номер заказа', 'other'],
  ['Ед. изм.', 'other'],
  ['Дозаказ', 'quantity'],
  ['К поставке, шт', 'quantity'],
  ['Кол-во к поставке', 'quantity'],
  ['Поставка', 'other'],
  ['Дата поставки', 'other'],
  ['Срок к поставке', 'other'],
  ['Объём заказа, шт', 'quantity'],
  ['К закупке', 'quantity'],
  ['Заявлено', 'quantity'],
  ['Нужно шт', 'quantity'],
  ['Количество (в базовых единицах)', 'quantity'],
  ['Коли-\nчество', 'quantity'],
  ['Колич.', 'quantity'],
  ['Под заказ', 'other'],
  ['Отгружено', 'other'],
  ['Факт. кол-во', 'other'],
  ['Кол-во мест', 'other'],
  ['Код ТН ВЭД', 'other'],
  ['Номер по порядку', 'other'],
  ['Заказчик', undefined],
  ['Доставка', undefined],
  ['Каталожный номер производителя', 'articul'],
  ['Код товара/ работ, услуг', 'code'],
  ['Наименование, характеристика, сорт, артикул товара', 'name'],
  ['Наименование бренда', 'other'],
  ['Баркод', 'barcode'],
  ['ШК товара', 'barcode'],
  ['ID', 'code'],
  ['Наш артикул', 'code'],
  ['PLU', 'code'],
  ['Код пост.', 'code'],
  ['Заводской артикул', 'articul'],
  ['Размер / рост', 'size'],
  ['Хар-ка', 'size'],
  ['Технические характеристики', 'other'],
  ['ЕИ', 'other'],
  ['Фасовка', 'other'],
  ['№ заявки', 'other'],
  ['Реализация, шт', 'other'],
  ['РРЦ', 'other'],
  ['№ п/п', 'other'],
  ['Привет', undefined],
  ['', undefined],
  ['12', undefined],
])('the heading %j means %s', (heading, meaning) => {
  const found = meaningOf(heading)
  expect(typeof found === 'object' ? found.field : found).toBe(meaning)
})

type TableField = Exclude<ColumnField, 'size'>
const headingsOf: Record<TableField, string[]> = {
  articul: ['Артикул', 'Арт', 'SKU', 'Каталожный номер'],
  code: ['Код', 'Код товара', 'Код номенклатуры'],
  barcode: ['Штрихкод', 'EAN', 'Штрих-код'],
  name: ['Наименование', 'Товар', 'Номенклатура', 'Название'],
  quantity: ['Заказ', 'Кол-во', 'Количество', 'К заказу'],
}
const valuesOf: Record<TableField | 'price' | 'note', (row: number) => Cell> = {
  articul: (row) => `AR-${row}`,
  code: (row) => `00-${row}`,
  barcode: (row) => String(4_600_000_000_000 + row),
  name: (row) => `Товар номер ${row} большой`,
  quantity: (row) => ({ shown: String(row + 1), plain: String(row + 1) }),
  price: (row) => ({ shown: `${row * 10},50`, plain: `${row * 10}.5` }),
  note: (row) => (row % 3 === 0 ? 'звонить' : ''),
}

test('each row gives its own code and quantity, whatever the column order and the rows above and between', () => {
  const fields = fc
    .shuffledSubarray(['articul', 'code', 'barcode', 'name', 'price', 'note'] as const, { minLength: 1 })
    .filter((chosen) => chosen.some((field) => field !== 'price' && field !== 'note'))
  fc.assert(
    fc.property(
      fields,
      fc.nat(20),
      fc.nat(5),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(3),
      fc.boolean(),
      (others, index, above, count, wording, groups) => {
        const at = index % (others.length + 1)
        const columns = [...others.slice(0, at), 'quantity' as const, ...others.slice(at)]
        const headings = columns.map((field) =>
          field === 'price'
            ? 'Цена'
            : field === 'note'
              ? 'Примечание'
              : headingsOf[field][wording % headingsOf[field].length],
        )
        const goods = Array.from({ length: count }, (_, row) => columns.map((field) => valuesOf[field](row)))
        const rows = [
          ...Array.from({ length: above }, (_, row) => (row % 2 === 0 ? [] : ['Заявка на поставку'])),
          headings,
          ...goods.flatMap((row, at) => (groups && at % 5 === 0 ? [['Группа товаров'], row] : [row])),
        ]
        const sheet = sheetOf(rows)
        const reading = read(rows)
        expect(reading?.columns.quantity).toBe(columns.indexOf('quantity'))
        for (const field of ['articul', 'code', 'barcode', 'name'] as const)
          expect(reading?.columns[field], field).toBe(columns.includes(field) ? columns.indexOf(field) : undefined)
        const extracted = extractRows(
          sheet,
          (reading && toExtractChoice(reading)) ?? { tables: [], hidden: 'skip' },
          1000,
        )
        expect(extracted.rows.length).toBe(count)
        expect(extracted.rows.map((row) => Number(row.quantity))).toEqual(goods.map((_, row) => row + 1))
      },
    ),
  )
})

test('without headings codes are known by the catalogue, quantities as numbers, not prices or numbering', () => {
  const known: Recognise = (text) =>
    /^AR-\d+$/.test(text) ? 'articul' : /^46\d{11}$/.test(text) ? 'barcode' : undefined
  fc.assert(
    fc.property(
      fc.constantFrom('articul', 'barcode'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 4, max: 30 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
      (field, numbered, priced, count, quantities) => {
        const amounts = Array.from({ length: count }, () => quantities.next().value)
        fc.pre(!amounts.every((amount, at) => at === 0 || amount > (amounts[at - 1] ?? 0)))
        const rows = amounts.map((amount, row): Cell[] => [
          ...(numbered ? [String(row + 1)] : []),
          valuesOf[field](row),
          ...(priced ? [`${row * 100 + 50},90`] : []),
          String(amount),
        ])
        const reading = read(rows, known)
        expect(reading?.headings).toBeUndefined()
        expect(reading?.columns).toEqual({ [field]: numbered ? 1 : 0, quantity: 1 + Number(numbered) + Number(priced) })
      },
    ),
  )
})

test('words above numbers are headings, also where we do not know them', () => {
  const known: Recognise = (text) => (text.startsWith('AR-') ? 'articul' : /^\d+$/.test(text) ? 'code' : undefined)
  const table: Cell[][] = [
    ['Позиция', 'Сколько есть', 'Сколько брать'],
    ['AR-1', '70', '1'],
    ['AR-2', '71', '1'],
    ['AR-3', '72', '4'],
  ]
  expect(read(table, known)).toMatchObject({
    from: 1,
    headings: { texts: ['Позиция', 'Сколько есть', 'Сколько брать'] },
    columns: { articul: 0 },
  })
  expect(
    read(
      table.map(([position, , wanted]) => [position, wanted]),
      known,
    ),
  ).toMatchObject({ from: 1, columns: { articul: 0, quantity: 1 } })
  expect(read([['Товар', 'Сколько есть', 'Сколько надо'], ...table.slice(1)], known)?.columns).toEqual({
    articul: 0,
    quantity: 2,
  })
  expect(
    read(
      [
        ['Дрель', 'две'],
        ['Пила', 'три'],
        ['Молоток', 'пять'],
      ],
      known,
    )?.headings,
  ).toBeUndefined()
})

test('any table is answered, and its columns lie inside it', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'Артикул', 'Заказ', 'Цена', 'Итого', '5', '0,5', '4600000000001', '<b>x</b>'),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.integer().map((number) => ({ shown: String(number), plain: String(number) })),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.option(cell, { nil: undefined }), { maxLength: 12 }), { maxLength: 40 }),
      (rows) => {
        const reading = read(rows, (text) => (text.length % 2 === 0 ? 'code' : undefined))
        const width = Math.max(0, ...rows.map((row) => row.length))
        for (const column of Object.values(reading?.columns ?? {})) expect(column).toBeLessThan(width)
        const choice = reading && toExtractChoice(reading)
        const { counts } = extractRows(sheetOf(rows), choice ?? { tables: [], hidden: 'skip' }, 1000)
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length)
      },
    ),
  )
})

test('the delimiter is detected whatever the cells hold', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(';', '\t', '|'),
      fc.integer({ min: 2, max: 6 }),
      fc.array(fc.tuple(fc.stringMatching(/^[a-zа-я0-9., -]{0,12}$/), fc.nat(9999)), { minLength: 3, maxLength: 30 }),
      (delimiter, width, rows) => {
        const text = rows
          .map(([name, number]) =>
            [`${name}x`, ...Array.from({ length: width - 2 }, () => `${number},5`), String(number)].join(delimiter),
          )
          .join('\n')
        expect(delimiterOf(text)).toBe(delimiter)
        expect(readDelimited(text, '').row(0).length).toBe(width)
      },
    ),
  )
})

test('a table of numbers and times between commas is no message', () => {
  const table = 'артикул,Кол-во в рулоне,Время,Наш заказ\n1220,12,23:30,11\n682,12,10:03,129\n44,12,22:04,19'
  expect(delimiterOf(table)).toBe(',')
  expect(delimiterOf('Добрый день, коллеги\nБолт 8,5 - 4 шт\nГайка 10,5 - 6 шт')).toBe(undefined)
})

test('a quoted cell with a line break is one row of a text without delimiters, and a stray quote is none', () => {
  const rowsIn = (text: string) => {
    const sheet = readDelimited(text, '')
    return Array.from({ length: sheet.rowCount }, (_, index) => sheet.row(index).map(plainText).join('|'))
  }
  expect(rowsIn('Цена\n"Количество\r\nзаказа"\n153')).toEqual(['Цена', 'Количество заказа', '153'])
  expect(rowsIn('"Сказка - 5 шт\nТруба 1/2" - 3 шт\nДрель - 2 шт')).toEqual([
    '"Сказка|5 шт',
    'Труба 1/2"|3 шт',
    'Дрель|2 шт',
  ])
})
