import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maxUploadRows } from './uploads.ts'
import { success, wireText } from './wire.ts'

const roubles = z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000_000_000)))

/** The client truncates longer texts of a row. */
export const maxReportTextLength = 500

/** A row of the review in its final state, with the texts of the screen. */
const reportRow = z.object({
  /** Its row number in the file, or several for summed rows: '8, 31'. */
  row: wireText(maxReportTextLength),
  state: wireText(40),
  /** As in the file. */
  code: wireText(maxReportTextLength),
  name: wireText(maxReportTextLength),
  qnt: wireText(maxReportTextLength),
  /** Article of the matched good; '' = no match. */
  articul: wireText(maxReportTextLength),
  header: wireText(maxReportTextLength),
  /** What was done with it, or its error. */
  done: wireText(maxReportTextLength),
  /** Units to add to the basket. */
  order: z.number().check(z.minimum(0), z.maximum(999_999_999)),
  /** Roubles; null without a good, or where prices are hidden. */
  price: roubles,
  sum: roubles,
})

export type ReportRow = z.output<typeof reportRow>

/**
 * The review of an upload as a spreadsheet, with rows in the given order. The server does not store reviews, so the
 * client sends the rows.
 */
export const uploadReport = endpoint({
  verb: 'POST',
  path: '/api/uploadReport/',
  right: 'basket.edit',
  summary: 'The report of a reviewed upload as XLSX',
  input: z.object({
    /** The file's name; '' for pasted text. */
    file: wireText(255),
    rows: z.array(reportRow).check(z.minLength(1), z.maxLength(maxUploadRows)),
  }),
  reply: z.object({
    ...success,
    /** 'Отчёт_Заявка ноябрь.xlsx' */
    name: z.string(),
    /** The XLSX in base64. */
    content: z.string(),
  }),
})
