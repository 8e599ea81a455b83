import type { ColumnField } from './fields.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { containsKnownUnits, containsRowNumbers, type GoodsOf } from './content-columns.ts'
import type { Headings } from './header-rows.ts'
import { headingKey, isBrandHeading, isPrice, isSupplierCode, isUnit, isRowNumberHeading } from './headings.ts'
import { gapBetween, namingColumnsOf, tablesShareGoods, splitByCatalogue, type Boundary } from './split-by-catalogue.ts'

type Columns = Partial<Record<ColumnField, number>>
type SheetTable = { sample: SheetSample; headings: Headings; from: number }

/** One of several tables side by side: its columns, and those that identify goods. */
export type SideTable = Columns & { quantity: number; ownColumns: ReadonlySet<number> }

/** A column of these fields belongs to a different good in another table. */
const unclearKinds: ReadonlySet<string> = new Set(['articul', 'barcode', 'supplierCode', 'name', 'size', 'brand'])
const namingFields: readonly ColumnField[] = ['articul', 'code', 'barcode', 'name']

/**
 * Tables side by side: goods and a quantity, repeated in one heading row; empty for a single table. A second quantity
 * column is a second table only if goods are named again, after an empty column or a repeated heading, even '№'.
 * Without a separator the columns must be clearly assigned by headings or by goods known to the catalogue.
 */
export function sideTables({
  headings,
  goodsOf,
  ...rows
}: Omit<SheetTable, 'headings'> & { headings: Headings | undefined; goodsOf: GoodsOf }): SideTable[] {
  if (!headings) return []
  const table = { ...rows, headings }
  const quantities = columnsWith(headings, (field) => field === 'quantity')
  if (quantities.length < 2) return []
  const boundaries = boundariesOf(table, quantities)
  const starts = [0, ...boundaries.map(({ start }) => start)]
  const blocks = starts.map((start, index) => blockOf(headings, start, starts[index + 1] ?? headings.texts.length))
  if (boundaries.every(({ isSeparated }) => isSeparated))
    return repeatLayout(blocks, table) ? blocks.flatMap(tableOf) : []

  const isName = (column: number) => fieldAt(headings, column) === 'name'
  const namingColumns = columnsWith(headings, (field) => namingFields.includes(field))
  const columns = namingColumnsOf(
    { ...table, goodsOf },
    namingColumns.map((column) => ({ column, isName: isName(column) })),
  )
  if (haveClearLayout(blocks)) {
    const named = blocks.map(({ start, end }) => namingColumns.filter((column) => column >= start && column < end))
    return tablesShareGoods(columns, named)
      ? []
      : tablesFromColumns(table, { namingColumns: named, quantities, isClear: true })
  }
  const named = splitByCatalogue(columns, { quantities, boundaries })
  return named ? tablesFromColumns(table, { namingColumns: named, quantities, isClear: false }) : []
}

/** Headings of one of the tables, without units and prices of the others. */
export function headingsOfSideTable(headings: Headings, { ownColumns }: Pick<SideTable, 'ownColumns'>): Headings {
  const texts = headings.texts.map((text, column) => (ownColumns.has(column) ? text : ''))
  const meanings = headings.texts.map((_, column) => (ownColumns.has(column) ? headings.meanings[column] : 'other'))
  return { ...headings, texts, meanings }
}

function columnsWith(headings: Headings, matches: (field: ColumnField) => boolean): number[] {
  return headings.texts.flatMap((_, column) => {
    const field = fieldAt(headings, column)
    return field && matches(field) ? [column] : []
  })
}

function fieldAt({ meanings }: Headings, column: number): ColumnField | undefined {
  const meaning = meanings[column]
  return typeof meaning === 'object' && meaning.weight >= (meaning.field === 'quantity' ? 4 : 2)
    ? meaning.field
    : undefined
}

/**
 * Start of each next table: an empty column or row numbers between two quantities, otherwise where goods are named
 * again.
 */
function boundariesOf({ headings, sample, from }: SheetTable, quantities: readonly number[]): Boundary[] {
  let start = 0
  return quantities.slice(1).map((next, index) => {
    const last = quantities[index] ?? 0
    const between = Array.from({ length: next - last - 1 }, (_, index) => last + 1 + index)
    const isSeparator = (column: number) => {
      const text = headings.texts[column] ?? ''
      const isUnknown = !headings.meanings[column]
      return (
        text === '' ||
        isRowNumberHeading(text) ||
        (isUnknown && containsRowNumbers({ body: sample.body, from }, column))
      )
    }
    const separator = between.find(isSeparator)
    start = separator ?? startOfNextTable(headings, { start, last, between, next })
    return { start, isSeparated: separator !== undefined }
  })
}

function startOfNextTable(
  headings: Headings,
  { start, last, between, next }: { start: number; last: number; between: number[]; next: number },
): number {
  if (identifiesGoods(blockOf(headings, start, last).columns)) return last + 1
  const seenFields = new Set<ColumnField>()
  for (const column of between) {
    const field = fieldAt(headings, column)
    if (field && seenFields.has(field)) return column
    if (field) seenFields.add(field)
  }
  return next
}

/** `namedFields`: fields that identify goods, in column order; repeated if a table has two columns of a field. */
type Block = { start: number; end: number; columns: Columns; namedFields: ColumnField[]; texts: string[] }

function blockOf(headings: Headings, start: number, end: number): Block {
  const ownColumns = Array.from({ length: end - start }, (_, index) => start + index)
  const namedFields = ownColumns
    .flatMap((column) => fieldAt(headings, column) ?? [])
    .filter((field) => namingFields.includes(field))
  const texts = headings.texts.slice(start, end).map(headingKey).filter(Boolean)
  return { start, end, columns: fieldsOf(headings, ownColumns), namedFields, texts }
}

/** The first of several columns of a field. */
function fieldsOf(headings: Headings, ownColumns: Iterable<number>): Columns {
  const columns: Columns = {}
  for (const column of ownColumns) {
    const field = fieldAt(headings, column)
    if (field) columns[field] ??= column
  }
  return columns
}

function identifiesGoods(columns: Columns): boolean {
  return namingFields.some((field) => columns[field] !== undefined)
}

function isTable({ columns }: Block): boolean {
  return columns.quantity !== undefined && identifiesGoods(columns)
}

function tableOf({ columns, start, end }: Block): SideTable[] {
  const ownColumns = new Set(Array.from({ length: end - start }, (_, index) => start + index))
  return columns.quantity === undefined ? [] : [{ ...columns, quantity: columns.quantity, ownColumns }]
}

/** Whether each separated block is a table like the first. */
function repeatLayout(blocks: readonly Block[], { headings, sample, from }: SheetTable): boolean {
  const [first, ...others] = blocks
  const isEmpty = (column: number) => sample.body.every(({ row, cells }) => row < from || plainOf(cells[column]) === '')
  const repeatsFirst = ({ columns, texts, start }: Block) =>
    (headings.texts[start] === '' && isEmpty(start)) ||
    isRowNumberHeading(texts[0] ?? '') ||
    containsRowNumbers({ body: sample.body, from }, start) ||
    texts.some((text) => first?.texts.includes(text)) ||
    (first !== undefined && shareNamingField(columns, first.columns))
  return blocks.every(isTable) && others.every(repeatsFirst)
}

/** Each names its goods once, in the order of the first, before its quantity. */
function haveClearLayout(blocks: readonly Block[]): boolean {
  const [first, ...others] = blocks
  if (!first) return false
  return (
    blocks.every(isTable) &&
    others.every(({ columns }) => shareNamingField(columns, first.columns)) &&
    blocks.every(({ namedFields }) => new Set(namedFields).size === namedFields.length) &&
    others.every(({ namedFields }) => namedFields[0] === first.namedFields[0]) &&
    (blocks.every(endsInQuantity) || others.every(({ namedFields }) => namedFields.join() === first.namedFields.join()))
  )
}

function shareNamingField(one: Columns, other: Columns): boolean {
  return namingFields.some((field) => one[field] !== undefined && other[field] !== undefined)
}

function endsInQuantity({ columns }: Block): boolean {
  return namingFields.every((field) => (columns[field] ?? -1) < (columns.quantity ?? 0))
}

type TableColumns = { namingColumns: readonly (readonly number[])[]; quantities: readonly number[]; isClear: boolean }

/**
 * Tables with known columns of goods, completed by the others. A second column of a kind belongs to the other table; an
 * ambiguous one that would be read leads to a question, unless both tables can use it.
 */
function tablesFromColumns(table: SheetTable, { namingColumns, quantities, isClear }: TableColumns): SideTable[] {
  const { headings } = table
  const gaps = quantities.slice(1).map((_, index) => gapBetween(index, { namingColumns, quantities }))
  const certainColumns = quantities.map((_, index) =>
    range(gaps[index - 1]?.to ?? 0, gaps[index]?.from ?? headings.texts.length),
  )
  const ownColumns = certainColumns.map((columns) => new Set(columns))
  for (const [index, gap] of gaps.entries()) {
    const split = splitGap(table, gap, { left: certainColumns[index] ?? [], right: certainColumns[index + 1] ?? [] })
    if (!split || (!isClear && split.unclear.length > 0)) return []
    for (const column of split.left) ownColumns[index]?.add(column)
    for (const column of [...split.right, ...split.unclear]) ownColumns[index + 1]?.add(column)
  }
  return quantities.map((quantity, index) => {
    const columns = [...(ownColumns[index] ?? [])].toSorted((a, b) => a - b)
    return { ...fieldsOf(headings, columns), quantity, ownColumns: new Set(columns) }
  })
}

type GapSplit = { left: number[]; right: number[]; unclear: number[] }

/** Undefined: what one table has already comes after what the other has. */
function splitGap(
  table: SheetTable,
  gap: { from: number; to: number },
  sides: { left: readonly number[]; right: readonly number[] },
): GapSplit | undefined {
  const [leftKinds, rightKinds] = [sides.left, sides.right].map(
    (columns) => new Set(columns.map((column) => kindAt(table, column))),
  ) as [Set<string>, Set<string>]
  const columns = range(gap.from, gap.to).map((column) => ({ column, kind: kindAt(table, column) }))
  const belongsLeft = ({ kind }: { kind: string }) => kind !== '' && rightKinds.has(kind) && !leftKinds.has(kind)
  const belongsRight = ({ kind }: { kind: string }) => kind !== '' && leftKinds.has(kind) && !rightKinds.has(kind)
  const from = columns.findLastIndex(belongsLeft) + 1
  const firstOfRight = columns.findIndex(belongsRight)
  const to = firstOfRight < 0 ? columns.length : firstOfRight
  if (from > to) return undefined
  const undecided = columns.slice(from, to)
  const columnsOf = (selected: typeof columns) => selected.map(({ column }) => column)
  // An ambiguous unit or price can only lead to a question.
  const shared = columnsOf(undecided.filter(({ kind }) => ['unit', 'price'].includes(kind) && !leftKinds.has(kind)))
  return {
    left: [...columnsOf(columns.slice(0, from)), ...shared],
    right: [...columnsOf(columns.slice(to)), ...shared],
    unclear: columnsOf(undecided.filter(({ kind }) => unclearKinds.has(kind))),
  }
}

/** Kind of a column: a field or evidence, otherwise its heading, which rarely occurs twice in a table. */
function kindAt({ headings, sample, from }: SheetTable, column: number): string {
  const text = headings.texts[column] ?? ''
  const field = fieldAt(headings, column)
  if (field === 'code') return isSupplierCode(text) ? 'supplierCode' : 'code'
  if (field) return field
  if (isBrandHeading(text)) return 'brand'
  if (isPrice(text)) return 'price'
  const isCounted = headings.meanings[column] === undefined && containsKnownUnits({ body: sample.body, from }, column)
  return isUnit(text) || isCounted ? 'unit' : headingKey(text)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
