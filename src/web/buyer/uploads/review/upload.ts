import { uploadFields, type ColumnChoice, type UploadField, type UploadReview } from '#shared/api/uploads.ts'
import type { CartMode } from '../additions.ts'
import type { ReviewRow } from './review-rows.ts'

/** The title of the window. */
export const uploadTitle = 'Заказ из файла'

export type Source = { file: File } | { text: string }
/** The user's choices of how to read the table. */
export type Reading = {
  sheet?: number
  headerRow?: number
  columns?: ColumnChoice
  quantities?: number[]
  hidden?: 'skip' | 'order'
  /** Each of several quantity columns becomes a draft, instead of adding their sum to the basket. */
  split?: boolean
}

export type Upload = {
  /** Unique in this browser. */
  id: string
  contract: number
  source: Source
  reading: Reading
  answer: UploadReview
  rows: readonly ReviewRow[]
  /** 'add' adds to the basket, 'set' replaces quantities. */
  mode: CartMode
  /** When the server read it, in ms. */
  readAt: number
  /** Whether an addition of its rows was sent whose answer is unknown: the basket may have them. */
  isUnanswered: boolean
  /** Read so long ago that stock and prices may have changed: to be read again. */
  isOutdated: boolean
}

/**
 * Whether columns were chosen by the user or named by headings: then they are worth saving. Those of our own price list
 * are known.
 */
export function remembersColumns({ answer: { own, headerRow }, reading }: Upload): boolean {
  return !own && (headerRow !== null || reading.columns !== undefined)
}

/** Our own price list contains the complete order; any other file is added to the basket. */
export function firstMode({ own }: UploadReview): CartMode {
  return own ? 'set' : 'add'
}

/** Confirms the current columns. */
export function confirmedReading({ answer: { sheet, columns, summed }, reading }: Upload): Reading {
  const current = Object.fromEntries(uploadFields.map((field) => [field, columns[field]?.index ?? null]))
  return { ...reading, sheet, columns: current, ...(summed.length > 0 ? { quantities: summed } : {}) }
}

/** The columns to save for the contragent's next file of this kind. */
export function columnsToRemember(upload: Upload) {
  if (!remembersColumns(upload)) return null
  const { columns, summed, quantities } = upload.answer
  const columnOf = (field: UploadField) => {
    const column = columns[field]
    return column && { index: column.index, heading: column.heading }
  }
  const sums = quantities
    .filter(({ index }) => summed.includes(index))
    .map(({ index, heading }) => ({ index, heading }))
  return {
    ...Object.fromEntries(uploadFields.map((field) => [field, columnOf(field)])),
    ...(sums.length > 0 ? { summed: sums } : {}),
  }
}
