import { maxTableRows } from '#shared/rules/file-size.ts'

/**
 * Tables as returned by the readers. A cell is its text; a number has both the shown text ('00077', '1 250,00') and its
 * plain digits ('77', '1250'): codes use the first, quantities the second. Plain text of a date is 'yyyy-mm-dd', of a
 * time 'hh:mm', of a percentage '15%', never its serial number.
 */
export type Cell = string | { shown: string; plain: string }

/** A merged range, indexes from 0, both ends included. */
export type Merge = { top: number; bottom: number; left: number; right: number }

export type Sheet = {
  name: string
  rowCount: number
  /** Cells of a row from 0, at most `maxColumns`; empty cells may be missing. */
  row: (index: number) => readonly (Cell | undefined)[]
  merges: readonly Merge[]
  /** All rows of the sheet: more than `rowCount` if it was truncated. */
  totalRows: number
  /** Whether a row is hidden, most often by a filter. */
  isHidden: (index: number) => boolean
  /** Number of filled columns that are not read. */
  columnsBeyond: number
  /** Typed lines, split into goods and quantities; 'explicit': every quantity has a unit or a sign. */
  typed?: 'explicit' | 'bare'
  /** Whether a line is quoted, '> 900 - 12 шт'. */
  isQuoted?: (index: number) => boolean
  /** A hidden sheet is only reported if it contains an order. */
  isHiddenSheet?: boolean
}

/** Further rows of a foreign sheet are not read. */
export const maxSheetRows = maxTableRows
/** Further columns are only counted. XLS has 256 columns. */
export const maxColumns = 256
export const maxSheets = 30
const maxTextLength = 500

export function shownText(cell: Cell | undefined): string {
  return cleanText(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.shown)
}

export function plainText(cell: Cell | undefined): string {
  return cleanText(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.plain)
}

/** Shown and plain text as they are, with line breaks. */
export function wholeTexts(cell: Cell | undefined): readonly [shown: string, plain: string] {
  const { shown, plain } = typeof cell === 'object' ? cell : { shown: cell ?? '', plain: cell ?? '' }
  return [wholeText(shown), wholeText(plain)]
}

const wholeText = (text: string): string => unwrapFormulaText(text.toWellFormed().replace(unprintable, '').trim())

const tagPattern = /<\/?[a-z][^<>]*>/gi
const entities = /&(?:nbsp|amp|quot|lt|gt|laquo|raquo);/gi
const entityTexts: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&laquo;': '«',
  '&raquo;': '»',
}
const whitespace = /[\s\u00a0\u200b\ufeff]+/g
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Reduces a text to one line of limited length without HTML, which some shops export. */
function cleanText(text: string): string {
  const shortened = (text.length > maxTextLength * 4 ? text.slice(0, maxTextLength * 4) : text)
    .toWellFormed()
    .replace(unprintable, '')
  const withoutTags = shortened.includes('<') ? shortened.replace(tagPattern, ' ') : shortened
  return unwrapFormulaText(
    withoutTags
      .replace(entities, (entity) => entityTexts[entity.toLowerCase()] ?? ' ')
      .replace(whitespace, ' ')
      .trim(),
  )
    .slice(0, maxTextLength)
    .toWellFormed()
}

/** '="007"' → '007': in CSV it makes spreadsheets keep the zeros. */
function unwrapFormulaText(text: string): string {
  return text.startsWith('="') && text.length > 2 && text.endsWith('"') ? text.slice(2, -1).replaceAll('""', '"') : text
}
