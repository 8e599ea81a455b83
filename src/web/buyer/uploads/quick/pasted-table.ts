import type { UploadReview, UploadRow } from '#shared/api/uploads.ts'
import { plural } from '#shared/rules/plural.ts'
import { withCount } from '#web/ui/format.ts'
import type { PastedLine } from './grid-rows.ts'

/**
 * Grid lines of a table read by the server; undefined if there are open questions or choices, which need the review. A
 * table without headings is only clear if its columns are those of the grid.
 */
export function pastedLines(answer: UploadReview, freeRows: number): PastedLine[] | undefined {
  const { rows, asks, headerRow, remembered, truncated } = answer
  if (rows.length === 0 || rows.length > freeRows || truncated) return undefined
  if (hasGridLayout(answer)) return rows.every(isClearOrUnknown) ? rows.map(toPastedLine) : undefined
  const isNamed = headerRow !== null || remembered
  return isNamed && asks.length === 0 && rows.every(isClear) ? rows.map(toPastedLine) : undefined
}

/** '2 строки без количества, 1 итоговая': rows of the table that are not among its lines. */
export function skippedRowsText({ tally, sheet }: UploadReview): string {
  const counts = tally.find((each) => each.sheet === sheet)
  if (!counts) return ''
  const { withoutQuantity, totals, other, hidden } = counts
  return [
    withoutQuantity > 0 && `${withCount(withoutQuantity, ['строка', 'строки', 'строк'])} без количества`,
    totals > 0 && `${totals} ${plural(totals, ['итоговая', 'итоговые', 'итоговых'])}`,
    other + hidden > 0 && `${other + hidden} ${plural(other + hidden, ['другая', 'другие', 'других'])}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Only codes and quantities side by side, as in the grid; a column that counts the rows may not be codes. */
function hasGridLayout({
  asks,
  headerRow,
  choices,
  columns: { articul, code, barcode, qnt },
  rows,
}: UploadReview): boolean {
  const codeColumn = articul ?? code ?? barcode
  if (headerRow !== null || choices.length !== 2 || codeColumn?.index !== 0 || qnt?.index !== 1) return false
  const areRowNumbers = rows.length > 1 && rows.every(({ raw }, index) => Number(raw.code) === index + 1)
  return !areRowNumbers && asks.every((question) => question === 'columns')
}

function isClear({ status, id }: UploadRow): boolean {
  return status !== 'check' && id !== null
}

function isClearOrUnknown({ status, doubt }: UploadRow): boolean {
  return status !== 'check' || doubt === 'columns'
}

function toPastedLine({ raw, id, goods, requested, rememberAs }: UploadRow): PastedLine {
  return {
    code: raw.code || goods?.articul || raw.name,
    qnt: requested === null ? raw.qnt : String(requested).replace('.', ','),
    id,
    name: raw.name,
    rememberAs,
  }
}
