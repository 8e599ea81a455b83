import { read, set_cptable, SSF, type CellObject, type ParsingOptions, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { dateFromSerial } from './cell-formats.ts'
import { repairMojibake } from './decode-text.ts'
import { maxColumns, maxSheetRows, maxSheets, type Cell, type Merge, type Sheet } from './sheet.ts'
import { UnreadableTable, unreadableMessages } from './unreadable-table.ts'

/**
 * `sheetRows` limits files that declare a million rows; 1251 is for BIFF5 without a code page; number formats
 * distinguish dates from numbers.
 */
const options: ParsingOptions = {
  dense: true,
  sheetRows: maxSheetRows + 1,
  codepage: 1251,
  cellDates: false,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  bookVBA: false,
}
/** '#,##0,' shows 5000 as 5. */
const scaledFormat = /[0#?],+(?![0#?])/
const maxMerges = 100_000
const maxWideRows = 20

/**
 * A workbook in an archive (XLSX, XLSB, ODS), a binary one (XLS of any version), or HTML or XML text named .xls.
 */
export type SpreadsheetFile =
  | {
      kind: 'zip'
      bytes: Uint8Array
      /** Formulas without a cached value must be reported. */
      hasUncachedFormulas: boolean
      /** Indexes of hidden rows by sheet name. */
      hiddenRows: ReadonlyMap<string, ReadonlySet<number>>
    }
  | { kind: 'workbook'; bytes: Uint8Array }
  | { kind: 'markup'; text: string }

/** `sheetsBeyond`: number of further non-empty visible sheets that are not read. */
export type ParsedWorkbook = { sheets: Sheet[]; sheetsBeyond: number }

/**
 * Reads the sheets, hidden ones last; formulas as cached values, otherwise as '=B2*2'. Throws UnreadableTable.
 */
export async function readSpreadsheet(file: SpreadsheetFile): Promise<ParsedWorkbook> {
  if (file.kind === 'markup') {
    if (!/<(?:\w+:)?(table|worksheet)[\s>]/i.test(file.text))
      throw new UnreadableTable('В файле нет таблицы: это веб-страница или XML')
    return toWorkbook(() => read(file.text, { ...options, type: 'string' }))
  }
  // For binary workbooks the library reads hidden rows only together with styles.
  const legacyOptions = file.kind === 'workbook' ? { cellStyles: true } : {}
  // Texts of binary workbooks may use any code page.
  if (file.kind === 'workbook') set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const formulas = file.kind === 'zip' && file.hasUncachedFormulas ? { cellFormula: true, sheetStubs: true } : {}
  const hidden = file.kind === 'zip' ? file.hiddenRows : undefined
  return toWorkbook(() => read(file.bytes, { ...options, ...legacyOptions, ...formulas, type: 'array' }), hidden)
}

function toWorkbook(parse: () => WorkBook, hiddenRows?: ReadonlyMap<string, ReadonlySet<number>>): ParsedWorkbook {
  const book = parseWorkbook(parse)
  const hidden = book.Workbook?.Sheets ?? []
  const found = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name]
    const isHiddenSheet = Boolean(hidden[index]?.Hidden)
    return sheet ? [{ ...toSheet(name, sheet, hiddenRows?.get(name)), isHiddenSheet }] : []
  })
  const visible = found.filter(({ isHiddenSheet }) => !isHiddenSheet)
  const hiddenSheets = found.filter(({ isHiddenSheet }) => isHiddenSheet).slice(0, maxSheets)
  return {
    sheets: [...visible.slice(0, maxSheets), ...hiddenSheets],
    sheetsBeyond: visible.slice(maxSheets).filter(({ rowCount }) => rowCount > 0).length,
  }
}

function parseWorkbook(parse: () => WorkBook): WorkBook {
  try {
    return parse()
  } catch (error) {
    const { message } = error as Error
    if (/password|encrypt/i.test(message)) throw new UnreadableTable(unreadableMessages.locked)
    throw new UnreadableTable('Файл повреждён или это не таблица', { cause: error })
  }
}

function toSheet(name: string, sheet: WorkSheet, hidden: ReadonlySet<number> | undefined): Sheet {
  const cells = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const rowCount = countFilledRows(cells.slice(0, maxSheetRows))
  const rowInfo = sheet['!rows'] ?? []
  return {
    name: repairMojibake(name),
    rowCount,
    // A row may declare its last cell at XFD: only the columns read are converted.
    row: (index) => (cells[index] ?? []).slice(0, maxColumns).map(toCell),
    merges: (sheet['!merges'] ?? [])
      .slice(0, maxMerges)
      .map(({ s, e }): Merge => ({ top: s.r, bottom: e.r, left: s.c, right: e.c })),
    totalRows: cells.length > maxSheetRows ? Math.max(lastRowOfRange(sheet['!fullref']), maxSheetRows + 1) : rowCount,
    isHidden: (index) => hidden?.has(index) ?? rowInfo[index]?.hidden === true,
    columnsBeyond: countColumnsBeyond(cells),
  }
}

/** A sheet may declare any number of empty rows after the last filled one. */
function countFilledRows(cells: (CellObject | undefined)[][]): number {
  return cells.findLastIndex((row) => row?.slice(0, maxColumns).some((cell) => toCell(cell) !== undefined)) + 1
}

/** Checks only the first wide rows, because a file may declare any width for each row. */
function countColumnsBeyond(cells: (CellObject | undefined)[][]): number {
  const filled = new Set<string>()
  for (const row of cells.filter((each) => (each?.length ?? 0) > maxColumns).slice(0, maxWideRows)) {
    for (const column of Object.keys(row))
      if (Number(column) >= maxColumns && toCell(row[Number(column)]) !== undefined) filled.add(column)
  }
  return filled.size
}

function toCell(cell: CellObject | undefined): Cell | undefined {
  if (cell?.t === 'e') return cell.w ?? '#N/A'
  if (cell?.t === 'z') return cell.f === undefined ? undefined : `=${cell.f}`
  const value = cell?.v
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return numberCell(value, cell?.w, cell?.z)
  if (value instanceof Date) return dateCell(value, cell?.w)
  return typeof value === 'boolean' ? (cell?.w ?? String(value)) : value
}

function numberCell(value: number, shown: string | undefined, format: string | number | undefined): Cell {
  if (typeof format === 'string' && SSF.is_date(format)) return dateCell(dateFromSerial(value), shown)
  const isPercentage = typeof format === 'string' && format.replace(/"[^"]*"/g, '').includes('%')
  if (isPercentage) return { shown: shown ?? `${plainNumber(value * 100)}%`, plain: `${plainNumber(value * 100)}%` }
  const isScaled = typeof format === 'string' && scaledFormat.test(format.replace(/"[^"]*"/g, ''))
  return { shown: shownNumber(shown, value), plain: isScaled ? `${shown ?? ''} тыс` : numberWithUnit(shown, value) }
}

/** '5 упак' by a number format: the digits with their unit, as if typed. */
function numberWithUnit(shown: string | undefined, value: number): string {
  const digits = plainNumber(value)
  if (shown === undefined || /\de[+-]/i.test(shown)) return digits
  const [, before = '', after = ''] = /^(\D*)\d[\d\s\u00a0\u202f.,/]*(.*)$/.exec(shown) ?? []
  if (!/[\p{L}\p{Sc}]/u.test(before + after)) return digits
  return `${before.replace(/[-–−(]/g, '')} ${digits} ${after}`.trim()
}

/** 'yyyy-mm-dd', or 'hh:mm' for a time without a day; an impossible date as displayed. */
function dateCell(date: Date, shown: string | undefined): Cell {
  if (Number.isNaN(date.getTime())) return shown ?? ''
  const iso = date.toISOString()
  const plain = date.getTime() < Date.UTC(1900, 0, 1) ? iso.slice(11, 16) : iso.slice(0, 10)
  const isFormatted = shown !== undefined && !/^-?\d+(?:[.,]\d+)?$/.test(shown)
  return { shown: isFormatted ? shown : plain, plain }
}

/** Narrow columns display a barcode as '4.60701E+12': the digits are used instead. */
function shownNumber(shown: string | undefined, value: number): string {
  return shown === undefined || /\de[+-]/i.test(shown) ? plainNumber(value) : shown
}

/** 15 significant digits, as in spreadsheets; no exponent up to 10^21. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

function lastRowOfRange(ref: unknown): number {
  return typeof ref === 'string' ? Number(/(\d+)$/.exec(ref)?.[1] ?? 0) : 0
}
