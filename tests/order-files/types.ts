/** A good that a contract may order, as a clerk of the wholesaler would find it in the catalogue. */
export type CatalogueGood = {
  id: number
  articul: string
  /** The code that people say aloud: the requisite 'Код' of 1C; '' for variants. */
  code: string
  barcodes: string[]
  name: string
  brand: string
  unit: string
  /** Units by which it is ordered. */
  step: number
  /** Roubles; for the price columns of files. */
  price: number
  available: number
  /** Of a variant: the id and the name of its product, and what tells it from the others ('52-54, 170-176'). */
  parent: number | null
  model: string
  size: string
}

/**
 * clear: a clerk who has only the file and the catalogue is certain of the good and the quantity.
 * question: they would ask. What a certain answer may say is `meant` and `quantity`; null: it may say nothing.
 * hidden: the row is hidden by a filter, so that somebody has to be asked whether it counts.
 */
export type RowKind = 'clear' | 'question' | 'hidden'

/** What a source row orders; a row of a matrix or of two tables side by side has several. Other rows order nothing. */
export type ExpectedRow = {
  /** Index of the sheet, and the row in it from 1 (in pasted text: the line). */
  sheet: number
  row: number
  kind: RowKind
  meant: number | null
  quantity: number | null
  /** Why it is hard, for the list of offending rows. */
  note: string
}

/** Columns from 0 that a buyer would choose when asked; several quantities: their sum. */
export type TrueColumns = {
  articul?: number
  code?: number
  barcode?: number
  name?: number
  qnt: number[]
}

/** How one sheet is to be read when the buyer is asked. */
export type TrueSheet = {
  index: number
  /** Rows that hold anything: what the tally of the answer has to add up to. */
  filledRows: number
  /** From 1; 0: it has none. */
  headerRow: number
  /** Absent where no choice of columns describes the sheet (a matrix, two tables, a chat). */
  columns?: TrueColumns
}

export type OrderFile = {
  seed: number
  /** Name of the file; '' for pasted text. */
  name: string
  bytes?: Buffer
  text?: string
  /** What layout it has; files of one layout are summed in the report. */
  kind: string
  /** Its headings alone say which column is which. */
  withHeadings: boolean
  /**
   * Several columns hold quantities (shops, months), so that one choice is always asked; absent: as its columns say.
   */
  severalQuantities?: boolean
  rows: ExpectedRow[]
  sheets: TrueSheet[]
  note: string
}
