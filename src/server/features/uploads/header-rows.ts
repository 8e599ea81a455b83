import { uploadFields, type UploadField } from '#shared/api/uploads.ts'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import { plainOf, shownOf, type SheetSample } from '#server/files/tables/sample.ts'
import { headingKey, senseOf, type HeadingSense } from './headings.ts'

/** Headings of a sheet: their rows from 0, the texts by column, and the column that each field's best heading names. `score` 0: words that say nothing to us. */
export type Headings = { first: number; last: number; texts: readonly string[]; columns: Partial<Record<UploadField, number>>; score: number }

const deepest = 3
/** A row of headings says at least this much: an article alone, or a name and a price. */
const leastScore = 4

/**
 * The rows of headings among a sheet's first rows, one to three of them (headings above headings, merged ones); the
 * best-scored wins, the upper one of equals. Undefined: the sheet has none that we understand.
 */
export function findHeadings({ head }: Pick<SheetSample, 'head'>): Headings | undefined {
  let best: Headings | undefined
  for (const [place, { row }] of head.entries()) {
    for (let depth = 1; depth <= deepest; depth += 1) {
      const rows = head.slice(place, place + depth)
      if (rows.length < depth || (rows.at(-1)?.row ?? 0) - row > deepest) break
      if (holdsFigures(rows)) break
      const found = readHeadings(rows, depth)
      if (found.score >= leastScore && (!best || found.score > best.score)) best = found
    }
  }
  return best
}

/** Columns numbered below their headings, as printed forms have it: '1 2 3 4', 'А Б 1 1а 2'. */
export function numbersColumns(texts: readonly string[]): boolean {
  const filled = texts.filter(Boolean)
  if (filled.length < 4 || !filled.every((text) => /^(?:\d{1,2}[а-яa-z]?|[а-яa-z])$/i.test(text))) return false
  const numbers = filled.flatMap((text) => (/^\d/.test(text) ? [Number.parseInt(text, 10)] : []))
  return numbers.length >= 3 && numbers[0] === 1 && numbers.every((number, place) => place === 0 || number - (numbers[place - 1] ?? 0) === 1 || number === numbers[place - 1])
}

/** The first row where it holds words alone and numbers stand below them: headings, though in words that we do not know. */
export function unknownHeadings({ head: [first, second] }: Pick<SheetSample, 'head'>): Headings | undefined {
  const texts = first?.cells.map(shownOf) ?? []
  if (!first || !second || texts.filter(Boolean).length < 2 || texts.some((text) => /\d/.test(text))) return undefined
  const isAboveNumbers = texts.some((text, column) => text !== '' && typeof parseQuantityText(plainOf(second.cells[column])) === 'object' && /^\d/.test(plainOf(second.cells[column])))
  return isAboveNumbers ? { first: first.row, last: first.row, texts, columns: {}, score: 0 } : undefined
}

/** The headings that a person has pointed at: the row's number from 0, with all that stands in it. */
export function headingsAt({ head, body }: Pick<SheetSample, 'head' | 'body'>, row: number): Headings {
  const found = head.find((each) => each.row === row) ?? body.find((each) => each.row === row) ?? { row, cells: [] }
  return { ...readHeadings([found], 1), first: row, last: row }
}

/** A row of goods has words that head columns, too: 'шт', 'упаковка'; but its figures are no headings. */
function holdsFigures(rows: SheetSample['head']): boolean {
  const texts = rows.at(-1)?.cells.map(plainOf).filter(Boolean) ?? []
  const figures = texts.filter((text) => /^\d[\d\s\u00a0]*(?:[.,]\d+)?$/.test(text)).length
  return figures > 1 && figures >= texts.filter((text) => senseOf(text) !== undefined).length
}

function readHeadings(rows: SheetSample['head'], depth: number): Headings {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const texts = Array.from({ length: width }, (_, column) => rows.map(({ cells }) => shownOf(cells[column])))
  const senses = texts.map(senseOfColumn)
  const columns: Headings['columns'] = {}
  let score = 0.75 * (1 - depth)
  for (const field of uploadFields) {
    const weights = senses.map((sense) => (typeof sense === 'object' && sense.field === field ? sense.weight : 0))
    const weight = Math.max(0, ...weights)
    if (weight === 0) continue
    columns[field] = weights.indexOf(weight)
    score += weight
  }
  // A title over all columns ('Бланк заказа') says one thing many times; a row of headings says several, of
  // which we may know only 'Артикул'.
  const said = new Set(texts.flatMap((column, place) => (senses[place] === undefined ? [] : [headingKey(column.join(' '))])))
  const isOnlyArticle = columns.articul !== undefined && new Set(texts.map((column) => column.join(' ')).filter(Boolean)).size > 1
  if (said.size < 2 && !isOnlyArticle) score = 0
  score += Math.min(3, 0.5 * senses.filter((sense) => sense === 'other').length)
  const first = rows[0]?.row ?? 0
  return { first, last: rows.at(-1)?.row ?? first, texts: texts.map((column) => [...new Set(column)].filter(Boolean).join(' ')), columns, score }
}

/** Of headings above each other all together say what is none of ours ('Количество' over 'в упаковке'); else the plainest. */
function senseOfColumn(texts: readonly string[]): HeadingSense {
  const filled = [...new Set(texts.filter(Boolean))]
  if (filled.length <= 1) return senseOf(filled[0] ?? '')
  const together = senseOf(filled.join(' '))
  if (together === 'other') return together
  const lowest = senseOf(filled.at(-1) ?? '')
  if (typeof lowest === 'object' && (!together || lowest.weight > together.weight)) return lowest
  return together ?? lowest ?? filled.toReversed().map(senseOf).find((sense) => sense !== undefined)
}
