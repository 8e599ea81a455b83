import { uploadsFromBuffer, uploadsFromFile, type UploadReview } from '#shared/api/uploads.ts'
import { call, type Send } from '#web/api/client.ts'
import type { OrderFile, TrueSheet } from './types.ts'

/** The part of an answer that is measured; only this file knows the format of the calls. */
export type Answer = {
  sheet: number
  lines: AnsweredLine[]
  /** Nothing is added to the basket before the buyer has confirmed the columns. */
  asksColumns: boolean
  asksHiddenRows: boolean
  /** Rows that the answer lists as left out: row → why. */
  leftOut: ReadonlyMap<number, string>
  /** Row counts of the sheet that was read; absent if the answer has none. */
  tally?: Tally
}

/** Source rows of one line, and its result. certain: it would enter the basket without a question. */
export type AnsweredLine = {
  rows: number[]
  verdict: 'certain' | 'asked' | 'notFound'
  status: string
  id: number | null
  quantity: number | null
}

export type Tally = {
  rows: number
  answered: number
  blank: number
  headings: number
  totals: number
  withoutQuantity: number
  hidden: number
  truncated: number
  other: number
}

/** The buyer's answers to the questions of a sheet. */
export type Confirmation = {
  sheet: number
  headerRow?: number
  columns?: Record<string, number | null>
  quantities?: number[]
  hidden?: 'skip' | 'order'
}

const certain = ['ok', 'rounded', 'capped', 'duplicate', 'out']

/** Sends the file like the screen does, optionally with a sheet and its confirmation. */
export async function send(
  file: Pick<OrderFile, 'name' | 'bytes' | 'text'>,
  by: { contract: number; buyer: { send: Send } },
  choice: Partial<Confirmation> = {},
): Promise<UploadReview> {
  const { contract, buyer } = by
  if (file.text !== undefined) return call(uploadsFromBuffer, { contract, text: file.text, ...choice }, buyer)
  return call(
    uploadsFromFile,
    { contract, file: new File([new Uint8Array(file.bytes ?? Buffer.alloc(0))], file.name), ...choice },
    buyer,
  )
}

export function answerOf(reply: UploadReview): Answer {
  const { columns, asks } = reply
  const unread = columns.qnt === null || (columns.articul ?? columns.code ?? columns.barcode ?? columns.name) === null
  const lines = reply.rows.map(({ rows, id, requested, status }): AnsweredLine => ({
    rows,
    id,
    status,
    quantity: requested,
    verdict: certain.includes(status) ? 'certain' : status === 'notFound' ? 'notFound' : 'asked',
  }))
  const tally = reply.tally.find(({ sheet }) => sheet === reply.sheet)
  return {
    sheet: reply.sheet,
    lines,
    asksColumns: asks.includes('columns') || asks.includes('quantities') || (unread && lines.length === 0),
    asksHiddenRows: asks.includes('hiddenRows'),
    leftOut: new Map(reply.leftOut.map(({ row, why }) => [row, why])),
    ...(tally ? { tally } : {}),
  }
}

/**
 * The answers of a buyer who knows the file: its true columns, or the proposed ones if no choice describes the sheet.
 */
export function confirmationOf(reply: UploadReview, { index, headerRow, columns }: TrueSheet): Confirmation {
  const proposed = Object.fromEntries(
    Object.entries(reply.columns).map(([field, column]) => [field, column?.index ?? null]),
  )
  // Sizes as columns and tables side by side have several quantity columns: the detected ones are confirmed.
  if (!columns) return { sheet: index, columns: proposed }
  const { qnt, ...ids } = columns
  const [first = null] = qnt
  const chosen = { articul: null, code: null, barcode: null, name: null, ...ids, qnt: first }
  return { sheet: index, headerRow, columns: chosen, ...(qnt.length > 1 ? { quantities: qnt } : {}) }
}
