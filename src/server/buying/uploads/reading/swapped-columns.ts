import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import type { ExtractedRow } from '#server/platform/files/tables/extract.ts'
import type { GoodsOf } from './content-columns.ts'

const minCodeDigits = 7

/**
 * Rows of a block below the first that may be a table of its own without headings, with code and quantity in each
 * other's column: '4 | 900' below 'Артикул | Кол-во' may order 4 of 900, or 900 of 4. Their columns are asked about.
 */
export function rowsWithSwappedColumns(rows: readonly ExtractedRow[], goodsOf: GoodsOf): ReadonlySet<ExtractedRow> {
  return new Set(
    tablesOf(rows).flatMap(([first = [], ...later]) =>
      later
        .map((block) => block.filter(({ parts }) => parts.length === 0))
        .flatMap((block) => (resembles(block, first, goodsOf) ? [] : swappedRows(block, goodsOf))),
    ),
  )
}

/** Blocks of each table of the sheet: each table counts its own. */
function tablesOf(rows: readonly ExtractedRow[]): ExtractedRow[][][] {
  const tables: ExtractedRow[][][] = []
  let previous: ExtractedRow | undefined
  for (const row of rows) {
    if (previous === undefined || row.block < previous.block) tables.push([])
    if (previous?.block === row.block) tables.at(-1)?.at(-1)?.push(row)
    else tables.at(-1)?.push([row])
    previous = row
  }
  return tables
}

/** How much nearer, in powers of e, the numbers of a block must be to the columns as they are than to them swapped. */
const minAdvantage = { rows: 2, row: 3 }

/** Whether codes and quantities have the magnitude of those in the first block: hundreds and tens. */
function resembles(block: readonly ExtractedRow[], first: readonly ExtractedRow[], goodsOf: GoodsOf): boolean {
  const codeIn = (row: ExtractedRow) => codeOf(row, goodsOf)
  const [codes, quantities] = [magnitude(first.map(codeIn)), magnitude(first.map(({ quantity }) => quantity))]
  const [ownCodes, ownQuantities] = [magnitude(block.map(codeIn)), magnitude(block.map(({ quantity }) => quantity))]
  if (codes === undefined || quantities === undefined || ownCodes === undefined || ownQuantities === undefined)
    return false
  const straight = Math.abs(ownCodes - codes) + Math.abs(ownQuantities - quantities)
  const swapped = Math.abs(ownCodes - quantities) + Math.abs(ownQuantities - codes)
  return swapped - straight >= (block.length === 1 ? minAdvantage.row : minAdvantage.rows)
}

/** Logarithm of the median number; undefined if fewer than half of the texts are numbers. */
function magnitude(texts: readonly string[]): number | undefined {
  const numbers = texts.map((text) => Number(text.replace(/\s/g, '').replace(',', '.'))).filter((number) => number > 0)
  if (numbers.length * 2 < texts.length || numbers.length === 0) return undefined
  return Math.log(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 1)
}

function swappedRows(block: readonly ExtractedRow[], goodsOf: GoodsOf): readonly ExtractedRow[] {
  const codeIn = (row: ExtractedRow) => codeOf(row, goodsOf)
  // A known code that is no quantity, or that the row names, beside a quantity shows which column is which.
  const isStraight = block.some((row) => isCertainCode(row) && isQuantity(row.quantity))
  const isSwapped = block.some((row) => isQuantity(codeIn(row)) && !isQuantity(row.quantity) && isCode(row.quantity))
  if (isStraight && !isSwapped) return []
  const open = block.filter((row) => isNamedBy(row, row.quantity) || goodsNamed(row).length === 0)
  const countable = open.filter((row) => mayBeQuantity(codeIn(row)) || isNamedBy(row, row.quantity))
  const swappable = countable.filter((row) => isCode(row.quantity))
  return isSwapped || swappable.length * 2 >= open.length ? countable : swappable

  function isCertainCode(row: ExtractedRow): boolean {
    const code = codeIn(row)
    return mayBeQuantity(code) ? isNamedBy(row, code) && !isNamedBy(row, row.quantity) : isCode(code)
  }

  function isCode(text: string): boolean {
    return goodsOf.code(text).length > 0
  }

  function goodsNamed(row: ExtractedRow): readonly number[] {
    return row.name === '' || row.name === codeIn(row) || row.name === row.quantity ? [] : goodsOf.name(row.name)
  }

  /** Whether a code and the row's name mean the same good. */
  function isNamedBy(row: ExtractedRow, code: string): boolean {
    const named = goodsNamed(row)
    return named.length > 0 && goodsOf.code(code).some((id) => named.includes(id))
  }
}

/**
 * The code of a row, a known one if it has any: a column of percents may have been read as articles. Where a table has
 * only one column of texts, its codes are read as names.
 */
function codeOf({ articul, code, barcode, name }: ExtractedRow, goodsOf: GoodsOf): string {
  const texts = [articul, code, barcode].filter((text) => text !== '')
  return texts.find((text) => goodsOf.code(text).length > 0) ?? texts[0] ?? (isQuantity(name) ? name : '')
}

/** Also an unusual one such as '5-10'; a number of many digits is a code. */
function mayBeQuantity(text: string): boolean {
  return text !== '' && text.replace(/\D/g, '').length < minCodeDigits && (isQuantity(text) || !/\p{L}/u.test(text))
}

function isQuantity(text: string): boolean {
  return typeof parseQuantityText(text) === 'object'
}
