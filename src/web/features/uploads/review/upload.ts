import type { ColumnChoice, UploadReview } from '#shared/api/uploads.ts'
import type { ReviewRow } from './review-rows.ts'

export type Source = { file: File } | { text: string }
/** How a person says that the table is to be read. */
export type Reading = { sheet?: number; headerRow?: number; columns?: ColumnChoice }

export type Upload = {
  /** Its own in this browser. */
  id: string
  contract: number
  source: Source
  reading: Reading
  answer: UploadReview
  rows: readonly ReviewRow[]
  /** Read so long ago that stock and prices have moved since: to be read anew. */
  isOld: boolean
}

/** Columns that a person has set, or that headings name: those are worth knowing again. Ours are known. */
export function isRemembering({ answer: { own, headerRow }, reading }: Upload): boolean {
  return !own && (headerRow !== null || reading.columns !== undefined)
}
