/** Files of the exchange by hand, and YML by address. */
import * as z from 'zod/mini'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success, wireId, wireText } from '../wire.ts'

const right = 'staff.settings'
const path = '/api/staff/exchange/file/'

export const maxExchangeFileBytes = 100 * 1024 * 1024

/** Queued like a file of 1C; what becomes of it is its run in the log. */
export const loadExchangeFile = fileEndpoint({
  verb: 'POST',
  path,
  right,
  summary: 'Load a file of CommerceML (XML or ZIP) or YML by hand. Audited',
  input: z.object({ name: wireText(200) }),
  takes: {
    mediaTypes: ['application/xml', mediaTypes.zip],
    maxBytes: maxExchangeFileBytes,
    tooLarge: tooLargeMessage(maxExchangeFileBytes),
  },
  reply: z.object({ ...success, file: z.number() }),
})

export const exchangeFileState = endpoint({
  verb: 'GET',
  path: `${path}state/`,
  right,
  summary: 'How far a file loaded by hand is, and its run once it has begun',
  input: z.object({ file: wireId }),
  reply: z.object({
    ...success,
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    run: z.nullable(z.number()),
    items_done: z.number(),
    items_total: z.nullable(z.number()),
    /** Records that were rejected. */
    rejected: z.number(),
    /** Why it failed, in Russian; else ''. */
    error: z.string(),
  }),
})

const named = z.object({ code: z.string(), name: z.string() })

const yml = z.object({
  address: z.string(),
  minutes: z.number(),
  /** 1C's ids; '' = those of YML. */
  price_type: z.string(),
  warehouse: z.string(),
  full: z.boolean(),
  available_quantity: z.number(),
  price_types: z.array(named),
  warehouses: z.array(named),
  /** The last attempt at this address. */
  last: z.nullable(z.object({ tried_at: z.string(), succeeded_at: z.nullable(z.string()), error: z.string() })),
})
export type YmlSettings = z.output<typeof yml>

const reply = z.object({ ...success, yml })
const ymlPath = '/api/staff/exchange/yml/'

export const ymlSettings = endpoint({
  verb: 'GET',
  path: ymlPath,
  right,
  summary: 'How files of YML are read, and whence one is fetched',
  input: nothing,
  reply,
})

export const leastYmlMinutes = 5

export const saveYmlSettings = endpoint({
  verb: 'POST',
  path: ymlPath,
  method: 'save',
  right,
  summary: 'Set how files of YML are read and whence one is fetched; an empty address fetches none. Audited',
  input: z.object({
    address: wireText(2000),
    minutes: z
      .number()
      .check(
        z.int('Период – целое число минут'),
        z.minimum(leastYmlMinutes, `Не чаще, чем раз в ${leastYmlMinutes} минут`),
        z.maximum(7 * 24 * 60, 'Не реже, чем раз в неделю'),
      ),
    price_type: wireText(200),
    warehouse: wireText(200),
    full: z.boolean(),
    available_quantity: z
      .number()
      .check(z.int('Остаток – целое число'), z.minimum(0, 'Остаток не бывает меньше нуля'), z.maximum(1_000_000)),
  }),
  reply,
})

export const fetchYmlNow = endpoint({
  verb: 'POST',
  path: ymlPath,
  method: 'fetch',
  right,
  summary: 'Fetch the file by its address now',
  input: nothing,
  reply,
})
