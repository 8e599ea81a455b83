import { articleKey } from '#server/catalogue/facets/text/normalise.ts'
import { shownOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import type { GoodsOf } from './content-columns.ts'

/** Goods identified by a column, by row. */
export type NamingColumn = {
  column: number
  isName: boolean
  goods: ReadonlyMap<number, readonly number[]>
  /** Whether the catalogue knows enough of its texts to identify goods. */
  isKnown: boolean
}

/** Where the next table may begin. */
export type Boundary = { start: number; isSeparated: boolean }

const maxRows = 80
/** A text that matches many goods identifies none. */
const maxGoods = 5
const minRows = 2
const minKnownNames = 0.3
const minKnownCodes = 0.5
const minSame = 0.5
const maxSame = 0.1
const minDistinctiveDigits = 8
/** More columns are no order and would take too long to partition. */
const maxColumns = 12

/** Goods identified by columns, row by row, for as many rows as needed to distinguish the columns. */
export function namingColumnsOf(
  { sample: { body }, from, goodsOf }: { sample: Pick<SheetSample, 'body'>; from: number; goodsOf: GoodsOf },
  columns: readonly { column: number; isName: boolean }[],
): NamingColumn[] {
  const rows = body.filter(({ row }) => row >= from).slice(0, maxRows)
  const read = columns.slice(0, maxColumns).map(({ column, isName }) => {
    const texts = rows.flatMap(({ row, cells }) => {
      const text = shownOf(cells[column]).trim()
      return text === '' ? [] : [{ row, text, goods: isName ? goodsOf.name(text) : goodsOf.code(text) }]
    })
    const known = texts.filter(({ goods }) => goods.length > 0 && goods.length <= maxGoods)
    const distinctive = isName ? known : known.filter(({ text }) => isDistinctive(text))
    const minKnown = isName ? minKnownNames : minKnownCodes
    const isKnown = distinctive.length >= minRows && distinctive.length >= texts.length * minKnown
    return { column, isName, goods: new Map(known.map(({ row, goods }) => [row, goods])), isKnown }
  })
  // Bare numbers occur in many goods; they count only if they repeatedly accompany the names of the same goods.
  const names = read.filter(({ isName, isKnown }) => isName && isKnown)
  return read.map((each) => ({ ...each, isKnown: each.isKnown || names.some((name) => haveSameGoods(each, name)) }))
}

/**
 * The columns of each table side by side, if there is exactly one possible partition: columns of one table identify the
 * same good in a row, those of two tables different ones. Undefined: none or several.
 */
export function splitByCatalogue(
  columns: readonly NamingColumn[],
  { quantities, boundaries }: { quantities: readonly number[]; boundaries: readonly Boundary[] },
): number[][] | undefined {
  const known = columns.filter(({ isKnown }) => isKnown)
  const possible = partitions(known, quantities.length).filter(
    (tables) => areTables(tables) && fits(tables, { quantities, boundaries }),
  )
  const [only, ...others] = possible
  return only && others.length === 0 ? only.map((table) => table.map(({ column }) => column)) : undefined
}

/** Whether columns of two tables repeatedly identify the same goods: then they are one table. */
export function tablesShareGoods(columns: readonly NamingColumn[], tables: readonly (readonly number[])[]): boolean {
  const of = (table: readonly number[]) => columns.filter(({ column }) => table.includes(column))
  return tables.some((table, index) =>
    tables.slice(index + 1).some((other) => of(table).some((one) => of(other).some((two) => haveSameGoods(one, two)))),
  )
}

/** '1449' and '00-00000137' may belong to any good; 'DX-1234' and a barcode are unique. */
function isDistinctive(text: string): boolean {
  const key = articleKey(text)
  return /^\d+$/.test(key) ? key.replace(/^0+/, '').length >= minDistinctiveDigits : /\d/.test(key)
}

type Goods = Pick<NamingColumn, 'goods'>

/** Number of rows in which both identify goods, and in which these are the same. */
function countSameRows(one: Goods, other: Goods): { both: number; same: number } {
  let [both, same] = [0, 0]
  for (const [row, goods] of one.goods) {
    const others = other.goods.get(row)
    if (!others) continue
    both += 1
    if (goods.some((good) => others.includes(good))) same += 1
  }
  return { both, same }
}

function haveSameGoods(one: Goods, other: Goods): boolean {
  const { both, same } = countSameRows(one, other)
  return both >= minRows && same >= both * minSame
}

/** Columns of one table: hardly any row identifies different goods. */
function mayBeSameTable(one: Goods, other: Goods): boolean {
  const { both, same } = countSameRows(one, other)
  return both < minRows || same >= both * minSame
}

/** Columns of two tables: hardly any row identifies the same good. */
function mayBeDifferentTables(one: Goods, other: Goods): boolean {
  const { both, same } = countSameRows(one, other)
  return same <= both * maxSame
}

function areDifferentTables(one: Goods, other: Goods): boolean {
  return countSameRows(one, other).both >= minRows && mayBeDifferentTables(one, other)
}

/** All partitions of columns, in order, into this many tables with at least one column each. */
function partitions<Item>(items: readonly Item[], count: number): Item[][][] {
  if (count === 1) return items.length === 0 ? [] : [[[...items]]]
  return items
    .slice(1)
    .flatMap((_, at) => partitions(items.slice(at + 1), count - 1).map((rest) => [items.slice(0, at + 1), ...rest]))
}

function areTables(tables: readonly (readonly NamingColumn[])[]): boolean {
  return tables.every((table, index) => {
    const following = tables.slice(index + 1)
    return (
      table.every((one) => table.every((other) => mayBeSameTable(one, other))) &&
      following.every((next) => table.every((one) => next.every((other) => mayBeDifferentTables(one, other)))) &&
      following.slice(0, 1).every((next) => table.some((one) => next.some((other) => areDifferentTables(one, other))))
    )
  })
}

/** Whether each table contains exactly its own quantity and begins at a boundary. */
function fits(
  tables: readonly (readonly NamingColumn[])[],
  { quantities, boundaries }: { quantities: readonly number[]; boundaries: readonly Boundary[] },
): boolean {
  const named = tables.map((table) => table.map(({ column }) => column))
  return boundaries.every(({ start, isSeparated }, index) => {
    const { from, to } = gapBetween(index, { namingColumns: named, quantities })
    return from <= to && (!isSeparated || (from <= start && start <= to))
  })
}

/** Range of columns where the next table may begin. */
export function gapBetween(
  table: number,
  { namingColumns, quantities }: { namingColumns: readonly (readonly number[])[]; quantities: readonly number[] },
): { from: number; to: number } {
  const last = Math.max(...(namingColumns[table] ?? []), quantities[table] ?? 0)
  return { from: last + 1, to: Math.min(...(namingColumns[table + 1] ?? []), quantities[table + 1] ?? 0) }
}
