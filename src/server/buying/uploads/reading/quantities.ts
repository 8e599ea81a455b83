import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import {
  areSmallQuantities,
  dependsOn,
  containsNumbers,
  containsWordsOnly,
  isSameColumn,
  plausibleQuantities,
  quantitiesUnderUnknownHeadings,
  quantityColumn,
} from './content-columns.ts'
import type { Headings } from './header-rows.ts'
import { headingKey, isTotal, mayBePrice, isLocationHeading, isPriceOrSumHeading, isStoreHeading } from './headings.ts'

/**
 * Column with the ordered quantities. `column`: this one, `isGuess` without a known heading. `options`: several
 * candidates (shops, months, packs beside pieces and totals); the user chooses one, or their sum.
 */
export type QuantityChoice = { column: number | undefined; isGuess: boolean; options: number[] }

type Table = {
  sample: SheetSample
  headings: Headings | undefined
  from: number
  /** Excluded columns. */ taken: ReadonlySet<number>
}

/** A longer table with prices or stock is a price list: unknown numbers in it are no order. */
const maxOrderRows = 300

export function chooseQuantities(table: Table): QuantityChoice {
  return table.headings && table.headings.score > 0 ? chooseByHeadings(table, table.headings) : chooseByContent(table)
}

const none: QuantityChoice = { column: undefined, isGuess: false, options: [] }
const certain = (column: number): QuantityChoice => ({ column, isGuess: false, options: [] })
const guess = (column: number): QuantityChoice => ({ column, isGuess: true, options: [] })
const chooseAmong = (options: number[]): QuantityChoice => ({
  column: undefined,
  isGuess: false,
  options: [...new Set(options)].toSorted((a, b) => a - b),
})

function chooseByHeadings(table: Table, headings: Headings): QuantityChoice {
  const { sample, from } = table
  const quantityColumns = (min: number, below: number) =>
    headings.meanings.flatMap((meaning, column) => {
      const isQuantity =
        typeof meaning === 'object' && meaning.field === 'quantity' && meaning.weight >= min && meaning.weight < below
      return isQuantity && !containsWordsOnly({ body: sample.body, from }, column) ? [column] : []
    })
  const isQuantityColumn = (column: number) =>
    !mayBePrice(headings.texts[column] ?? '') || isQuantityOfPurchases(table, headings, column)
  const [orders, counts, likely] = [quantityColumns(6, 9), quantityColumns(4, 6), quantityColumns(1, 4)]
  const isFilled = (column: number) => hasQuantities(table, column)
  const [filledOrders, filledCounts, filledLikely] = [orders, counts, likely].map((columns) =>
    columns.filter(isFilled),
  ) as [number[], number[], number[]]
  const totals = headings.texts.flatMap((text, column) => (isTotal(text) && isFilled(column) ? [column] : []))

  if (filledOrders.length > 0 || filledCounts.length > 0) {
    const further = filledLikely.filter(
      (column) =>
        isQuantityColumn(column) && !totals.includes(column) && containsNumbers({ body: sample.body, from }, column),
    )
    const columns = withoutDuplicates(table, [...filledOrders, ...filledCounts, ...further])
    return filledOrders.length === 0 && orders.length > 0
      ? chooseAmong([...orders, ...columns])
      : chooseOne(withUnknownQuantities(table, headings, columns), totals)
  }
  // Not filled in yet.
  if (orders[0] !== undefined && filledLikely.length === 0) return certain(orders[0])
  const [only, ...others] = filledLikely
  if (others.length > 0) return chooseAmong([...filledLikely, ...totals])
  if (only !== undefined)
    return mayBePrice(headings.texts[only] ?? '') && isQuantityColumn(only) ? certain(only) : guess(only)
  return chooseByUnknownHeadings(table, headings, totals) ?? (counts[0] === undefined ? none : certain(counts[0]))
}

/** 'Закупка' is used for quantities and prices: small integers without a price beside them are quantities. */
function isQuantityOfPurchases({ sample: { body }, from }: Table, { texts }: Headings, column: number): boolean {
  return (
    areSmallQuantities({ body, from }, column) &&
    !texts.some((text, other) => other !== column && isPriceOrSumHeading(text))
  )
}

/** A column that repeats an earlier one in every row adds nothing. */
function withoutDuplicates({ sample: { body }, from }: Table, columns: readonly number[]): number[] {
  return columns.filter(
    (column, index) => !columns.slice(0, index).some((before) => isSameColumn({ body, from }, column, before)),
  )
}

/** In formats without merged cells a heading over several columns is in the first one. */
function withColumnsWithoutHeading(
  { sample: { body }, from }: Table,
  { texts }: Headings,
  columns: number[],
): number[] {
  const containsNumbers = (column: number) =>
    body.some(({ row, cells }) => row >= from && typeof parseQuantityText(plainOf(cells[column])) === 'object')
  return columns.flatMap((column) => {
    const group = [column]
    for (let next = column + 1; (texts[next] ?? '') === '' && containsNumbers(next); next += 1) group.push(next)
    return group
  })
}

/**
 * A column of small numbers without a known heading beside the quantity column may be another shop's. Numbers in rows
 * without an order describe the goods.
 */
function withUnknownQuantities(table: Table, headings: Headings, columns: number[]): number[] {
  const { sample, from } = table
  const counted = withColumnsWithoutHeading(table, headings, columns)
  const [first] = counted
  if (first === undefined) return counted
  const isSparseOrder = isSparse(table, first)
  const unknown = unknownQuantities(table, headings).flatMap(({ column, isConstant }) => {
    const isPlausible = !isConstant || isLocationHeading(headings.texts[column] ?? '')
    const isOther = counted.includes(column) || dependsOn({ body: sample.body, from }, column, first)
    return isPlausible && !isOther && (!isSparseOrder || isSparse(table, column)) ? [column] : []
  })
  return [...counted, ...unknown]
}

/** Number columns under unknown headings. */
function unknownQuantities(
  { sample, from, taken }: Table,
  { texts, meanings }: Headings,
): { column: number; isConstant: boolean }[] {
  const found = quantitiesUnderUnknownHeadings({ body: sample.body, from, taken })
  // '10 %' is a price heading.
  const isHeaded = (text: string) => /[a-zа-я]/.test(headingKey(text)) || isLocationHeading(text)
  return found.filter(
    ({ column }) => isHeaded(texts[column] ?? '') && meanings[column] === undefined && !isTotal(texts[column] ?? ''),
  )
}

function chooseOne(columns: number[], totals: number[]): QuantityChoice {
  const [only, ...others] = columns
  if (only !== undefined && others.length === 0) return certain(only)
  return chooseAmong([...new Set([...columns, ...totals])])
}

/** Columns named by a shop, a month, or nothing: people add columns without headings. */
function chooseByUnknownHeadings(table: Table, headings: Headings, totals: number[]): QuantityChoice | undefined {
  const { texts, meanings } = headings
  const { sample, from, taken } = table
  const plausible = plausibleQuantities({ body: sample.body, from, taken })
  const unnamed = plausible.filter((column) => (texts[column] ?? '') === '')
  const isUnknown = (column: number) =>
    (texts[column] ?? '') !== '' && meanings[column] === undefined && !totals.includes(column)
  const locationColumns = texts.flatMap((text, column) =>
    isLocationHeading(text) && isUnknown(column) && hasQuantities(table, column) ? [column] : [],
  )
  const stores =
    locationColumns.length > 0
      ? texts.flatMap((text, column) => (isStoreHeading(text) && hasQuantities(table, column) ? [column] : []))
      : []
  const further = unknownQuantities(table, headings)
  const varying = further.filter(({ isConstant }) => !isConstant).map(({ column }) => column)
  // A constant column is a shop's if the other columns contain only numbers.
  const constant = further.length > 1 ? further.map(({ column }) => column) : []
  const unknown = [...new Set([...plausible.filter(isUnknown), ...varying, ...constant, ...locationColumns, ...stores])]
  if (totals.length > 0) {
    const [total, ...others] = totals
    return unknown.length > 0 || others.length > 0
      ? chooseAmong([...unknown, ...totals])
      : total === undefined
        ? undefined
        : guess(total)
  }
  if (unnamed.length > 0)
    return unnamed.length === 1 && unnamed[0] !== undefined ? guess(unnamed[0]) : chooseAmong(unnamed)
  const isPriceList = sample.filled > maxOrderRows || meanings.includes('other')
  const isByLocation = unknown.some((column) => isLocationHeading(texts[column] ?? ''))
  const candidates = isPriceList && !isByLocation ? unknown.filter((column) => isSparse(table, column)) : unknown
  if (candidates.length > 1) return chooseAmong(candidates)
  return candidates[0] === undefined ? undefined : guess(candidates[0])
}

/** People fill in some rows of a list, programs all of them. */
function isSparse({ sample: { body }, from }: Table, column: number): boolean {
  const rows = body.filter(({ row, cells }) => row >= from && cells.filter((cell) => plainOf(cell) !== '').length > 1)
  return rows.filter(({ cells }) => plainOf(cells[column]) !== '').length < rows.length * 0.6
}

function hasQuantities({ sample: { body }, from }: Table, column: number): boolean {
  return body.some(({ row, cells }) => row >= from && parseQuantityText(plainOf(cells[column])) !== 'empty')
}

function chooseByContent({ sample: { body }, from, taken }: Table): QuantityChoice {
  const column = quantityColumn({ body, from, taken })
  if (column !== undefined) return guess(column)
  const plausible = plausibleQuantities({ body, from, taken })
  return plausible.length > 1 ? chooseAmong(plausible) : none
}
