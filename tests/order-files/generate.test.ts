import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexCatalogue } from './catalogue-index.ts'
import { generateOrderFile, layouts, type Layout } from './generate.ts'
import { idHeadings, noiseHeadings, quantityHeadings, shopHeadings } from './headings.ts'
import { writtenLine } from './lines.ts'
import { randomBook } from './random-book.ts'
import { randomFor } from './random.ts'
import type { CatalogueGood } from './types.ts'

const goods: CatalogueGood[] = Array.from({ length: 60 }, (_, index) => {
  const [model, size] = [`Сапоги № ${Math.floor(index / 6)}`, String(38 + (index % 6))]
  const name = index < 36 ? `${model} (${size})` : `Болт М${index} × ${index * 3} цинк`
  return {
    id: index + 1,
    articul: index % 3 === 0 ? String(index) : `A-${index}`,
    code: `00-${String(index + 7).padStart(8, '0')}`,
    barcodes: [`460${1_000_000_000 + index}`],
    name,
    brand: 'Зубр',
    unit: index % 9 === 0 ? 'кг' : 'шт',
    step: index % 5 === 0 ? 10 : 1,
    price: 10 + index,
    available: 100,
    parent: index < 36 ? 1000 + Math.floor(index / 6) : null,
    model: index < 36 ? model : '',
    size: index < 36 ? size : '',
  }
})
const index = indexCatalogue(goods)
const everyLayout = Object.keys(layouts) as Layout[]
const anyFile = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), layout: fc.constantFrom(...everyLayout) })

test('the same seed gives the same file and the same expected rows', () => {
  fc.assert(
    fc.property(anyFile, ({ seed, layout }) => {
      const [one, same] = [generateOrderFile(seed, goods, { layout }), generateOrderFile(seed, goods, { layout })]
      expect({ ...one, bytes: undefined }).toEqual({ ...same, bytes: undefined })
      expect(cellsOf(one)).toEqual(cellsOf(same))
    }),
    { numRuns: 25 },
  )
})

test('every row that orders something is filled and names goods of the catalogue', () => {
  fc.assert(
    fc.property(anyFile, ({ seed, layout }) => {
      const file = generateOrderFile(seed, goods, { layout, format: 'xlsx' })
      const sheets = cellsOf(file)
      for (const { sheet, row, meant, quantity, kind } of file.rows) {
        expect(sheets[sheet]?.[row - 1]?.some((cell) => cell !== '')).toBe(true)
        if (meant !== null) expect(index.byId.has(meant)).toBe(true)
        if (kind === 'clear') expect([meant, quantity]).not.toContain(null)
      }
    }),
    { numRuns: 40 },
  )
})

test('a clear row of a table has the article, code, barcode or name of its good, and the quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const file = generateOrderFile(seed, goods, { layout: 'table', format: 'utf8' })
      const [rows = []] = cellsOf(file)
      for (const { row, meant, quantity } of file.rows.filter(({ kind }) => kind === 'clear')) {
        const cells = rows[row - 1] ?? []
        expect(
          cells.some((cell) =>
            [
              index.byArticul(cell),
              index.byCode(cell),
              index.byBarcode(cell),
              index.byName(cell),
              index.withWords(cell),
            ].some((found) => meant !== null && found.has(meant)),
          ),
        ).toBe(true)
        const [quantityColumn = -1] = file.sheets[0]?.columns?.qnt ?? []
        expect(parseFloat((cells[quantityColumn] ?? '').replaceAll(' ', '').replace(',', '.'))).toBe(quantity)
      }
    }),
    { numRuns: 25 },
  )
})

test('of two goods of one name a column of brands says which is meant', () => {
  const wrenches = ['Матрикс', 'Сибртех'].map((brand, at) => ({
    ...(goods.at(-1) as CatalogueGood),
    id: at + 1,
    name: `Ключ ${brand}`,
    brand,
  }))
  const spoken = wrenches.map((good) => ({ ...good, name: 'Ключ' }))
  const meantOf = (withBrand: boolean) =>
    spoken.map((good) => {
      const writing = { good, naming: 'nameOnly', rowIndex: 0, style: 'plain', withBrand } as const
      return writtenLine(randomFor(1, 'brands'), indexCatalogue(wrenches), writing).meant
    })
  expect(meantOf(false)).toEqual([null, null])
  expect(meantOf(true)).toEqual([1, 2])
})

test('a random book reports how many of its rows are filled', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const book = randomBook(seed, goods)
      const filled = cellsOf(book).map(
        (rows) => rows.filter((cells) => cells.some((cell) => cell.trim() !== '')).length,
      )
      expect(book.sheets.map(({ filledRows }) => filledRows)).toEqual(filled)
    }),
    { numRuns: 15 },
  )
})

test('there are many headings, and none is used for two kinds of columns', () => {
  const lists = [
    ...Object.values(idHeadings),
    quantityHeadings,
    ...Object.values(noiseHeadings),
    shopHeadings.totals,
  ] as readonly (readonly string[])[]
  const all = lists.flatMap((list) => [...new Set(list)])
  expect(all.length).toBeGreaterThan(200)
  expect(all.length).toBe(new Set(all).size)
})

/** The displayed text of the cells of a file, sheet by sheet. */
function cellsOf({ bytes, text, name }: { bytes?: Buffer; text?: string; name: string }): string[][][] {
  if (text !== undefined) return [text.split('\r\n').map((line) => line.split('\t'))]
  const book = name.endsWith('.csv') ? read(bytes?.toString('utf8') ?? '', { type: 'string', raw: true }) : read(bytes)
  return book.SheetNames.map((sheet) => rowsFromTop(book.Sheets[sheet] ?? {}))
}

function rowsFromTop(sheet: ReturnType<typeof read>['Sheets'][string]): string[][] {
  const { e: last } = utils.decode_range(sheet['!ref'] ?? 'A1')
  return utils.sheet_to_json<string[]>(sheet, {
    header: 1,
    raw: false,
    defval: '',
    blankrows: true,
    range: { s: { r: 0, c: 0 }, e: last },
  })
}
