import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

/** An import that has failed three times at one place: the exchange goes on without it until staff decide. */
const setAsideImport = z.object({
  id: z.number(),
  name: z.string(),
  set_aside_at: z.string(),
  attempts: z.number(),
  size_bytes: z.number(),
  /** Where it failed, as a Russian sentence. */
  reason: z.string(),
})
export type SetAsideImport = z.output<typeof setAsideImport>

const exchange = z.object({
  /** Offers whose good 1C has not sent yet. */
  waiting: z.object({
    offers: z.number(),
    /** Different goods that they belong to. */
    goods: z.number(),
    /** When the oldest of them came, null where none waits. */
    since: z.nullable(z.string()),
    /** After so many days the wait ends. */
    days: z.number(),
  }),
  /** Such offers make their goods themselves, those too that already wait. */
  make_goods: z.boolean(),
  /** Goods of offers that waited are being made now. */
  making_goods: z.boolean(),
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
  summary: 'What of the exchange with 1C asks for staff: offers without goods, imports set aside',
  input: nothing,
  reply,
})

export const saveStaffExchange = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary: 'Whether offers without goods make the goods themselves; switched on, those that wait make them at once',
  input: z.object({ make_goods: z.boolean() }),
  reply,
})

export const retrySetAside = endpoint({
  verb: 'POST',
  path,
  method: 'retry',
  right,
  summary: 'Queue an import that was set aside again; it goes on where it stopped',
  input: z.object({ id: wireId }),
  reply,
})

export const dismissSetAside = endpoint({
  verb: 'POST',
  path,
  method: 'dismiss',
  right,
  summary: 'Give up an import that was set aside; its file is deleted',
  input: z.object({ id: wireId }),
  reply,
})
