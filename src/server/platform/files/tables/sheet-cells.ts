import type { Readable } from 'node:stream'
import { readPart } from './xml-part.ts'

/**
 * Text of a cell (of a formula its value, else '=B2*2'; an error as it is written), or its index among the shared
 * texts. `style` of a number tells its format.
 */
export type SheetCell =
  | { text: string; shared?: undefined; style?: number | undefined }
  | { shared: number; text?: undefined; style?: undefined }

const longestText = 4000
const longestFormula = 200

/**
 * Streams the cells of a worksheet (SpreadsheetML) row by row to `take`, which gets the row's number from 1 and the
 * filled cells by column from 0, in a map that is used again for the next row, and answers whether to go on. Only
 * `columns`, where they are given.
 */
export async function readCells(
  stream: Readable,
  { max, columns }: { max: number; columns?: ReadonlySet<number> },
  take: (row: number, cells: Map<number, SheetCell>) => boolean,
): Promise<void> {
  const cells = new Map<number, SheetCell>()
  let row = 0
  let column = -1
  let type = ''
  let style: string | undefined
  let text = ''
  let formula: string | undefined
  let inValue = false
  let inFormula = false
  let isUnwanted = false
  let isDone = false

  await readPart(stream, max, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = placeIn(attributes.r, row + 1)
        column = -1
        cells.clear()
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        type = attributes.t ?? ''
        style = attributes.s
        text = ''
        formula = undefined
        isUnwanted = columns !== undefined && !columns.has(column)
      } else if (tag === 'v' || tag === 't') inValue = !isUnwanted
      else if (tag === 'f' && !isUnwanted) {
        inFormula = true
        formula = ''
      } else if (tag === 'rPh') isUnwanted = true
    },
    text(piece) {
      if (inValue && text.length < longestText) text += piece
      else if (inFormula && formula !== undefined && formula.length < longestFormula) formula += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'f') inFormula = false
      else if (tag === 'rPh') isUnwanted = columns !== undefined && !columns.has(column)
      else if (tag === 'c') {
        if (text !== '') cells.set(column, cellOf(type, text, style))
        else if (formula !== undefined) cells.set(column, { text: `=${formula}` })
        text = ''
      } else if (tag === 'row' && !isDone) isDone = !take(row, cells)
    },
    isDone: () => isDone,
  })
}

function cellOf(type: string, text: string, style: string | undefined): SheetCell {
  if (type === 's') return { shared: Number(text) }
  if (type === 'b') return { text: text === '0' ? 'ЛОЖЬ' : 'ИСТИНА' }
  const isNumber = type === '' || type === 'n'
  return isNumber && style !== undefined ? { text, style: Number(style) } : { text }
}

function placeIn(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}

/** 'AB12' → 27. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
