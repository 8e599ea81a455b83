import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { priceListColumns, priceListFormat, priceListHeaderRow, priceListMetadataSheet } from '../price-list-format.ts'
import type { Archive } from './archive.ts'
import { formattedNumber, readFormatKinds } from './cell-formats.ts'
import { sampleOtherSheets } from './other-sheets.ts'
import type { SheetSample } from './sample.ts'
import { readCells, type SheetCell } from './sheet-cells.ts'
import { readSharedStrings } from './shared-strings.ts'
import { listWorksheets, type Worksheet } from './worksheets.ts'
import { copyText } from './xml-part.ts'

/** Our own price list filled in by a buyer, recognised by its hidden sheet. */
export type OwnPriceList = {
  sheetName: string
  columns: Record<'articul' | 'code' | 'barcode' | 'name' | 'quantity', { index: number; heading: string }>
  rows: OwnRow[]
  /**
   * Number of the last filled row, from 1; goods without a quantity; empty rows below the headings.
   */
  totalRows: number
  withoutQuantity: number
  blankRows: number
  isTruncated: boolean
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

/** Limit of the unpacked size: 200,000 rows take about 150 MB. */
const maxBytes = 400 * 1024 * 1024
const maxSmallBytes = 4 * 1024 * 1024
const maxMetadataRows = 100

/**
 * Reads our price list, saved by any program, as a stream in constant memory; undefined for other files. Returns only
 * rows with a quantity, up to `max`. Throws UnreadableTable if damaged or larger than 400 MB unpacked.
 */
export async function readOwnPriceList(archive: Archive, max: number): Promise<OwnPriceList | undefined> {
  const book = await listWorksheets(archive)
  if (!book?.some(({ name }) => name === priceListMetadataSheet)) return undefined
  const metadataPart = book.find(({ name }) => name === priceListMetadataSheet)?.part
  const sheet = book.find(({ name, isHidden }) => name !== priceListMetadataSheet && !isHidden)
  if (metadataPart === undefined || sheet === undefined) return undefined
  const keys = await readColumnKeys(archive, metadataPart)
  if (!keys) return undefined
  const indexes = columnIndexes(keys)
  if (!indexes) return undefined
  const own = await readRows(archive, sheet, indexes, max)
  const added = book.filter(({ name, isHidden }) => name !== priceListMetadataSheet && name !== sheet.name && !isHidden)
  return own && { ...own, others: await sampleOtherSheets(archive, added, 1) }
}

type ColumnIndexes = Record<'id' | 'articul' | 'code' | 'barcode' | 'name' | 'quantity', number>

/** Column keys in order, from the hidden sheet. */
async function readColumnKeys(archive: Archive, part: string): Promise<string[] | undefined> {
  const cells = new Map<string, SheetCell>()
  await readCells(await archive.open(part), { max: maxSmallBytes }, (row, found) => {
    if (row <= maxMetadataRows) for (const [column, cell] of found) cells.set(`${row}:${column}`, cell)
    return row < maxMetadataRows
  })
  const texts = await readSharedStrings(archive, sharedStringIndexes(cells.values()), maxBytes)
  const textOf = (cell: SheetCell | undefined) =>
    cell === undefined ? '' : cell.shared === undefined ? cell.text : (texts.get(cell.shared) ?? '')
  const metadata = new Map(
    Array.from({ length: maxMetadataRows }, (_, row) => [
      textOf(cells.get(`${row + 1}:0`)),
      textOf(cells.get(`${row + 1}:1`)),
    ]),
  )
  return metadata.get('format') === priceListFormat ? (metadata.get('columns') ?? '').split(',') : undefined
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

/** Reads rows with a quantity, then the shared strings they refer to. Undefined if the columns were moved. */
async function readRows(
  archive: Archive,
  { name, part }: Worksheet,
  indexes: ColumnIndexes,
  max: number,
): Promise<Omit<OwnPriceList, 'others'> | undefined> {
  const buffered: BufferedRow[] = []
  let header: ReadonlyMap<number, SheetCell> = new Map()
  let withoutQuantity = 0
  let filledRows = 0
  let totalRows = priceListHeaderRow
  let isTruncated = false
  await readCells(
    await archive.open(part),
    { max: maxBytes, columns: new Set(Object.values(indexes)) },
    (row, cells) => {
      if (row === priceListHeaderRow) header = copyCells(cells)
      if (row <= priceListHeaderRow || cells.size === 0) return true
      filledRows += 1
      totalRows = Math.max(totalRows, row)
      const quantity = cells.get(indexes.quantity)
      if (!quantity || (quantity.shared === undefined && parseQuantityText(quantity.text) === 'empty'))
        withoutQuantity += 1
      else if (buffered.length < max) buffered.push({ row, cells: copyCells(cells) })
      else isTruncated = true
      return true
    },
  )
  const texts = await readSharedStrings(
    archive,
    sharedStringIndexes([header, ...buffered.map(({ cells }) => cells)].flatMap((cells) => [...cells.values()])),
    maxBytes,
  )
  const kinds = buffered.some(({ cells }) => cells.get(indexes.quantity)?.style !== undefined)
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
  const rows = buffered.map(({ row, cells }): OwnRow => ({
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
    isTruncated,
  }
}

function copyCells(cells: ReadonlyMap<number, SheetCell>): Map<number, SheetCell> {
  return new Map(
    [...cells].map(([column, cell]) => [
      column,
      cell.shared === undefined ? { ...cell, text: copyText(cell.text) } : cell,
    ]),
  )
}

function sharedStringIndexes(cells: Iterable<SheetCell>): Set<number> {
  return new Set([...cells].flatMap(({ shared }) => (shared === undefined ? [] : [shared])))
}
