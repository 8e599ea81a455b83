import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

/** An import that failed three times at the same record: the exchange continues without it until staff decide. */
const setAsideImport = z.object({
  id: z.number(),
  name: z.string(),
  set_aside_at: z.string(),
  attempts: z.number(),
  size_bytes: z.number(),
  /** What failed, as a Russian sentence. */
  reason: z.string(),
})
export type SetAsideImport = z.output<typeof setAsideImport>

const exchange = z.object({
  /** Offers whose good 1C has not sent yet. */
  waiting: z.object({
    offers: z.number(),
    /** Number of distinct goods in these offers. */
    goods: z.number(),
    /** When the oldest of them arrived; null = none. */
    since: z.nullable(z.string()),
    /** The wait ends after so many days. */
    days: z.number(),
  }),
  /** Such offers create their goods, including offers that already wait. */
  make_goods: z.boolean(),
  /** Goods of waiting offers are being created now. */
  making_goods: z.boolean(),
  /** Days that source files of runs are kept; 0 = not kept. */
  keep_days: z.number(),
  /** Orders that 1C has not confirmed yet, when the oldest of them was changed, and when 1C last confirmed one. */
  orders_out: z.object({
    waiting: z.number(),
    since: z.nullable(z.string()),
    confirmed_at: z.nullable(z.string()),
  }),
  /** Orders that came back within a day and could not be applied. */
  orders_rejected: z.number(),
  /** The oldest 100. */
  set_aside: z.array(setAsideImport),
})
export type StaffExchange = z.output<typeof exchange>

const reply = z.object({ ...success, exchange })
const path = '/api/staff/exchange/'
const right = 'staff.settings'

export const staffExchange = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Parts of the exchange that need staff: offers without goods, imports set aside',
  input: nothing,
  reply,
})

export const saveStaffExchange = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary: 'Set whether offers without goods create the goods; switching it on applies to waiting offers at once',
  input: z.object({ make_goods: z.boolean() }),
  reply,
})

/** The longest term that may be set. */
export const maxKeepDays = 365

export const saveSourceTerm = endpoint({
  verb: 'POST',
  path,
  method: 'keep',
  right,
  summary: 'Set how many days source files of runs are kept; 0 = not at all',
  input: z.object({
    days: z.number().check(z.int(), z.minimum(0), z.maximum(maxKeepDays, 'Срок хранения – не больше года')),
  }),
  reply,
})

export const retrySetAside = endpoint({
  verb: 'POST',
  path,
  method: 'retry',
  right,
  summary: 'Retry an import that was set aside, from where it stopped',
  input: z.object({ id: wireId }),
  reply,
})

export const dismissSetAside = endpoint({
  verb: 'POST',
  path,
  method: 'dismiss',
  right,
  summary: 'Dismiss an import that was set aside and delete its file',
  input: z.object({ id: wireId }),
  reply,
})
