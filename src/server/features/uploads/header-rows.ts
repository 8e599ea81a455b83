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
      const found = readHeadings(rows, depth)
      if (found.score >= leastScore && (!best || found.score > best.score)) best = found
    }
  }
  return best
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
  // A title over all columns ('Бланк заказа') says one thing many times; a row of headings says several.
  const said = new Set(texts.flatMap((column, place) => (senses[place] === undefined ? [] : [headingKey(column.join(' '))])))
  if (said.size < 2) score = 0
  score += Math.min(3, 0.5 * senses.filter((sense) => sense === 'other').length)
  const first = rows[0]?.row ?? 0
  return { first, last: rows.at(-1)?.row ?? first, texts: texts.map((column) => [...new Set(column)].filter(Boolean).join(' ')), columns, score }
}

/** Of headings above each other all together tell most ('Количество' over 'в упаковке'), then the lowest. */
function senseOfColumn(texts: readonly string[]): HeadingSense {
  const filled = [...new Set(texts.filter(Boolean))]
  if (filled.length <= 1) return senseOf(filled[0] ?? '')
  for (const text of [filled.join(' '), ...filled.toReversed()]) {
    const sense = senseOf(text)
    if (sense !== undefined) return sense
  }
  return undefined
}
