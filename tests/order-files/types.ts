/** A good that a contract may order, as seen by a clerk of the wholesaler. */
export type CatalogueGood = {
  id: number
  articul: string
  /** The short code of 1C (requisite 'Код'); '' for variants. */
  code: string
  barcodes: string[]
  name: string
  brand: string
  unit: string
  /** Units of the step. */
  step: number
  /** Roubles; for the price columns of files. */
  price: number
  available: number
  /** Of a variant: id and name of its product, and its distinguishing size ('52-54, 170-176'). */
  parent: number | null
  model: string
  size: string
}

/**
 * clear: a clerk with the file and the catalogue is certain of good and quantity. question: they would ask. `meant` and
 * `quantity` are the only correct certain answers; null: there is none. hidden: the row is hidden by a filter, so the
 * buyer has to be asked.
 */
export type RowKind = 'clear' | 'question' | 'hidden'

/** The order of a source row; a row of a matrix or of two tables side by side has several. Other rows order nothing. */
export type ExpectedRow = {
  /** Index of the sheet, and row number from 1 (in pasted text: the line). */
  sheet: number
  row: number
  kind: RowKind
  meant: number | null
  quantity: number | null
  /** Why it is difficult, for the report. */
  note: string
}

/** Columns from 0 that a buyer would choose; for several quantity columns their sum. */
export type TrueColumns = {
  articul?: number
  code?: number
  barcode?: number
  name?: number
  qnt: number[]
}

/** The correct choices for one sheet. */
export type TrueSheet = {
  index: number
  /** Non-empty rows: the row counts of the answer must add up to this. */
  filledRows: number
  /** From 1; 0: none. */
  headerRow: number
  /** Absent if no choice of columns describes the sheet (a matrix, two tables, a chat). */
  columns?: TrueColumns
}

export type OrderFile = {
  seed: number
  /** File name; '' for pasted text. */
  name: string
  bytes?: Buffer
  text?: string
  /** Its layout; the report is grouped by it. */
  kind: string
  /** Its headings alone identify the columns. */
  withHeadings: boolean
  /** Several quantity columns (shops, months), so a choice is always required; absent: depends on the columns. */
  severalQuantities?: boolean
  rows: ExpectedRow[]
  sheets: TrueSheet[]
  note: string
}
