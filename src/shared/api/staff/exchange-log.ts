import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pagination, success, wireFlag, wireId } from '../wire.ts'

const path = '/api/staff/exchange/log/'
const right = 'staff.settings'

const run = z.object({
  id: z.number(),
  type: z.enum(['import', 'pictures', 'feed', 'deactivation', 'orders']),
  /** Name of the file or feed; for a deactivation the catalogue's 1C id. */
  name: z.string(),
  status: z.enum(['running', 'done', 'failed', 'waiting', 'dismissed']),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** One Russian line per kind of record. */
  counts: z.array(z.string()),
  /** Why it failed, in Russian; else ''. */
  error: z.string(),
  /** Records that were rejected or reported. */
  records: z.number(),
})
export type ExchangeRun = z.output<typeof run>

const record = z.object({
  /** In Russian. */
  kind: z.string(),
  /** 1C's code, or the position in the file; may be empty. */
  code: z.string(),
  name: z.string(),
  reason: z.string(),
})
export type ExchangeRecord = z.output<typeof record>

export const exchangeLog = endpoint({
  verb: 'GET',
  path,
  right,
  summary:
    'The last runs of the exchange with 1C, 10 per page; `problems`: only failed ones and those with rejected records',
  input: z.object({ page: z.optional(wireId), problems: z.optional(wireFlag) }),
  reply: z.object({ ...success, items: z.array(run), pagination }),
})

export const exchangeLogRecords = endpoint({
  verb: 'GET',
  path: `${path}records/`,
  right,
  summary: 'Rejected records of a run in file order, 50 per page',
  input: z.object({ run: wireId, page: z.optional(wireId) }),
  reply: z.object({ ...success, items: z.array(record), pagination }),
})
