import type { ColumnField } from './fields.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import type { LineColumns, TableChoice } from '#server/platform/files/tables/extract.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { maxGoodsPerLine } from '#server/platform/files/tables/typed-lines.ts'
import { containsKnownUnits, containsUnits, containsUnitTexts } from './content-columns.ts'
import { headingsOfTable, type Headings } from './header-rows.ts'
import { isBrandHeading, isNote, isPrice, isTotal, isUnit, unitIn } from './headings.ts'
import { headingsOfSideTable, type SideTable } from './side-tables.ts'
import { isUnderTitleOfOtherList } from './titles.ts'

type Columns = Partial<Record<ColumnField, number>>
type SheetTable = { sample: SheetSample; headings: Headings | undefined; from: number }
/** With tables side by side; empty for a single one. */
type Layout = SheetTable & { beside: readonly SideTable[] }

const minSizes = 2

/** Lines of a row: one, one per table side by side, or one per size column. */
export function linesOf(layout: Layout, columns: Columns, quantities: readonly number[]): LineColumns[] {
  const sizes = sizeColumns(layout, quantities)
  if (sizes.length > 0) return sizes.map(({ column, size }) => lineOf(layout, columns, [column], size))
  const { headings, beside } = layout
  if (
    headings &&
    beside.length > 1 &&
    quantities.every((column) => beside.some(({ quantity }) => quantity === column))
  ) {
    return beside.map((table) =>
      lineOf({ ...layout, headings: headingsOfSideTable(headings, table) }, table, [table.quantity]),
    )
  }
  return quantities.length === 0 ? [] : [lineOf(layout, columns, [...quantities])]
}

/** For typed lines: goods with a quantity each; undefined for a table. */
export function typedLinesOf({
  sample,
  columns,
  quantities,
}: {
  sample: SheetSample
  columns: Columns
  quantities: readonly number[]
}): LineColumns[] | undefined {
  if (sample.typed === undefined || columns.name !== 0 || quantities.join() !== '1') return undefined
  return Array.from({ length: maxGoodsPerLine + 1 }, (_, index) => ({
    name: 2 * index,
    quantities: [2 * index + 1],
    attributes: [],
    size: '',
  }))
}

/** Whether quantity columns are sizes, or tables are side by side: then there is no single quantity column. */
export function hasManyLines(table: Layout): boolean {
  return sizeColumns(table, []).length > 0 || table.beside.length > 1
}

/**
 * Tables below the first one with headings of their own and other columns; without a quantity, or under a title of
 * stock, sales or returns, it has no lines.
 */
export function tablesBelow({ sample, headings, from }: SheetTable): TableChoice[] {
  let previous = headings
  let isAboveOther = false
  return sample.headingCandidates.flatMap((headingCandidate, index): TableChoice[] => {
    const found = headingCandidate.row < from ? undefined : headingsOfTable(headingCandidate)
    const isOther = isUnderTitleOfOtherList(sample, headingCandidate.row)
    if (!found || !previous || (isSameLayout(found, previous) && isOther === isAboveOther)) return []
    previous = found
    isAboveOther = isOther
    const end =
      sample.headingCandidates.slice(index + 1).find((next) => headingsOfTable(next))?.row ?? Number.POSITIVE_INFINITY
    const table = {
      sample: { ...sample, body: sample.body.filter(({ row }) => row < end) },
      headings: found,
      from: headingCandidate.row + 1,
      beside: [],
    }
    const { quantity, ...namingColumns } = found.columns
    const isOrder = quantity !== undefined && identifiesGoods(namingColumns) && countsOf(found) === 1 && !isOther
    const lines = isOrder ? linesOf(table, found.columns, [quantity]) : []
    return [{ headings: { first: found.first, last: found.last }, from: table.from, lines }]
  })
}

export function identifiesGoods({ articul, code, barcode, name }: Columns): boolean {
  return articul !== undefined || code !== undefined || barcode !== undefined || name !== undefined
}

function countsOf({ meanings }: Headings): number {
  return meanings.filter((meaning) => typeof meaning === 'object' && meaning.field === 'quantity').length
}

function isSameLayout(one: Headings, other: Headings): boolean {
  return one.texts.every(
    (text, column) =>
      text === '' ||
      text.toLowerCase() === (other.texts[column] ?? '').toLowerCase() ||
      text.toLowerCase() === (other.lowest[column] ?? '').toLowerCase(),
  )
}

function lineOf(
  table: SheetTable,
  { articul, code, barcode, name, size }: Columns,
  quantities: number[],
  sizeHeading = '',
): LineColumns {
  const attributes = [...(size === undefined ? [] : [size]), ...otherAttributes(table.headings, size)].filter(
    (column) => ![articul, code, barcode, name, ...quantities].includes(column),
  )
  return {
    articul,
    code,
    barcode,
    name,
    attributes,
    size: sizeHeading,
    unit: unitColumn(table, quantities[0]),
    headingUnit: quantities.map((column) => unitIn(table.headings?.texts[column] ?? '')).find(Boolean) ?? '',
    price: priceColumn(table.headings),
    brand: brandColumn(table.headings),
    otherCodes: otherCodes(table.headings, [articul, code, barcode, name, ...attributes, ...quantities]),
    notes: noteColumns(table, [articul, code, barcode, name, ...attributes, ...quantities]),
    quantities,
  }
}

/** Further columns of articles or barcodes; 'Модель' is too ambiguous. */
function otherCodes(headings: Headings | undefined, taken: readonly (number | undefined)[]): number[] {
  return (headings?.meanings ?? []).flatMap((meaning, column) => {
    const isCode = typeof meaning === 'object' && ['articul', 'barcode'].includes(meaning.field) && meaning.weight >= 4
    return isCode && !taken.includes(column) ? [column] : []
  })
}

/** Columns headed as notes, and those that nothing heads. */
function noteColumns({ headings, sample: { body } }: SheetTable, taken: readonly (number | undefined)[]): number[] {
  const width = Math.max(0, ...body.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const heading = headings?.texts[column] ?? ''
    return !taken.includes(column) && (heading === '' ? headings?.meanings[column] === undefined : isNote(heading))
  })
}

/** Size and colour may have columns of their own. */
function otherAttributes(headings: Headings | undefined, size: number | undefined): number[] {
  if (size === undefined) return []
  return (headings?.meanings ?? []).flatMap((meaning, column) =>
    column !== size && typeof meaning === 'object' && meaning.field === 'size' ? [column] : [],
  )
}

/** The unit column, by its heading or merged with the quantities under one heading. */
function unitColumn(
  { headings, sample: { body }, from }: SheetTable,
  quantity: number | undefined,
): number | undefined {
  if (quantity === undefined) return undefined
  const heading = headings?.texts[quantity] ?? ''
  const columns = (headings?.texts ?? []).flatMap((text, column) =>
    isUnit(text) || (text !== '' && text === heading && column !== quantity) ? [column] : [],
  )
  const width = Math.max(0, ...body.map(({ cells }) => cells.length))
  const unheaded = Array.from({ length: width }, (_, column) => column).filter(
    (column) => column !== quantity && headings?.meanings[column] === undefined,
  )
  const headed = columns.filter((column) => isUnit(headings?.texts[column] ?? ''))
  return (
    columns.find((column) => containsUnits({ body, from }, column, quantity)) ??
    headed.find((column) => containsUnitTexts({ body, from }, column)) ??
    unheaded.find((column) => containsKnownUnits({ body, from }, column))
  )
}

function brandColumn(headings: Headings | undefined): number | undefined {
  const columns = (headings?.texts ?? []).flatMap((text, column) => (isBrandHeading(text) ? [column] : []))
  return columns.length === 1 ? columns[0] : undefined
}

function priceColumn(headings: Headings | undefined): number | undefined {
  const columns = (headings?.texts ?? []).flatMap((text, column) => (isPrice(text) ? [column] : []))
  return columns.length === 1 ? columns[0] : undefined
}

/** Quantity columns with sizes as headings; empty if another column is the quantity or they contain no numbers. */
function sizeColumns(
  { headings, sample: { body }, from }: SheetTable,
  quantities: readonly number[],
): { column: number; size: string }[] {
  if (!headings || !identifiesGoods(headings.columns)) return []
  const found = headings.lowest.flatMap((text, column) => {
    const size = sizeIn(text)
    return size === '' ? [] : [{ column, size }]
  })
  const isOther = quantities.some(
    (column) => !found.some((each) => each.column === column) && !isTotal(headings.texts[column] ?? ''),
  )
  const hasQuantityHeading = headings.meanings.some(
    (meaning, column) =>
      typeof meaning === 'object' &&
      meaning.field === 'quantity' &&
      meaning.weight >= 4 &&
      !found.some((each) => each.column === column) &&
      !isTotal(headings.texts[column] ?? ''),
  )
  if (
    found.length < minSizes ||
    isOther ||
    hasQuantityHeading ||
    new Set(found.map(({ size }) => size)).size < found.length
  )
    return []
  const areNumbers = body.every(
    ({ row, cells }) => row < from || found.every(({ column }) => !/^[^\d]*[а-яa-z]{4}/i.test(plainOf(cells[column]))),
  )
  return areNumbers ? found : []
}
