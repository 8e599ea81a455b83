import { columnFields, type ColumnField } from './fields.ts'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import { plainOf, shownOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { headingKey, isTotal, isLocationHeading, isStoreHeading, meaningOf, type HeadingMeaning } from './headings.ts'

/**
 * Headings of a sheet: rows from 0, by column their texts and meanings, and the column with the best heading of each
 * field. `score` 0: unknown words.
 */
export type Headings = {
  first: number
  last: number
  texts: readonly string[]
  /** The lowest text of each column, if there are several heading rows. */
  lowest: readonly string[]
  meanings: readonly HeadingMeaning[]
  columns: Partial<Record<ColumnField, number>>
  score: number
}

const maxHeadingRows = 3
/** Minimum score of heading rows: an article alone, or a name and a price. */
const minScore = 4

/**
 * Heading rows among the first rows of a sheet, one to three (with grouped or merged headings); the best score wins,
 * the upper one if equal. Undefined: no known headings.
 */
export function findHeadings({ head }: Pick<SheetSample, 'head'>): Headings | undefined {
  let best: Headings | undefined
  for (const [index, { row }] of head.entries()) {
    for (let depth = 1; depth <= maxHeadingRows; depth += 1) {
      const rows = head.slice(index, index + depth)
      if (rows.length < depth || (rows.at(-1)?.row ?? 0) - row > maxHeadingRows) break
      if (containsNumbersOnly(rows) || continuesNumbers(rows, head.slice(0, index))) break
      const found = readHeadings(rows, depth)
      if (found.score >= minScore && (!best || found.score > best.score)) best = found
    }
  }
  return best && (firstTable(head, best) ?? best)
}

/** Of tables one below the other the upper one, even if the lower one scores higher. */
function firstTable(head: SheetSample['head'], best: Headings): Headings | undefined {
  for (const [index, row] of head.entries()) {
    if (row.row >= best.first) return undefined
    const found = headingsOfTable(row)
    const next = head[index + 1]
    // There are goods between two tables.
    if (found && next && next.row < best.first && !headingsOfTable(next) && best.first - row.row > 2) return found
  }
  return undefined
}

/** Column numbers below headings, as in printed forms: '1 2 3 4', 'А Б 1 1а 2'. */
export function areColumnNumbers(texts: readonly string[]): boolean {
  const filled = texts.filter(Boolean)
  if (filled.length < 4 || !filled.every((text) => /^(?:\d{1,2}[а-яa-z]?|[а-яa-z])$/i.test(text))) return false
  const numbers = filled.flatMap((text) => (/^\d/.test(text) ? [Number.parseInt(text, 10)] : []))
  return (
    numbers.length >= 3 &&
    numbers[0] === 1 &&
    numbers.every(
      (number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === 1 || number === numbers[index - 1],
    )
  )
}

/** The first row of words with numbers below: headings in unknown words. */
export function unknownHeadings({ head: [first, second] }: Pick<SheetSample, 'head'>): Headings | undefined {
  const texts = first?.cells.map(shownOf) ?? []
  if (!first || !second || texts.filter(Boolean).length < 2 || texts.some((text) => /\d/.test(text))) return undefined
  const isAboveNumbers = texts.some(
    (text, column) =>
      text !== '' &&
      typeof parseQuantityText(plainOf(second.cells[column])) === 'object' &&
      /^\d/.test(plainOf(second.cells[column])),
  )
  return isAboveNumbers
    ? { first: first.row, last: first.row, texts, lowest: texts, meanings: [], columns: {}, score: 0 }
    : undefined
}

/** Headings chosen by the user: row number from 0, with all its cells. */
export function headingsAt({ head, body }: Pick<SheetSample, 'head' | 'body'>, row: number): Headings {
  const found = head.find((each) => each.row === row) ?? body.find((each) => each.row === row) ?? { row, cells: [] }
  return { ...readHeadings([found], 1), first: row, last: row }
}

/** Headings of a further table: a row with known headings for goods and one quantity. */
export function headingsOfTable(row: SheetSample['headingCandidates'][number]): Headings | undefined {
  const found = readHeadings([row], 1)
  const quantityCount = found.meanings.filter(
    (meaning) => typeof meaning === 'object' && meaning.field === 'quantity' && meaning.weight >= 4,
  ).length
  const isNamed = found.texts.some(isNamingHeading)
  return found.score >= minScore && quantityCount > 0 && isNamed && !containsNumbersOnly([row]) ? found : undefined
}

/**
 * A row of goods may contain heading words ('шт', 'Корпус'), but its numbers and sums are not headings. Percentages and
 * sizes may be.
 */
function containsNumbersOnly(rows: SheetSample['head']): boolean {
  const texts = rows.at(-1)?.cells.map(plainOf).filter(Boolean) ?? []
  const numbers = texts.filter((text) => isNumberText(text))
  if (numbers.length === 0) return false
  const headings = texts.filter((text) => isColumnHeading(text)).length
  if (areSizes(numbers) && (texts.some(isNamingHeading) || isRowOfSizes(rows, texts))) return false
  return (
    headings < 2 ||
    (numbers.length > 1 && numbers.length >= texts.filter((text) => meaningOf(text) !== undefined).length)
  )
}

/** Sizes are headings of numbers; numbers below other numbers are not. */
function continuesNumbers(rows: SheetSample['head'], above: SheetSample['head']): boolean {
  const numberColumns = (rows.at(-1)?.cells ?? []).flatMap((cell, column) =>
    isNumberText(plainOf(cell)) ? [column] : [],
  )
  return (
    numberColumns.length > 0 &&
    above.some(
      ({ cells }) =>
        numberColumns.filter((column) => isNumberText(plainOf(cells[column]))).length >=
        Math.min(2, numberColumns.length),
    )
  )
}

function isNumberText(text: string): boolean {
  return /^\d[\d\s\u00a0]*(?:[.,]\d+)?(?:\s*(?:₽|р|руб|rub|коп)[а-я]*\.?)?$/i.test(text)
}

/** Words used only as headings; 'шт' also occurs in rows of goods. */
function isColumnHeading(text: string): boolean {
  const meaning = meaningOf(text)
  return (
    typeof meaning === 'object' && meaning.weight >= 4 && !/^(?:шт|штук|штуки|pcs|размер|цвет)$/.test(headingKey(text))
  )
}

/** Headings of columns that name goods. */
function isNamingHeading(text: string): boolean {
  const meaning = meaningOf(text)
  return typeof meaning === 'object' && meaning.field !== 'quantity' && meaning.field !== 'size'
}

function areSizes(numbers: readonly string[]): boolean {
  return numbers.length >= 2 && new Set(numbers).size === numbers.length && numbers.every((text) => sizeIn(text) !== '')
}

/** Sizes, and perhaps their total, below the headings of the other columns. */
function isRowOfSizes(rows: SheetSample['head'], texts: readonly string[]): boolean {
  const above = rows.slice(0, -1)
  const isNamed = above.some(({ cells }) => cells.some((cell) => isNamingHeading(shownOf(cell))))
  // A number below the heading of articles is an article, so the row is a good.
  const isBelowName = (rows.at(-1)?.cells ?? []).some(
    (cell, column) => plainOf(cell) !== '' && above.some(({ cells }) => isNamingHeading(shownOf(cells[column]))),
  )
  return isNamed && !isBelowName && texts.every((text) => sizeIn(text) !== '' || isTotal(text))
}

function readHeadings(sourceRows: SheetSample['head'], depth: number): Headings {
  const grouped = depth > 1 ? repeatGroupHeadings(sourceRows) : undefined
  const rows = grouped ?? sourceRows
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const texts = Array.from({ length: width }, (_, column) => rows.map(({ cells }) => shownOf(cells[column])))
  const meanings = texts.map(meaningOfColumn)
  const columns: Headings['columns'] = {}
  // If each of the rows has heading words, all are headings; a row of sizes below them, too.
  const knownHeadings = rows.map(({ cells }) => cells.filter((cell) => meaningOf(shownOf(cell)) !== undefined).length)
  const lowestTexts = rows.at(-1)?.cells.map(shownOf).filter(Boolean) ?? []
  const sizes = lowestTexts.filter((text) => sizeIn(text) !== '')
  const endsInSizes = depth > 1 && isRowOfSizes(rows, lowestTexts)
  const areAllHeadings =
    grouped !== undefined ||
    (depth > 1 &&
      knownHeadings.every((count, index) => count >= 2 || (endsInSizes && (count > 0 || index === depth - 1))))
  let score = areAllHeadings ? 0.5 : 0.75 * (1 - depth)
  for (const field of columnFields) {
    // A size alone does not identify a heading row.
    const counts = field === 'size' ? 0 : 1
    const weights = meanings.map((meaning) =>
      typeof meaning === 'object' && meaning.field === field ? meaning.weight : 0,
    )
    const weight = Math.max(0, ...weights)
    if (weight === 0) continue
    columns[field] = weights.indexOf(weight)
    score += weight * counts
  }
  // A title over all columns ('Бланк заказа') repeats one text; heading rows have different texts, of which we may know
  // only 'Артикул'.
  const usedHeadings = new Set(
    texts.flatMap((column, index) => (meanings[index] === undefined ? [] : [headingKey(column.join(' '))])),
  )
  const isOnlyArticle =
    columns.articul !== undefined && new Set(texts.map((column) => column.join(' ')).filter(Boolean)).size > 1
  const headsSizes = areSizes(sizes) && texts.some((column) => column.some(isNamingHeading))
  if (usedHeadings.size < 2 && !isOnlyArticle && !headsSizes) score = 0
  if (headsSizes || grouped) score += minScore
  score += Math.min(3, 0.5 * meanings.filter((meaning) => meaning === 'other').length)
  const first = rows[0]?.row ?? 0
  return {
    first,
    last: rows.at(-1)?.row ?? first,
    meanings,
    texts: texts.map((column) => [...new Set(column)].filter(Boolean).join(' ')),
    lowest: texts.map((column) => column.findLast(Boolean) ?? ''),
    columns,
    score: beginsWithTitle(rows) ? 0 : score,
  }
}

/** Whether the upper of several rows is one text over all columns: a title, even if it is 'Заявка'. */
function beginsWithTitle(rows: SheetSample['head']): boolean {
  const columns = new Set(
    rows.flatMap(({ cells }) => cells.flatMap((cell, column) => (shownOf(cell) === '' ? [] : [column]))),
  )
  const above = [...columns].map((column) => shownOf(rows[0]?.cells[column]))
  return rows.length > 1 && above.length >= 3 && above[0] !== '' && new Set(above).size === 1
}

/**
 * Shops or months below a quantity heading, which applies to each of them: formats without merged cells have it only
 * over the first. Undefined: the lowest row is something else.
 */
function repeatGroupHeadings(rows: SheetSample['head']): SheetSample['head'] | undefined {
  const [upper, lowest] = rows.slice(-2).map(({ cells }) => cells.map(shownOf)) as [string[], string[]]
  const columns = lowest.flatMap((text, column) => (text === '' ? [] : [column]))
  const groupHeadings = columns.map((column) => {
    let at = column
    while (at > 0 && (upper[at] ?? '') === '' && (lowest[at] ?? '') !== '') at -= 1
    return (lowest[at] ?? '') === '' ? '' : (upper[at] ?? '')
  })
  const isPart = (text: string) =>
    isLocationHeading(text) ||
    isStoreHeading(text) ||
    (!/^\d/.test(text) && (meaningOf(text) === undefined || isQuantity(text)))
  const isNamed = rows.slice(0, -1).some(({ cells }) => cells.some((cell) => isNamingHeading(shownOf(cell))))
  if (
    !isNamed ||
    columns.length < 2 ||
    !groupHeadings.every(isQuantity) ||
    !columns.every((column) => isPart(lowest[column] ?? ''))
  )
    return undefined
  const last = rows.at(-2)
  const filled = Array.from({ length: Math.max(upper.length, lowest.length) }, (_, column) =>
    columns.includes(column) ? (groupHeadings[columns.indexOf(column)] ?? '') : (last?.cells[column] ?? ''),
  )
  return rows.map((row) => (row === last ? { ...row, cells: filled } : row))
}

function isQuantity(text: string): boolean {
  const meaning = meaningOf(text)
  return typeof meaning === 'object' && meaning.field === 'quantity'
}

/**
 * Of stacked headings the combination excludes a column ('Количество' over 'в упаковке'); otherwise the plainest one
 * counts.
 */
function meaningOfColumn(texts: readonly string[]): HeadingMeaning {
  const filled = [...new Set(texts.filter(Boolean))]
  if (filled.length <= 1) return meaningOf(filled[0] ?? '')
  const lowestText = filled.at(-1) ?? ''
  if (isQuantity(filled[0] ?? '') && (isLocationHeading(lowestText) || isStoreHeading(lowestText)))
    return { field: 'quantity', weight: 3 }
  const combined = meaningOf(filled.join(' '))
  if (combined === 'other') return combined
  const lowest = meaningOf(lowestText)
  if (typeof lowest === 'object' && (!combined || lowest.weight > combined.weight)) return lowest
  return (
    combined ??
    lowest ??
    filled
      .toReversed()
      .map(meaningOf)
      .find((meaning) => meaning !== undefined)
  )
}
