import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { priceListColumns, priceListFormat, priceListHeaderRow, priceListMetadataSheet } from '../price-list-format.ts'
import type { Archive } from './archive.ts'
import { formattedNumber, readFormatKinds } from './cell-formats.ts'
import { sampleOtherSheets } from './other-sheets.ts'
import type { SheetSample } from './sample.ts'
import { readCells, type SheetCell } from './sheet-cells.ts'
import { readSharedTexts } from './shared-texts.ts'
import { listWorksheets, type Worksheet } from './worksheets.ts'
import { ownText } from './xml-part.ts'

/** Our own price list that a buyer has filled in, known by its hidden sheet. */
export type OwnPriceList = {
  sheetName: string
  columns: Record<'articul' | 'code' | 'barcode' | 'name' | 'quantity', { index: number; heading: string }>
  rows: OwnRow[]
  /**
   * The last row that is filled, as a spreadsheet counts; goods without a quantity; rows below the headings without
   * anything.
   */
  totalRows: number
  withoutQuantity: number
  blankRows: number
  isCut: boolean
  /** Further non-empty sheets, added by the buyer. */
  others: SheetSample[]
}

export type OwnRow = {
  row: number
  id: number
  articul: string
  code: string
  barcode: string
  name: string
  quantity: string
}

/** What may be unpacked of it: 200,000 rows take some 150 MB. */
const maxBytes = 400 * 1024 * 1024
const maxSmallBytes = 4 * 1024 * 1024
const maxMarks = 100

/**
 * Reads it as a stream at constant memory, saved by any program; undefined for other files. Keeps only rows with a
 * quantity, up to `max`. Throws Unreadable if damaged or larger than 400 MB unpacked.
 */
export async function readOwnPriceList(archive: Archive, max: number): Promise<OwnPriceList | undefined> {
  const book = await listWorksheets(archive)
  if (!book?.some(({ name }) => name === priceListMetadataSheet)) return undefined
  const marksPart = book.find(({ name }) => name === priceListMetadataSheet)?.part
  const sheet = book.find(({ name, isHidden }) => name !== priceListMetadataSheet && !isHidden)
  if (marksPart === undefined || sheet === undefined) return undefined
  const keys = await readColumnKeys(archive, marksPart)
  if (!keys) return undefined
  const indexes = columnIndexes(keys)
  if (!indexes) return undefined
  const own = await readRows(archive, sheet, indexes, max)
  const added = book.filter(({ name, isHidden }) => name !== priceListMetadataSheet && name !== sheet.name && !isHidden)
  return own && { ...own, others: await sampleOtherSheets(archive, added, 1) }
}

type ColumnIndexes = Record<'id' | 'articul' | 'code' | 'barcode' | 'name' | 'quantity', number>

/** Keys of the columns in their order, as the hidden sheet tells them. */
async function readColumnKeys(archive: Archive, part: string): Promise<string[] | undefined> {
  const cells = new Map<string, SheetCell>()
  await readCells(await archive.open(part), { max: maxSmallBytes }, (row, found) => {
    if (row <= maxMarks) for (const [column, cell] of found) cells.set(`${row}:${column}`, cell)
    return row < maxMarks
  })
  const texts = await readSharedTexts(archive, sharedOf(cells.values()), maxBytes)
  const textOf = (cell: SheetCell | undefined) =>
    cell === undefined ? '' : cell.shared === undefined ? cell.text : (texts.get(cell.shared) ?? '')
  const marks = new Map(
    Array.from({ length: maxMarks }, (_, row) => [
      textOf(cells.get(`${row + 1}:0`)),
      textOf(cells.get(`${row + 1}:1`)),
    ]),
  )
  return marks.get('format') === priceListFormat ? (marks.get('columns') ?? '').split(',') : undefined
}

function columnIndexes(keys: readonly string[]): ColumnIndexes | undefined {
  const indexes = {
    id: keys.indexOf('id'),
    articul: keys.indexOf('articul'),
    code: keys.indexOf('code'),
    barcode: keys.indexOf('barcode'),
    name: keys.indexOf('header'),
    quantity: keys.indexOf('order'),
  }
  return Object.values(indexes).every((index) => index >= 0) ? indexes : undefined
}

type BufferedRow = { row: number; cells: ReadonlyMap<number, SheetCell> }

/** The quantities first, then the texts that they and their rows refer to. Undefined: the columns have been moved. */
async function readRows(
  archive: Archive,
  { name, part }: Worksheet,
  indexes: ColumnIndexes,
  max: number,
): Promise<Omit<OwnPriceList, 'others'> | undefined> {
  const held: BufferedRow[] = []
  let header: ReadonlyMap<number, SheetCell> = new Map()
  let withoutQuantity = 0
  let filledRows = 0
  let totalRows = priceListHeaderRow
  let isCut = false
  await readCells(
    await archive.open(part),
    { max: maxBytes, columns: new Set(Object.values(indexes)) },
    (row, cells) => {
      if (row === priceListHeaderRow) header = kept(cells)
      if (row <= priceListHeaderRow || cells.size === 0) return true
      filledRows += 1
      totalRows = Math.max(totalRows, row)
      const quantity = cells.get(indexes.quantity)
      if (!quantity || (quantity.shared === undefined && parseQuantityText(quantity.text) === 'empty'))
        withoutQuantity += 1
      else if (held.length < max) held.push({ row, cells: kept(cells) })
      else isCut = true
      return true
    },
  )
  const texts = await readSharedTexts(
    archive,
    sharedOf([header, ...held.map(({ cells }) => cells)].flatMap((cells) => [...cells.values()])),
    maxBytes,
  )
  const kinds = held.some(({ cells }) => cells.get(indexes.quantity)?.style !== undefined)
    ? await readFormatKinds(archive)
    : undefined
  const textOf = (cells: ReadonlyMap<number, SheetCell>, index: number) => {
    const cell = cells.get(index)
    return cell === undefined ? '' : cell.shared === undefined ? cell.text : (texts.get(cell.shared) ?? '')
  }
  if (textOf(header, indexes.quantity) !== priceListColumns.order || textOf(header, indexes.id) !== priceListColumns.id)
    return undefined
  const quantityOf = (cells: ReadonlyMap<number, SheetCell>) => {
    const kind = kinds?.get(cells.get(indexes.quantity)?.style ?? -1)
    return kind ? formattedNumber(textOf(cells, indexes.quantity), kind) : textOf(cells, indexes.quantity)
  }
  const rows = held.map(({ row, cells }): OwnRow => ({
    row,
    id: Number(textOf(cells, indexes.id)),
    articul: textOf(cells, indexes.articul),
    code: textOf(cells, indexes.code),
    barcode: textOf(cells, indexes.barcode),
    name: textOf(cells, indexes.name),
    quantity: quantityOf(cells),
  }))
  const filled = rows.filter(({ quantity }) => parseQuantityText(quantity) !== 'empty')
  const column = (key: keyof ColumnIndexes) => ({ index: indexes[key], heading: textOf(header, indexes[key]) })
  return {
    sheetName: name,
    columns: {
      articul: column('articul'),
      code: column('code'),
      barcode: column('barcode'),
      name: column('name'),
      quantity: column('quantity'),
    },
    rows: filled,
    totalRows,
    withoutQuantity: withoutQuantity + rows.length - filled.length,
    blankRows: totalRows - priceListHeaderRow - filledRows,
    isCut,
  }
}

function kept(cells: ReadonlyMap<number, SheetCell>): Map<number, SheetCell> {
  return new Map(
    [...cells].map(([column, cell]) => [
      column,
      cell.shared === undefined ? { ...cell, text: ownText(cell.text) } : cell,
    ]),
  )
}

function sharedOf(cells: Iterable<SheetCell>): Set<number> {
  return new Set([...cells].flatMap(({ shared }) => (shared === undefined ? [] : [shared])))
}
