import type { CatalogueIndex } from './catalogue-index.ts'
import type { Cell } from './cells.ts'
import { groupNames, idHeadings, noiseHeadings, quantityHeadings, shopHeadings, type Noise } from './headings.ts'
import { lineOf, namingStyles, type GoodLine, type Naming } from './lines.ts'
import { noiseColumn, type NoiseColumn, type RowFacts } from './noise-columns.ts'
import { noQuantity, unusualQuantity, orderedUnits, writeQuantity, type QuantityStyle } from './quantities.ts'
import { sample, shuffled, weighted, type Random } from './random.ts'
import type { ExpectedRow, TrueColumns } from './types.ts'

export type RowTruth = Omit<ExpectedRow, 'sheet' | 'row'>
export type TableRow = { cells: Cell[]; truth?: RowTruth[] }
export type Merge = { row: number; column: number; rows: number; columns: number }

/** A table before it is placed on a sheet; positions are relative to its corner. */
export type Table = { head: Cell[][]; merges: Merge[]; body: TableRow[]; columns: TrueColumns; hiddenColumns: number[] }

export type TableOptions = {
  rows: number
  headings: 'one' | 'two' | 'none'
  /** Number of quantity columns; 'total' adds a column with their sum. */
  quantities?: { count: number; total: boolean }
  /** A price list without an order. */
  nothingOrdered?: boolean
  naming?: Naming
  /** Heading of the quantity column; random by default. */
  quantityHeading?: string
}

type Column =
  | { is: 'id'; field: 'articul' | 'code' | 'barcode' | 'name'; heading: string }
  | { is: 'quantity'; at: number; heading: string; above: string }
  | { is: 'total'; heading: string }
  | (NoiseColumn & { is: 'noise' })

/** An order as a table: one row per good, with other rows in between. */
export function orderTable(random: Random, index: CatalogueIndex, options: TableOptions): Table {
  const naming = namingOf(random, options)
  const columns = columnsOf(random, naming, options)
  const withBrand = columns.some((column) => column.is === 'noise' && column.noise === 'brand')
  const style = weighted<QuantityStyle>(random, { numbers: 65, texts: 15, thousandths: 8, units: 12, formats: 6 })
  const fullPriceList = !options.nothingOrdered && random.chance(0.15)
  const body: TableRow[] = []
  let total = 0
  for (let rowIndex = 0; rowIndex < options.rows; rowIndex += 1) {
    const other = otherRow(random, columns)
    if (other && rowIndex > 0) body.push({ cells: other })
    const line = lineOf(random, index, { naming, rowIndex, withBrand })
    const skipped = options.nothingOrdered === true || (rowIndex > 0 && random.chance(fullPriceList ? 0.5 : 0.06))
    const { row, units } = goodsRow(random, {
      line,
      columns,
      rowIndex,
      style,
      skipped,
      count: options.quantities?.count ?? 1,
    })
    total += units ?? 0
    body.push(row)
  }
  const isGrouped = options.quantities === undefined && options.headings !== 'none' && random.chance(0.06)
  const rows = isGrouped ? withGroupTotals(random, body, columns) : body
  if (random.chance(0.4)) rows.push({ cells: totalsRow(random, columns, total) })
  const { head, merges } = headOf(columns, options.headings)
  const hiddenColumns = random.chance(0.08)
    ? columns.flatMap((column, at) => (column.is === 'noise' ? [at] : [])).slice(0, 2)
    : []
  return { head, merges, body: rows, columns: trueColumns(columns), hiddenColumns }
}

/** Without headings the buyer's own number looks like any other code. */
function namingOf(random: Random, { naming = weighted(random, namingStyles), headings }: TableOptions): Naming {
  return headings === 'none' && naming === 'ownArticleName' ? 'ownCodeName' : naming
}

const idColumns: Record<Naming, readonly (keyof typeof idHeadings)[]> = {
  articleName: ['articul', 'name'],
  articleOnly: ['articul'],
  articleBrandName: ['articul', 'name'],
  barcodeName: ['barcode', 'name'],
  barcodeOnly: ['barcode'],
  supplierCodeName: ['supplierCode', 'name'],
  ownCodeName: ['ownCode', 'name'],
  ownArticleName: ['articul', 'name'],
  articleOwnCodeName: ['ownCode', 'articul', 'name'],
  nameOnly: ['name'],
}

function columnsOf(random: Random, naming: Naming, { quantities, quantityHeading }: TableOptions): Column[] {
  const ids = idColumns[naming].map((kind): Column => {
    const field = kind === 'ownCode' || kind === 'supplierCode' ? 'code' : kind
    return { is: 'id', field, heading: random.pick<string>(idHeadings[kind]) }
  })
  const kinds = (Object.keys(noiseHeadings) as Noise[]).filter((noise) => noise !== 'number')
  const noises = sample(random, kinds, random.pick([0, 1, 2, 2, 3, 4, 6]))
  if (naming === 'articleBrandName' && !noises.includes('brand')) noises.push('brand')
  const columns = random.chance(0.75) ? ids : shuffled(random, ids)
  for (const noise of noises)
    columns.splice(random.integer(0, columns.length), 0, { is: 'noise', ...noiseColumn(random, noise) })
  columns.splice(
    random.chance(0.75) ? columns.length : random.integer(0, columns.length),
    0,
    ...quantityColumns(random, quantities, quantityHeading),
  )
  if (random.chance(0.5)) columns.unshift({ is: 'noise', ...noiseColumn(random, 'number') })
  return columns
}

function quantityColumns(
  random: Random,
  quantities: TableOptions['quantities'],
  heading = random.pick<string>(quantityHeadings),
): Column[] {
  if (!quantities) return [{ is: 'quantity', at: 0, heading, above: '' }]
  const names = sample<string>(
    random,
    shopHeadings[random.pick(['shops', 'months', 'quantities'] as const)],
    quantities.count,
  )
  const above = random.pick(shopHeadings.above)
  const each = names.map((heading, at): Column => ({ is: 'quantity', at, heading, above }))
  return quantities.total ? [...each, { is: 'total', heading: random.pick(shopHeadings.totals) }] : each
}

type Row = {
  line: GoodLine
  columns: readonly Column[]
  rowIndex: number
  style: QuantityStyle
  skipped: boolean
  count: number
}

function goodsRow(
  random: Random,
  { line, columns, rowIndex, style, skipped, count }: Row,
): { row: TableRow; units: number | null } {
  const odd = !skipped && count === 1 && random.chance(0.05)
  const written = Array.from({ length: count }, () => {
    if (skipped || (count > 1 && random.chance(0.3))) return { cell: noQuantity(random), value: 0, note: '' }
    return odd
      ? unusualQuantity(random, line.good)
      : writeQuantity(random, orderedUnits(random, line.good), { good: line.good, style })
  })
  const known = written.every(({ value }) => value !== null)
  const units = known ? round(written.reduce((sum, { value }) => sum + (value ?? 0), 0)) : null
  // Another unit than the catalogue's: packs or pieces?
  const otherUnit =
    line.good !== null &&
    units !== 0 &&
    random.chance(0.02) &&
    columns.some((column) => column.is === 'noise' && column.noise === 'unit')
  const contradiction = random.chance(0.05) ? contradictingNote(line.good, columns) : ''
  const facts: RowFacts = { good: line.good, units, rowIndex }
  const cells = columns.map((column): Cell => {
    if (column.is === 'id') return line[column.field]
    if (column.is === 'quantity') return written[column.at]?.cell ?? null
    if (column.is === 'total') return units || null
    if (column.noise === 'comment' && contradiction !== '') return contradiction
    return column.noise === 'unit' && otherUnit ? random.pick(['упак', 'кор', 'ящ']) : column.cell(facts)
  })
  if (units === 0) return { row: { cells }, units: null }
  const quantity = otherUnit ? null : units
  const notes = [line.note, written[0]?.note, otherUnit ? 'another unit' : '', contradiction]
  const note = notes.filter(Boolean).join(', ')
  const meant = contradiction === '' ? line.meant : null
  const clear = meant !== null && line.sure && quantity !== null
  return { row: { cells, truth: [{ kind: clear ? 'clear' : 'question', meant, quantity, note }] }, units }
}

/** A comment that asks for another size than the good's, where its name has one; '' where it has none. */
function contradictingNote(good: GoodLine['good'], columns: readonly Column[]): string {
  const isNoted = columns.some((column) => column.is === 'noise' && column.noise === 'comment')
  const [, digits = '', unit = ''] =
    /(?<![\d.,×x*])(\d{1,4}) (г|кг|мл|л|Вт|В)(?![\p{L}\d])/u.exec(good?.name ?? '') ?? []
  return isNoted && digits !== '' ? `только ${Number(digits) + 100} ${unit}!` : ''
}

/** Puts titles of groups with the totals of their rows above or below them, as 1C does. */
function withGroupTotals(random: Random, body: readonly TableRow[], columns: readonly Column[]): TableRow[] {
  const at = columns.findIndex(({ is }) => is === 'quantity')
  const isBelow = random.chance(0.3)
  const grouped: TableRow[] = []
  for (let from = 0; from < body.length;) {
    const group = body.slice(from, from + random.integer(2, 6))
    from += group.length
    const total = group.reduce((sum, { truth = [] }) => sum + (truth[0]?.quantity ?? 0), 0)
    const name = columns.findIndex((column) => column.is === 'id')
    const cells = columns.map((_column, index): Cell => (index === at ? round(total) : null))
    cells[Math.max(0, name)] = random.pick(groupNames)
    const isKnown = total > 0 && group.every(({ truth = [] }) => truth.every(({ quantity }) => quantity !== null))
    const titles = isKnown ? [{ cells }] : []
    grouped.push(...(isBelow ? [] : titles), ...group, ...(isBelow ? titles : []))
  }
  return grouped
}

function otherRow(random: Random, columns: readonly Column[]): Cell[] | undefined {
  if (random.chance(0.93)) return undefined
  const cells: Cell[] = columns.map(() => null)
  if (random.chance(0.3)) return cells
  const at = random.chance(0.6) ? 0 : columns.findIndex((column) => column.is === 'id' && column.field === 'name')
  cells[Math.max(0, at)] = random.pick(groupNames)
  return cells
}

function totalsRow(random: Random, columns: readonly Column[], total: number): Cell[] {
  const label = random.pick(['Итого', 'Итого:', 'ВСЕГО', 'Всего к оплате', 'Итого по заказу', 'Общее количество'])
  const cells = columns.map((column): Cell => {
    if (column.is === 'total' || (column.is === 'quantity' && column.at === 0)) return round(total)
    return column.is === 'noise' && column.noise === 'sum' ? round(total * 117.5) : null
  })
  const free = cells.findIndex((cell) => cell === null)
  if (free >= 0) cells[free] = label
  return cells
}

function headOf(columns: readonly Column[], headings: TableOptions['headings']): Pick<Table, 'head' | 'merges'> {
  if (headings === 'none') return { head: [], merges: [] }
  const names = columns.map(({ heading }) => heading)
  if (headings === 'one') return { head: [names], merges: [] }
  const upper = columns.map((column): Cell =>
    column.is === 'quantity' && column.above !== '' ? (column.at === 0 ? column.above : null) : column.heading,
  )
  const lower = columns.map((column): Cell => (column.is === 'quantity' && column.above !== '' ? column.heading : null))
  const shops = columns.filter((column) => column.is === 'quantity' && column.above !== '').length
  const merges: Merge[] = columns.flatMap((column, at): Merge[] => {
    if (column.is !== 'quantity' || column.above === '') return [{ row: 0, column: at, rows: 2, columns: 1 }]
    return column.at === 0 && shops > 1 ? [{ row: 0, column: at, rows: 1, columns: shops }] : []
  })
  return { head: [upper, lower], merges }
}

function trueColumns(columns: readonly Column[]): TrueColumns {
  const columnOf = (field: string) => columns.findIndex((column) => column.is === 'id' && column.field === field)
  const total = columns.findIndex(({ is }) => is === 'total')
  const each = columns.flatMap(({ is }, at) => (is === 'quantity' ? [at] : []))
  const found = Object.fromEntries(
    (['articul', 'code', 'barcode', 'name'] as const)
      .map((field) => [field, columnOf(field)] as const)
      .filter(([, at]) => at >= 0),
  )
  return { ...found, qnt: total >= 0 ? [total] : each }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
