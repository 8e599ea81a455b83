import type { Readable } from 'node:stream'
import { readPart } from './xml-part.ts'

/**
 * Text of a cell (of a formula its value, otherwise '=B2*2'; an error as written), or its index in the shared strings.
 * `style` identifies the number format.
 */
export type SheetCell =
  | { text: string; shared?: undefined; style?: number | undefined }
  | { shared: number; text?: undefined; style?: undefined }

const maxTextLength = 4000
const maxFormulaLength = 200

/**
 * Streams the cells of a worksheet (SpreadsheetML) row by row to `onRow`: the row number from 1, and the filled cells
 * by column from 0, in a map that is reused for the next row. `onRow` returns whether to continue. `columns` limits the
 * columns read.
 */
export async function readCells(
  stream: Readable,
  { max, columns }: { max: number; columns?: ReadonlySet<number> },
  onRow: (row: number, cells: Map<number, SheetCell>) => boolean,
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
  let isSkipped = false
  let isDone = false

  await readPart(stream, max, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = parseRowNumber(attributes.r, row + 1)
        column = -1
        cells.clear()
      } else if (tag === 'c') {
        column = attributes.r === undefined ? column + 1 : columnIndex(attributes.r)
        type = attributes.t ?? ''
        style = attributes.s
        text = ''
        formula = undefined
        isSkipped = columns !== undefined && !columns.has(column)
      } else if (tag === 'v' || tag === 't') inValue = !isSkipped
      else if (tag === 'f' && !isSkipped) {
        inFormula = true
        formula = ''
      } else if (tag === 'rPh') isSkipped = true
    },
    text(chunk) {
      if (inValue && text.length < maxTextLength) text += chunk
      else if (inFormula && formula !== undefined && formula.length < maxFormulaLength) formula += chunk
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'f') inFormula = false
      else if (tag === 'rPh') isSkipped = columns !== undefined && !columns.has(column)
      else if (tag === 'c') {
        if (text !== '') cells.set(column, toCell(type, text, style))
        else if (formula !== undefined) cells.set(column, { text: `=${formula}` })
        text = ''
      } else if (tag === 'row' && !isDone) isDone = !onRow(row, cells)
    },
    isDone: () => isDone,
  })
}

function toCell(type: string, text: string, style: string | undefined): SheetCell {
  if (type === 's') return { shared: Number(text) }
  if (type === 'b') return { text: text === '0' ? 'ЛОЖЬ' : 'ИСТИНА' }
  const isNumber = type === '' || type === 'n'
  return isNumber && style !== undefined ? { text, style: Number(style) } : { text }
}

function parseRowNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : fallback
}

/** 'AB12' → 27. */
function columnIndex(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
