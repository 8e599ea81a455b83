import { indexCatalogue, type CatalogueIndex } from './catalogue-index.ts'
import { chat, quotedMessage } from './chats.ts'
import { countHeadings } from './headings.ts'
import { randomFor, weighted, type Random } from './random.ts'
import {
  filledRows,
  sheetOfOtherList,
  pairedSheet,
  sheetOf,
  swappedSheet,
  stackedSheet,
  withHiddenRows,
  type Sheet,
} from './sheets.ts'
import { orderTable, type TableOptions } from './tables.ts'
import { hasVariants, modelsAndSizes, sizeMatrix } from './variant-tables.ts'
import { fileFormats, isText, writeFile, type FileFormat } from './write-file.ts'
import type { CatalogueGood, OrderFile } from './types.ts'

/** Layouts of files with their weights. */
export const layouts = {
  table: 40,
  twoRowHeadings: 6,
  noHeadings: 10,
  shops: 8,
  hiddenRows: 4,
  stacked: 6,
  swapped: 3,
  sideBySide: 5,
  sheets: 6,
  matrix: 5,
  modelsAndSizes: 5,
  priceList: 3,
  otherList: 3,
  chat: 7,
  quotedMessage: 3,
} as const
export type Layout = keyof typeof layouts

export type GenerateOptions = {
  /** Number of rows with goods in a table; random by default. */
  rows?: number
  layout?: Layout
  format?: FileFormat
}

const indexes = new WeakMap<readonly CatalogueGood[], CatalogueIndex>()

/** Generates an order file as sent by a buyer, with the expected meaning of each row. Deterministic by seed. */
export function generateOrderFile(
  seed: number,
  catalogue: readonly CatalogueGood[],
  options: GenerateOptions = {},
): OrderFile {
  const random = randomFor(seed, 'order file')
  const index = indexOf(catalogue)
  const layout = possible(options.layout ?? weighted(random, layouts), index)
  const format = formatOf(random, layout, options.format ?? weighted(random, fileFormats))
  const sheets = sheetsOf(random, index, layout, options.rows ?? random.pick([3, 8, 15, 25, 40]))
  const delimiter = random.pick([';', ';', ',', '\t'] as const)
  const file = writeFile(sheets, format, delimiter)
  const named = (sheet: Sheet) => ({
    filledRows: filledRows(sheet),
    headerRow: sheet.headerRow,
    ...(sheet.columns ? { columns: sheet.columns } : {}),
  })
  return {
    seed,
    ...file,
    kind: layout,
    withHeadings: layout !== 'noHeadings' && !isMessage(layout),
    severalQuantities: layout === 'shops',
    rows: sheets.flatMap(({ truth }, sheet) => truth.map((each) => ({ sheet, ...each }))),
    sheets: sheets.map((sheet, at) => ({ index: at, ...named(sheet) })),
    note: `${layout}, ${format}${file.name.endsWith('.csv') ? ` ${JSON.stringify(delimiter)}` : ''}`,
  }
}

function indexOf(catalogue: readonly CatalogueGood[]): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known) return known
  const index = indexCatalogue(catalogue)
  indexes.set(catalogue, index)
  return index
}

function possible(layout: Layout, index: CatalogueIndex): Layout {
  return (layout === 'matrix' || layout === 'modelsAndSizes') && !hasVariants(index) ? 'table' : layout
}

function isMessage(layout: Layout): boolean {
  return layout === 'chat' || layout === 'quotedMessage'
}

function formatOf(random: Random, layout: Layout, wanted: FileFormat): FileFormat {
  if (isMessage(layout)) return 'paste'
  if (layout === 'hiddenRows') return 'xlsx'
  return layout === 'sheets' && isText(wanted) ? random.pick(['xlsx', 'xls', 'ods']) : wanted
}

function sheetsOf(random: Random, index: CatalogueIndex, layout: Layout, rows: number): Sheet[] {
  const table = (more: Partial<TableOptions> = {}) => orderTable(random, index, { rows, headings: 'one', ...more })
  const builders: Record<Layout, () => Sheet[]> = {
    table: () => [sheetOf(random, 'Лист1', table())],
    twoRowHeadings: () => [sheetOf(random, 'Лист1', table({ headings: 'two' }))],
    noHeadings: () => [sheetOf(random, 'Лист1', table({ headings: 'none' }), { plain: random.chance(0.7) })],
    shops: () => {
      const quantities = { count: random.integer(2, 5), total: random.chance(0.5) }
      return [sheetOf(random, 'Лист1', table({ headings: random.pick(['one', 'two']), quantities }))]
    },
    hiddenRows: () => [withHiddenRows(random, sheetOf(random, 'Лист1', table()))],
    stacked: () => [stackedSheet(random, [table(), table()])],
    swapped: () => [
      swappedSheet(random, table({ naming: random.pick(['articleOnly', 'articleOnly', 'articleName']) })),
    ],
    sideBySide: () => [pairedSheet(random, [table(), table()])],
    sheets: () =>
      ['Заказ', 'Лист2', 'Архив 2025', 'Спецодежда']
        .slice(0, random.integer(2, 4))
        .map((name) => sheetOf(random, name, table({ nothingOrdered: random.chance(0.3) }))),
    matrix: () =>
      [sheetOf(random, 'Лист1', sizeMatrix(random, index))].map((sheet) => ({ ...sheet, columns: undefined })),
    modelsAndSizes: () => [sheetOf(random, 'Лист1', modelsAndSizes(random, index))],
    priceList: () => [sheetOf(random, 'Лист1', withoutOrder(table({ nothingOrdered: true })))],
    otherList: () => [sheetOfOtherList(random, table({ quantityHeading: random.pick(countHeadings) }))],
    chat: () => [chat(random, index, Math.min(rows, 30))],
    quotedMessage: () => [quotedMessage(random, index, Math.min(rows, 15))],
  }
  return builders[layout]()
}

/** A price list before anybody ordered: without the order column. */
function withoutOrder(table: ReturnType<typeof orderTable>): ReturnType<typeof orderTable> {
  const [order = -1] = table.columns.qnt
  const without = <Item>(items: readonly Item[]) => items.filter((_, at) => at !== order)
  const shifted = (at: number) => (at > order ? at - 1 : at)
  const { qnt: _, ...ids } = table.columns
  return {
    ...table,
    head: table.head.map(without),
    body: table.body.map((row) => ({ ...row, cells: without(row.cells) })),
    columns: { ...Object.fromEntries(Object.entries(ids).map(([field, at]) => [field, shifted(at)])), qnt: [] },
    hiddenColumns: table.hiddenColumns.filter((at) => at !== order).map(shifted),
  }
}
