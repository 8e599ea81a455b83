import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { runGroups, streamKinds } from '../administration/exchange-filters.ts'
import { pagination, success, wireId, wireText } from '../wire.ts'

const path = '/api/staff/exchange/log/'
const right = 'staff.settings'

const run = z.object({
  id: z.number(),
  type: z.enum(['import', 'pictures', 'feed', 'deactivation', 'orders']),
  /** Name of the file or feed; for a deactivation the catalogue's 1C id. */
  name: z.string(),
  /** What it brought, in Russian: 'Цены, остатки'. */
  subject: z.string(),
  status: z.enum(['running', 'done', 'failed', 'waiting', 'dismissed']),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Records processed so far, and of how many; null = not counted yet. */
  items_done: z.number(),
  items_total: z.nullable(z.number()),
  /** Objects created and changed. */
  created: z.number(),
  changed: z.number(),
  /** Records a second; null while nothing is processed. */
  speed: z.nullable(z.number()),
  /** One Russian line per kind of record. */
  counts: z.array(z.string()),
  /** Why it failed, in Russian; else ''. */
  error: z.string(),
  /** Records that were rejected or reported. */
  records: z.number(),
  /** The run that this one repeats. */
  repeats: z.nullable(z.number()),
})
export type ExchangeRun = z.output<typeof run>

const runDetails = z.extend(run, {
  /** When its first byte came; null for what no file brought. */
  received_at: z.nullable(z.string()),
  /** The file as it came, while it is kept. */
  source: z.nullable(z.object({ size_bytes: z.number(), kept_until: z.string() })),
  /** Why it cannot be repeated, in Russian; '' = it can. */
  repeat_refusal: z.string(),
})
export type ExchangeRunDetails = z.output<typeof runDetails>

const record = z.object({
  /** In Russian. */
  kind: z.string(),
  /** 1C's code, or the position in the file; may be empty. */
  code: z.string(),
  name: z.string(),
  reason: z.string(),
})
export type ExchangeRecord = z.output<typeof record>

const query = z.optional(wireText(100))

export const exchangeLog = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Runs of the exchange with 1C, the newest first, 20 per page; with the counts of today',
  input: z.object({
    page: z.optional(wireId),
    group: z.optional(z.enum(runGroups)),
    /** Only runs with records of this kind. */
    kind: z.optional(z.enum(streamKinds)),
    /** Part of the file's name. */
    query,
  }),
  reply: z.object({
    ...success,
    items: z.array(run),
    today: z.object({ all: z.number(), problems: z.number(), failed: z.number() }),
    pagination,
  }),
})

export const exchangeRun = endpoint({
  verb: 'GET',
  path: `${path}run/`,
  right,
  summary: 'A run with its source file, and whether it can be repeated',
  input: z.object({ run: wireId }),
  reply: z.object({ ...success, run: runDetails }),
})

export const repeatRun = endpoint({
  verb: 'POST',
  path: `${path}run/`,
  method: 'repeat',
  right,
  summary:
    'Load the source file of a run again. It deactivates nothing and is refused once newer data of the same kind came',
  input: z.object({ run: wireId }),
  reply: z.object({ ...success, run: runDetails }),
})

export const exchangeLogRecords = endpoint({
  verb: 'GET',
  path: `${path}records/`,
  right,
  summary: 'Rejected records of a run in file order, 50 per page, found by code, name or reason',
  input: z.object({ run: wireId, page: z.optional(wireId), query }),
  reply: z.object({ ...success, items: z.array(record), pagination }),
})

export const exchangeRecordsSheet = fileEndpoint({
  verb: 'GET',
  path: `${path}records.xlsx`,
  right,
  summary: 'Rejected records of a run as a spreadsheet',
  input: z.object({ run: wireId, query }),
  answers: [mediaTypes.xlsx],
})

export const exchangeRecordsCsv = fileEndpoint({
  verb: 'GET',
  path: `${path}records.csv`,
  right,
  summary: 'Rejected records of a run as CSV: UTF-8, semicolons',
  input: z.object({ run: wireId, query }),
  answers: [mediaTypes.csv],
})

export const exchangeSource = fileEndpoint({
  verb: 'GET',
  path: `${path}source`,
  right,
  summary: 'The file that a run read, as it came, while it is kept. Audited',
  input: z.object({ run: wireId }),
  answers: ['application/octet-stream'],
})
