import { isQuotedLine } from './quoted-letters.ts'
import { shownText, type Sheet } from './sheet.ts'
import { haveExplicitQuantities, areTypedLines, typedRow } from './typed-lines.ts'

const looked = 100

/** A sheet with one column of typed goods and quantities, as a sheet of two. */
export function withTypedLines(sheet: Sheet): Sheet {
  const column = onlyColumn(sheet)
  if (column === undefined) return sheet
  const lines = Array.from({ length: Math.min(looked, sheet.rowCount) }, (_, index) =>
    shownText(sheet.row(index)[column]),
  )
  if (lines.filter(Boolean).length < 2 || !areTypedLines(lines)) return sheet
  return {
    ...sheet,
    row: (place) => typedRow(shownText(sheet.row(place)[column])),
    merges: [],
    isQuoted: (place) => isQuotedLine(shownText(sheet.row(place)[column]), { isTyped: true }),
    columnsBeyond: 0,
    typed: haveExplicitQuantities(lines) ? 'explicit' : 'bare',
  }
}

/** Undefined: nothing, or more columns than one are filled. */
function onlyColumn(sheet: Sheet): number | undefined {
  let only: number | undefined
  for (let index = 0; index < sheet.rowCount; index += 1) {
    for (const [column, cell] of sheet.row(index).entries()) {
      if (column === only || shownText(cell) === '') continue
      if (only !== undefined) return undefined
      only = column
    }
  }
  return only
}
