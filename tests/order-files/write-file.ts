import { utils, write, type BookType, type WorkSheet } from '@e965/xlsx'
import { windows1251 } from '#tests/support/price-sheets.ts'
import { textOf, type Cell } from './cells.ts'
import type { Sheet } from './sheets.ts'

export const fileFormats = { xlsx: 45, xls: 12, ods: 8, utf8: 10, bom: 4, windows1251: 11, paste: 10 } as const
export type FileFormat = keyof typeof fileFormats

/** Formats with one sheet and only the displayed text of cells. */
export function isText(format: FileFormat): boolean {
  return format !== 'xlsx' && format !== 'xls' && format !== 'ods'
}

export function writeFile(
  sheets: readonly Sheet[],
  format: FileFormat,
  delimiter: ';' | ',' | '\t',
): { name: string; bytes?: Buffer; text?: string } {
  if (format === 'paste') return { name: '', text: delimited(sheets[0]?.grid ?? [], '\t') }
  if (format === 'xlsx') return { name: 'Заказ.xlsx', bytes: workbook(sheets, 'xlsx') }
  if (format === 'xls') return { name: 'Заказ.xls', bytes: workbook(sheets, 'biff8') }
  if (format === 'ods') return { name: 'Заказ.ods', bytes: workbook(sheets, 'ods') }
  const text = delimited(sheets[0]?.grid ?? [], delimiter)
  if (format === 'windows1251') return { name: 'Заказ.csv', bytes: windows1251(bestFit(text)) }
  return { name: 'Заказ.csv', bytes: Buffer.from(format === 'bom' ? `\uFEFF${text}` : text) }
}

function workbook(sheets: readonly Sheet[], bookType: BookType): Buffer {
  const book = utils.book_new()
  for (const sheet of sheets) utils.book_append_sheet(book, worksheet(sheet, bookType), sheet.name)
  return Buffer.from(write(book, { type: 'buffer', bookType, compression: true }) as Uint8Array)
}

function worksheet({ grid, merges, hiddenRows, hiddenColumns }: Sheet, bookType: BookType): WorkSheet {
  // Open formats use other separators in dates.
  const formatOf = (format: string) =>
    bookType === 'ods' && format.startsWith('dd') ? format.replaceAll('.', '/') : format
  const numberCell = ({ value, format }: { value: number; format: string }) => ({
    t: 'n',
    v: value,
    z: formatOf(format),
  })
  // For open formats the library does not write words in number formats.
  const isShown = (format: string) => bookType === 'ods' && format.includes('"')
  const cellOf = (cell: Cell) => {
    if (typeof cell !== 'object' || cell === null) return cell
    return isShown(cell.format) ? cell.shown : numberCell(cell)
  }
  const cells = grid.map((row) => row.map(cellOf))
  const sheet = utils.aoa_to_sheet(cells as unknown[][])
  if (merges.length > 0) {
    sheet['!merges'] = merges.map(({ row, column, rows, columns }) => ({
      s: { r: row, c: column },
      e: { r: row + rows - 1, c: column + columns - 1 },
    }))
  }
  if (hiddenRows.length > 0) {
    sheet['!rows'] = []
    for (const row of hiddenRows) sheet['!rows'][row - 1] = { hidden: true }
    if (sheet['!ref'] !== undefined) sheet['!autofilter'] = { ref: sheet['!ref'] }
  }
  if (hiddenColumns.length > 0) {
    sheet['!cols'] = []
    for (const column of hiddenColumns) sheet['!cols'][column] = { hidden: true }
  }
  return sheet
}

/** As saved and copied by Excel: every row as wide as the widest, quotes around cells with special characters. */
function delimited(grid: readonly (readonly Cell[])[], delimiter: string): string {
  const width = Math.max(0, ...grid.map((row) => row.length))
  const quoted = (text: string) =>
    text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return grid
    .map((row) => Array.from({ length: width }, (_, at) => quoted(textOf(row[at]))).join(delimiter))
    .join('\r\n')
}

/** What Windows writes for letters missing in its code page. */
function bestFit(text: string): string {
  return text.replaceAll('×', 'x').replaceAll('²', '2').replaceAll('³', '3').replaceAll('–', '-')
}
