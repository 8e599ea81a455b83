import { isQuotedLine } from './quoted-mail.ts'
import { shownText, type Sheet } from './sheet.ts'
import { haveExplicitQuantities, areTypedLines, parseTypedLine } from './typed-lines.ts'

const maxSampleRows = 100

/** Splits a single column of typed goods and quantities into two columns. Other sheets are returned unchanged. */
export function withTypedLines(sheet: Sheet): Sheet {
  const column = onlyColumn(sheet)
  if (column === undefined) return sheet
  const lines = Array.from({ length: Math.min(maxSampleRows, sheet.rowCount) }, (_, index) =>
    shownText(sheet.row(index)[column]),
  )
  if (lines.filter(Boolean).length < 2 || !areTypedLines(lines)) return sheet
  return {
    ...sheet,
    row: (index) => parseTypedLine(shownText(sheet.row(index)[column])),
    merges: [],
    isQuoted: (index) => isQuotedLine(shownText(sheet.row(index)[column]), { isTyped: true }),
    columnsBeyond: 0,
    typed: haveExplicitQuantities(lines) ? 'explicit' : 'bare',
  }
}

/** Index of the only filled column; undefined if none or several are filled. */
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
