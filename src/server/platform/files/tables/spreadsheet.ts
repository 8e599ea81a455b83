import { read, set_cptable, SSF, type CellObject, type ParsingOptions, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { dateOfSerial } from './cell-formats.ts'
import { repairMojibake } from './decode-text.ts'
import { maxColumns, maxSheetRows, maxSheets, type Cell, type Merge, type Sheet } from './sheet.ts'
import { Unreadable, refusals } from './unreadable.ts'

/**
 * `sheetRows` keeps a file that claims a million rows from being believed; 1251 is for BIFF5 that names no alphabet;
 * number formats tell dates from numbers.
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
const scaled = /[0#?],+(?![0#?])/
const maxMerges = 100_000
const maxWideRows = 20

/**
 * A workbook in an archive (XLSX, XLSB, ODS), an older one (XLS of any age), or text of HTML or XML that is named .xls.
 */
export type Spreadsheet =
  | {
      kind: 'zip'
      bytes: Uint8Array
      /** Formulas without a cached value must be reported, not left out. */
      lacksValues: boolean
      /** Indexes of hidden rows by the sheet's name. */
      hiddenRows: ReadonlyMap<string, ReadonlySet<number>>
    }
  | { kind: 'workbook'; bytes: Uint8Array }
  | { kind: 'markup'; text: string }

/** `sheetsBeyond`: number of further non-empty visible sheets that are not read. */
export type Book = { sheets: Sheet[]; sheetsBeyond: number }

/**
 * Its sheets, the hidden ones last, formulas as their last values; where there is none as '=B2*2'. Throws Unreadable.
 */
export async function readSpreadsheet(file: Spreadsheet): Promise<Book> {
  if (file.kind === 'markup') {
    if (!/<(?:\w+:)?(table|worksheet)[\s>]/i.test(file.text))
      throw new Unreadable('В файле нет таблицы: это веб-страница или XML')
    return sheetsOf(() => read(file.text, { ...options, type: 'string' }))
  }
  // Of an old workbook the library tells hidden rows only together with the styles.
  const older = file.kind === 'workbook' ? { cellStyles: true } : {}
  // Texts of old workbooks may be in any alphabet.
  if (file.kind === 'workbook') set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const formulas = file.kind === 'zip' && file.lacksValues ? { cellFormula: true, sheetStubs: true } : {}
  const hidden = file.kind === 'zip' ? file.hiddenRows : undefined
  return sheetsOf(() => read(file.bytes, { ...options, ...older, ...formulas, type: 'array' }), hidden)
}

function sheetsOf(parse: () => WorkBook, hiddenRows?: ReadonlyMap<string, ReadonlySet<number>>): Book {
  const book = parsed(parse)
  const hidden = book.Workbook?.Sheets ?? []
  const found = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name]
    const isHiddenSheet = Boolean(hidden[index]?.Hidden)
    return sheet ? [{ ...sheetOf(name, sheet, hiddenRows?.get(name)), isHiddenSheet }] : []
  })
  const visible = found.filter(({ isHiddenSheet }) => !isHiddenSheet)
  const concealed = found.filter(({ isHiddenSheet }) => isHiddenSheet).slice(0, maxSheets)
  return {
    sheets: [...visible.slice(0, maxSheets), ...concealed],
    sheetsBeyond: visible.slice(maxSheets).filter(({ rowCount }) => rowCount > 0).length,
  }
}

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse()
  } catch (error) {
    const { message } = error as Error
    if (/password|encrypt/i.test(message)) throw new Unreadable(refusals.locked)
    throw new Unreadable('Файл повреждён или это не таблица', { cause: error })
  }
}

function sheetOf(name: string, sheet: WorkSheet, hidden: ReadonlySet<number> | undefined): Sheet {
  const cells = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const rowCount = lastFilled(cells.slice(0, maxSheetRows))
  const rowInfo = sheet['!rows'] ?? []
  return {
    name: repairMojibake(name),
    rowCount,
    // A row may claim its last cell at XFD: only a slice is made whole.
    row: (place) => (cells[place] ?? []).slice(0, maxColumns).map(cellOf),
    merges: (sheet['!merges'] ?? [])
      .slice(0, maxMerges)
      .map(({ s, e }): Merge => ({ top: s.r, bottom: e.r, left: s.c, right: e.c })),
    totalRows: cells.length > maxSheetRows ? Math.max(lastRow(sheet['!fullref']), maxSheetRows + 1) : rowCount,
    isHidden: (place) => hidden?.has(place) ?? rowInfo[place]?.hidden === true,
    columnsBeyond: columnsBeyond(cells),
  }
}

/** Behind its last filled row a sheet may claim any number of empty ones. */
function lastFilled(cells: (CellObject | undefined)[][]): number {
  return cells.findLastIndex((row) => row?.slice(0, maxColumns).some((cell) => cellOf(cell) !== undefined)) + 1
}

/** Counted in the first rows only: a file may claim any width for each row. */
function columnsBeyond(cells: (CellObject | undefined)[][]): number {
  const filled = new Set<string>()
  for (const row of cells.filter((each) => (each?.length ?? 0) > maxColumns).slice(0, maxWideRows)) {
    for (const column of Object.keys(row))
      if (Number(column) >= maxColumns && cellOf(row[Number(column)]) !== undefined) filled.add(column)
  }
  return filled.size
}

function cellOf(cell: CellObject | undefined): Cell | undefined {
  if (cell?.t === 'e') return cell.w ?? '#N/A'
  if (cell?.t === 'z') return cell.f === undefined ? undefined : `=${cell.f}`
  const value = cell?.v
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return numberCell(value, cell?.w, cell?.z)
  if (value instanceof Date) return dateCell(value, cell?.w)
  return typeof value === 'boolean' ? (cell?.w ?? String(value)) : value
}

function numberCell(value: number, shown: string | undefined, format: string | number | undefined): Cell {
  if (typeof format === 'string' && SSF.is_date(format)) return dateCell(dateOfSerial(value), shown)
  const isPercentage = typeof format === 'string' && format.replace(/"[^"]*"/g, '').includes('%')
  if (isPercentage) return { shown: shown ?? `${plainNumber(value * 100)}%`, plain: `${plainNumber(value * 100)}%` }
  const isScaled = typeof format === 'string' && scaled.test(format.replace(/"[^"]*"/g, ''))
  return { shown: shownNumber(shown, value), plain: isScaled ? `${shown ?? ''} тыс` : countedNumber(shown, value) }
}

/** '5 упак' of a number format: its digits with what it counts, as if somebody had typed them. */
function countedNumber(shown: string | undefined, value: number): string {
  const digits = plainNumber(value)
  if (shown === undefined || /\de[+-]/i.test(shown)) return digits
  const [, before = '', after = ''] = /^(\D*)\d[\d\s\u00a0\u202f.,/]*(.*)$/.exec(shown) ?? []
  if (!/[\p{L}\p{Sc}]/u.test(before + after)) return digits
  return `${before.replace(/[-–−(]/g, '')} ${digits} ${after}`.trim()
}

/** 'yyyy-mm-dd', or 'hh:mm' of a time without a day. Out of all dates: the digits as they are. */
function dateCell(date: Date, shown: string | undefined): Cell {
  if (Number.isNaN(date.getTime())) return shown ?? ''
  const iso = date.toISOString()
  const plain = date.getTime() < Date.UTC(1900, 0, 1) ? iso.slice(11, 16) : iso.slice(0, 10)
  const isWord = shown !== undefined && !/^-?\d+(?:[.,]\d+)?$/.test(shown)
  return { shown: isWord ? shown : plain, plain }
}

/** '4.60701E+12' is how a narrow column shows a barcode: its digits say more. */
function shownNumber(shown: string | undefined, value: number): string {
  return shown === undefined || /\de[+-]/i.test(shown) ? plainNumber(value) : shown
}

/** Digits as a spreadsheet keeps them: 15 that count, no exponent up to 10^21. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

function lastRow(ref: unknown): number {
  return typeof ref === 'string' ? Number(/(\d+)$/.exec(ref)?.[1] ?? 0) : 0
}
