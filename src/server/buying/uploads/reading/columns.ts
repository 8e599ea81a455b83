import { columnFields, type ColumnField } from './fields.ts'
import { parseQuantityText, proposeQuantity } from '#shared/rules/quantity-text.ts'
import type { ExtractChoice, LineColumns } from '#server/platform/files/tables/extract.ts'
import { plainOf, shownOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { addByCatalogue, irrelevantColumns, type CatalogueTexts } from './catalogue-columns.ts'
import { containsRowNumbers, plausibleQuantities } from './content-columns.ts'
import { findHeadings, headingsAt, areColumnNumbers, unknownHeadings, type Headings } from './header-rows.ts'
import { headingKey } from './headings.ts'
import { chooseQuantities } from './quantities.ts'
import { sideTables, type SideTable } from './side-tables.ts'
import { mayBeOtherList } from './titles.ts'
import { hasManyLines, linesOf, identifiesGoods, tablesBelow, typedLinesOf } from './tables.ts'

export type Columns = Partial<Record<ColumnField, number>>

/**
 * Columns confirmed by a contragent for an earlier file: by field its index and heading; several quantities are summed.
 */
export type RememberedColumns = Partial<Record<ColumnField, { index: number; heading: string } | null | undefined>> & {
  summed?: { index: number; heading: string }[] | undefined
}

/** Column of each field by the buyer's choice; null: the sheet has none; undefined: to be detected. */
type ChosenColumns = Partial<Record<ColumnField, number | null | undefined>>

export type Choice = {
  sheet?: number | undefined
  /** From 1; 0: none. */
  headerRow?: number | undefined
  columns?: ChosenColumns | null | undefined
  /** Columns of quantities to sum. */
  quantities?: readonly number[] | null | undefined
  /** Whether hidden rows count; undefined: undecided. */
  hidden?: 'skip' | 'order' | undefined
}

/** How to read a sheet: rows from 0. */
export type Reading = {
  recognise: CatalogueTexts['recognise']
  sample: SheetSample
  headings: Headings | undefined
  /** Tables side by side; empty for a single one. */
  beside: readonly SideTable[]
  columns: Columns
  /** Fields without a known heading or confirmation. */
  guessed: ReadonlySet<ColumnField>
  /** Candidates for the quantity column, if there are several, and those read. */
  options: readonly number[]
  quantities: readonly number[]
  from: number
  remembered: boolean
}

/** Rows below the first heading row in which column numbers may follow. */
const maxHeadingDepth = 3

/** `ordered`: indexes of all sheets with goods and quantities. */
export type Decision = Reading & { ordered: readonly number[] }

type Known = CatalogueTexts & { choice: Choice; remembered: readonly RememberedColumns[] }

/**
 * Decides which sheet is read, where its goods begin, and the meaning of its columns: by the user's choice, then the
 * contragent's stored columns for the same headings, then headings, then contents. Undefined: no such sheet.
 */
export function decideReading(samples: readonly SheetSample[], known: Known): Decision | undefined {
  const { sheet } = known.choice
  const readings = samples.map((sample) =>
    readSheet(sample, sheet === undefined || sheet === sample.index ? known : { ...known, choice: {} }),
  )
  const candidates = readings.filter(({ sample }) => sheet === undefined || sheet === sample.index)
  const [best] = candidates.toSorted((a, b) => scoreReading(b) - scoreReading(a))
  return best && { ...best, ordered: readings.filter(containsOrder).map(({ sample }) => sample.index) }
}

/** Choices for the user: every column with its heading and a sample. */
export function columnOptions({
  sample,
  headings,
  from,
}: Pick<Reading, 'sample' | 'headings' | 'from'>): { index: number; heading: string; samples: string[] }[] {
  const rows = sample.body.filter(({ row }) => row >= from)
  const width = Math.max(headings?.texts.length ?? 0, ...rows.map(({ cells }) => cells.length), 0)
  return Array.from({ length: width }, (_, index) => ({
    index,
    heading: headings?.texts[index] ?? '',
    samples: rows
      .map(({ cells }) => shownOf(cells[index]))
      .filter(Boolean)
      .slice(0, 3),
  })).filter(({ heading, samples }) => heading !== '' || samples.length > 0)
}

function readSheet(sample: SheetSample, { choice, remembered, recognise, goodsOf }: Known): Reading {
  const headings = chosenHeadings(sample, choice.headerRow)
  const from = firstRowBelow(sample, headings)
  const firstTable = firstTableOnly({ sample, headings, from })
  const table = { sample, headings, from, beside: sideTables({ sample: firstTable, headings, from, goodsOf }) }
  const found = findColumns(table, { recognise, goodsOf })
  const known = remembered.map((each) => applyRemembered(each, headings, sample)).find((each) => each !== undefined)
  // Stored columns without headings belong to another file: they count only if nothing else identifies the columns, or
  // agrees.
  const usesRemembered =
    known !== undefined &&
    (known.isHeaded ||
      (mayBeQuantities(table, known) &&
        (!identifiesGoods(found.columns) ||
          found.quantities.length === 0 ||
          haveSameColumns(known.columns, found.columns))))
  const reading = usesRemembered
    ? {
        columns: { ...known.columns },
        guessed: new Set<ColumnField>(),
        options: found.options,
        quantities: known.quantities,
      }
    : found
  const isDoubtful = mayBeOtherList({ ...table, quantities: reading.quantities })
  const guessed = new Set<ColumnField>([...reading.guessed, ...(isDoubtful ? (['quantity'] as const) : [])])
  return { ...table, ...withChoice({ ...reading, guessed }, choice), remembered: usesRemembered, recognise }
}

/** Without headings, a stored column may contain something else in this file: prices, years, row numbers. */
function mayBeQuantities(
  { sample, from }: Pick<Reading, 'sample' | 'from'>,
  { columns, quantities }: { columns: Columns; quantities: readonly number[] },
): boolean {
  const namingColumns = Object.entries(columns).flatMap(([field, column]) => (field === 'quantity' ? [] : [column]))
  const plausible = plausibleQuantities({ body: sample.body, from, taken: new Set(namingColumns) })
  return quantities.every((column) => plausible.includes(column))
}

type FoundColumns = Pick<Reading, 'columns' | 'guessed' | 'options' | 'quantities'>

function findColumns(
  table: Pick<Reading, 'sample' | 'headings' | 'from' | 'beside'>,
  texts: CatalogueTexts,
): FoundColumns {
  const { sample, headings } = table
  if (sample.typed && (headings?.score ?? 0) === 0) {
    const guessed = new Set<ColumnField>(sample.typed === 'explicit' ? [] : ['name', 'quantity'])
    return { columns: { name: 0, quantity: 1 }, guessed, options: [], quantities: [1] }
  }
  const { quantity: _, ...columns }: Columns = headings?.columns ?? {}
  const guessed = new Set<ColumnField>()
  addByCatalogue(columns, guessed, { ...table, sample: firstTableOnly(table), ...texts })
  if (hasManyLines(table)) {
    const lines = linesOf(table, columns, [])
    return { columns, guessed, options: [], quantities: lines.flatMap((line) => line.quantities) }
  }
  const taken = new Set([...irrelevantColumns(headings), ...Object.values(columns)])
  const { column, isGuess, options } = chooseQuantities({ ...table, sample: firstTableOnly(table), taken })
  if (column !== undefined) Object.assign(columns, { quantity: column })
  if (isGuess) guessed.add('quantity')
  addOnlyRemainingColumn(columns, guessed, table)
  return { columns, guessed, options, quantities: column === undefined ? [] : [column] }
}

/** Columns of a table below the first one do not add information. */
function firstTableOnly({ sample, headings, from }: Pick<Reading, 'sample' | 'headings' | 'from'>): SheetSample {
  const [next] = tablesBelow({ sample, headings, from })
  const end = next?.headings?.first
  return end === undefined ? sample : { ...sample, body: sample.body.filter(({ row }) => row < end) }
}

/** Two columns of which one counts and the other names the goods, although the catalogue knows none of them. */
function addOnlyRemainingColumn(
  columns: Columns,
  guessed: Set<ColumnField>,
  { sample, headings, from }: Pick<Reading, 'sample' | 'headings' | 'from'>,
): void {
  if (columns.quantity === undefined || identifiesGoods(columns)) return
  const taken = new Set([...irrelevantColumns(headings), ...Object.values(columns)])
  const [only, ...more] = columnOptions({ sample, headings, from }).filter(
    ({ index }) => !taken.has(index) && !containsRowNumbers({ body: sample.body, from }, index),
  )
  if (!only || more.length > 0) return
  columns.name = only.index
  guessed.add('name')
}

function haveSameColumns(one: Columns, other: Columns): boolean {
  return columnFields.every((field) => one[field] === other[field])
}

/** The user's choice counts as confirmed. */
function withChoice(found: FoundColumns, { columns: chosen, quantities }: Choice): FoundColumns {
  const columns = { ...found.columns }
  const guessed = new Set(found.guessed)
  for (const field of columnFields) {
    if (chosen?.[field] === undefined) continue
    applyChoice(columns, field, chosen[field])
    guessed.delete(field)
  }
  if (quantities && quantities.length > 0) {
    guessed.delete('quantity')
    const [only] = quantities
    if (quantities.length === 1) applyChoice(columns, 'quantity', only)
    else delete columns.quantity
    return {
      ...found,
      columns,
      guessed,
      quantities: quantities.length === 1 && only !== undefined ? [only] : quantities,
    }
  }
  const keepsQuantities = chosen?.quantity === null && hasManyQuantities(found)
  return {
    ...found,
    columns,
    guessed,
    quantities: chosen?.quantity === undefined || keepsQuantities ? found.quantities : toList(columns.quantity),
  }
}

/**
 * With sizes as columns, or tables side by side, there is no single quantity column, and a choice of other columns does
 * not change the quantities.
 */
function hasManyQuantities({ columns, quantities }: FoundColumns): boolean {
  return columns.quantity === undefined && quantities.length > 1
}

function toList(column: number | undefined): number[] {
  return column === undefined ? [] : [column]
}

/** The choice for reading a sheet; undefined if the user must identify its columns first. */
export function toExtractChoice(reading: Reading, hidden: 'skip' | 'order' = 'skip'): ExtractChoice | undefined {
  const { columns, headings, from, quantities } = reading
  const lines =
    quantities.length > 0 && identifiesGoods(columns)
      ? (typedLinesOf(reading) ?? linesOf({ ...reading, sample: firstTableOnly(reading) }, columns, quantities))
      : []
  if (lines.length === 0) return undefined
  const unreadColumns = findUnreadColumns(reading, lines)
  const first = { headings: headings && { first: headings.first, last: headings.last }, from, lines, unreadColumns }
  return { tables: [first, ...tablesBelow(reading)], hidden }
}

/** Columns without headings of a second table beside the first: known codes or names, and numbers. */
function findUnreadColumns({ sample, headings, from, recognise }: Reading, lines: readonly LineColumns[]): number[] {
  const read = new Set(
    lines.flatMap(({ attributes, quantities, articul, code, barcode, name, unit, price, brand }) => [
      ...attributes,
      ...quantities,
      articul,
      code,
      barcode,
      name,
      unit,
      price,
      brand,
    ]),
  )
  const rows = sample.typed ? [] : sample.body.filter(({ row }) => row >= from)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const unusedColumns = Array.from({ length: width }, (_, column) => column).filter(
    (column) =>
      !read.has(column) &&
      (headings?.texts[column] ?? '') === '' &&
      rows.some(({ cells }) => shownOf(cells[column]) !== ''),
  )
  const textsOf = (column: number) => rows.map(({ cells }) => shownOf(cells[column])).filter(Boolean)
  const names = unusedColumns.filter((column) => {
    const texts = textsOf(column)
    return texts.filter((text) => recognise(text) !== undefined).length * 2 >= texts.length
  })
  const counts = unusedColumns.filter((column) =>
    textsOf(column).every((text) => typeof parseQuantityText(text) === 'object'),
  )
  return names.some((name) => counts.some((column) => column !== name)) ? unusedColumns : []
}

/** Printed forms number their columns below the headings. */
function firstRowBelow({ body }: SheetSample, headings: Headings | undefined): number {
  const from = (headings?.last ?? -1) + 1
  const next = headings ? body.filter(({ row }) => row >= from && row < from + maxHeadingDepth) : []
  const numbering = next.find(({ cells }) => areColumnNumbers(cells.map(shownOf)))
  return numbering ? numbering.row + 1 : from
}

function chosenHeadings(sample: SheetSample, headerRow: number | undefined): Headings | undefined {
  if (headerRow === undefined) return findHeadings(sample) ?? (sample.typed ? undefined : unknownHeadings(sample))
  return headerRow === 0 ? undefined : headingsAt(sample, headerRow - 1)
}

/** The stored columns whose headings are unchanged; a file without headings is recognised by its width. */
function applyRemembered(
  { summed = [], ...remembered }: RememberedColumns,
  headings: Headings | undefined,
  { head }: SheetSample,
): { columns: Columns; quantities: number[]; isHeaded: boolean } | undefined {
  const columns: Columns = {}
  let isHeaded = false
  if (
    summed.some(
      ({ index, heading }) => heading === '' || headingKey(headings?.texts[index] ?? '') !== headingKey(heading),
    )
  )
    return undefined
  for (const field of columnFields) {
    const column = remembered[field]
    if (!column) continue
    const heading = headings?.texts[column.index] ?? ''
    if (headingKey(heading) !== headingKey(column.heading)) return undefined
    if (headings === undefined && !head.some(({ cells }) => column.index < cells.length)) return undefined
    columns[field] = column.index
    isHeaded ||= heading !== ''
  }
  const quantities = summed.length > 0 ? summed.map(({ index }) => index) : toList(columns.quantity)
  return Object.keys(columns).length > 0 ? { columns, quantities, isHeaded } : undefined
}

/** A column chosen for one field is removed from others. */
function applyChoice(columns: Columns, field: ColumnField, chosen: number | null | undefined): void {
  if (chosen === undefined) return
  delete columns[field]
  if (chosen === null) return
  for (const other of columnFields) if (columns[other] === chosen) delete columns[other]
  columns[field] = chosen
}

/** Whether a sheet has headings, goods and a quantity for one of them, as typed by a person. */
function containsOrder({ columns, headings, quantities, options, sample, from }: Reading): boolean {
  const { quantity: _, ...namingColumns } = columns
  const quantityColumns = quantities.length > 0 ? quantities : options
  if (quantityColumns.length === 0 || !identifiesGoods(columns) || (headings?.score ?? 0) === 0) return false
  const named = Object.values(namingColumns)
  const isCounted = (cells: SheetSample['body'][number]['cells']) =>
    quantityColumns.some((column) => mayBeQuantity(plainOf(cells[column])))
  return sample.body.some(
    ({ row, cells }) => row >= from && isCounted(cells) && named.some((column) => shownOf(cells[column]) !== ''),
  )
}

/** A quantity with a question, '2 тыс', counts as ordered. */
function mayBeQuantity(text: string): boolean {
  const read = parseQuantityText(text)
  return typeof read === 'object' || (read === 'unclear' && proposeQuantity(text) !== undefined)
}

/** A sheet with orders ranks before a recognised one, and that before a longer one. */
function scoreReading({ columns, quantities, options, headings, sample }: Reading): number {
  const named = identifiesGoods(columns) ? 20 : 0
  const quantityColumns = quantities.length > 0 ? quantities : options
  const counted = quantityColumns.length > 0 ? 20 : 0
  const filled =
    counted > 0 &&
    sample.body.filter(({ cells }) => quantityColumns.some((column) => shownOf(cells[column]) !== '')).length > 1
      ? 10
      : 0
  return named + counted + filled + Math.min(10, headings?.score ?? 0) / 2 + Math.log10(sample.filled + 1)
}
