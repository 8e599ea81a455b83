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
  /** Cells of a row from 0, at most `maxColumns`; holes and an empty list where nothing stands. */
  row: (index: number) => readonly (Cell | undefined)[]
  merges: readonly Merge[]
  /** Rows of the sheet in all: more than `rowCount` where it was cut. */
  totalRows: number
  /** Whether a row is hidden, most often by a filter. */
  isHidden: (index: number) => boolean
  /** Filled columns behind those that are read. */
  columnsBeyond: number
  /** Lines that people have typed, as a good and its quantity each; 'explicit': every quantity says that it is one. */
  typed?: 'explicit' | 'bare'
  /** Whether a line is quoted, '> 900 - 12 шт'. */
  isQuoted?: (index: number) => boolean
  /** The whole sheet is hidden: it is reported if it holds an order, and never read. */
  isHiddenSheet?: boolean
}

/** More rows of a foreign sheet are not read. */
export const maxSheetRows = 20_000
/** Columns beyond are counted, not looked at: as many as a workbook of the older kind has. */
export const maxColumns = 256
export const maxSheets = 30
const longestText = 500

export function shownText(cell: Cell | undefined): string {
  return tidied(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.shown)
}

export function plainText(cell: Cell | undefined): string {
  return tidied(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.plain)
}

const markup = /<\/?[a-z][^<>]*>/gi
const entities = /&(?:nbsp|amp|quot|lt|gt|laquo|raquo);/gi
const meanings: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&laquo;': '«',
  '&raquo;': '»',
}
const blanks = /[\s\u00a0\u200b\ufeff]+/g
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** One line without markup (some shops export cells of HTML), no longer than any name. */
function tidied(text: string): string {
  const held = (text.length > longestText * 4 ? text.slice(0, longestText * 4) : text)
    .toWellFormed()
    .replace(unprintable, '')
  const bare = held.includes('<') ? held.replace(markup, ' ') : held
  return unquoted(
    bare
      .replace(entities, (entity) => meanings[entity.toLowerCase()] ?? ' ')
      .replace(blanks, ' ')
      .trim(),
  )
    .slice(0, longestText)
    .toWellFormed()
}

/** '="007"' is how a CSV tells a spreadsheet to keep the zeros. */
function unquoted(text: string): string {
  return text.startsWith('="') && text.length > 2 && text.endsWith('"') ? text.slice(2, -1).replaceAll('""', '"') : text
}
