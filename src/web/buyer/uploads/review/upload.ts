import { uploadFields, type ColumnChoice, type UploadField, type UploadReview } from '#shared/api/uploads.ts'
import type { CartMode } from '../additions.ts'
import type { ReviewRow } from './review-rows.ts'

export type Source = { file: File } | { text: string }
/** How a person says that the table is to be read. */
export type Reading = {
  sheet?: number
  headerRow?: number
  columns?: ColumnChoice
  quantities?: number[]
  hidden?: 'skip' | 'order'
  /** Of several columns of quantities each shall be a draft, in place of their sum in the basket. */
  split?: boolean
}

export type Upload = {
  /** Its own in this browser. */
  id: string
  contract: number
  source: Source
  reading: Reading
  answer: UploadReview
  rows: readonly ReviewRow[]
  /** On top of what the basket holds, or in place of it. */
  mode: CartMode
  /** Read so long ago that stock and prices may have changed: to be read again. */
  isOld: boolean
}

/** Columns that a person has set, or that headings name: those are worth knowing again. Ours are known. */
export function remembersColumns({ answer: { own, headerRow }, reading }: Upload): boolean {
  return !own && (headerRow !== null || reading.columns !== undefined)
}

/** Our own price list comes back with what shall be ordered, anything else with what is ordered as well. */
export function firstMode({ own }: UploadReview): CartMode {
  return own ? 'set' : 'add'
}

/** Confirms the current columns. */
export function confirmedReading({ answer: { sheet, columns, summed }, reading }: Upload): Reading {
  const now = Object.fromEntries(uploadFields.map((field) => [field, columns[field]?.index ?? null]))
  return { ...reading, sheet, columns: now, ...(summed.length > 0 ? { quantities: summed } : {}) }
}

/** What the contragent's next file of this kind will be read by. */
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
