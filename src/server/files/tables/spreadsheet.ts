import { read, set_cptable, type CellObject, type ParsingOptions, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { mended } from './decode-text.ts'
import { mostColumns, mostSheetRows, mostSheets, type Cell, type Merge, type Sheet } from './sheet.ts'
import { Unreadable } from './unreadable.ts'

/** `sheetRows` keeps a file that claims a million rows from being believed; 1251 is for BIFF5 that names no alphabet. */
const options: ParsingOptions = { dense: true, sheetRows: mostSheetRows + 1, codepage: 1251, cellDates: false, cellFormula: false, cellHTML: false, cellNF: false, bookVBA: false }
const mostMerges = 100_000

/** A workbook in an archive (XLSX, XLSB, ODS), an older one (XLS of any age), or text of HTML or XML that is named .xls. */
export type Spreadsheet =
  | { kind: 'zip'; bytes: Uint8Array; /** Formulas without a kept value are to be told as such, not left out. */ lacksValues: boolean }
  | { kind: 'workbook'; bytes: Uint8Array }
  | { kind: 'markup'; text: string }

/** Its visible sheets, formulas as their last values; where there is none as '=B2*2'. Throws Unreadable. */
export async function readSpreadsheet(file: Spreadsheet): Promise<Sheet[]> {
  if (file.kind === 'markup') {
    if (!/<(?:\w+:)?(table|worksheet)[\s>]/i.test(file.text)) throw new Unreadable('В файле нет таблицы: это веб-страница или XML')
    return sheetsOf(() => read(file.text, { ...options, type: 'string' }))
  }
  // Texts of old workbooks may be in any alphabet.
  if (file.kind === 'workbook') set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const formulas = file.kind === 'zip' && file.lacksValues ? { cellFormula: true, sheetStubs: true } : {}
  return sheetsOf(() => read(file.bytes, { ...options, ...formulas, type: 'array' }))
}

function sheetsOf(parse: () => WorkBook): Sheet[] {
  const book = parsed(parse)
  const hidden = book.Workbook?.Sheets ?? []
  return book.SheetNames.flatMap((name, place) => {
    const sheet = book.Sheets[name]
    return sheet && !hidden[place]?.Hidden ? [sheetOf(name, sheet)] : []
  }).slice(0, mostSheets)
}

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse()
  } catch (error) {
    const { message } = error as Error
    if (/password|encrypt/i.test(message)) throw new Unreadable('Файл защищён паролем. Снимите пароль и загрузите его ещё раз')
    throw new Unreadable('Файл повреждён или это не таблица', { cause: error })
  }
}

function sheetOf(name: string, sheet: WorkSheet): Sheet {
  const rows = ((sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []).slice(0, mostSheetRows)
  return {
    name: mended(name),
    rowCount: rows.length,
    // A row may claim its last cell at XFD: only a slice is made whole.
    row: (place) => (rows[place] ?? []).slice(0, mostColumns).map(cellOf),
    merges: (sheet['!merges'] ?? []).slice(0, mostMerges).map(({ s, e }): Merge => ({ top: s.r, bottom: e.r, left: s.c, right: e.c })),
    isCut: lastRow(sheet['!fullref']) > mostSheetRows && rows.length >= mostSheetRows,
  }
}

function cellOf(cell: CellObject | undefined): Cell | undefined {
  if (cell?.t === 'e') return cell.w ?? '#N/A'
  if (cell?.t === 'z') return cell.f === undefined ? undefined : `=${cell.f}`
  const value = cell?.v
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return { shown: shownNumber(cell?.w, value), plain: plainNumber(value) }
  if (value instanceof Date) return cell?.w ?? value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? (cell?.w ?? String(value)) : value
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
