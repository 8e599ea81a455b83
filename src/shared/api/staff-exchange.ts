import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, success } from './wire.ts'

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
  /** Such offers make their goods themselves, from the next import on. */
  make_goods: z.boolean(),
})
export type StaffExchange = z.output<typeof exchange>

export const staffExchange = endpoint({
  verb: 'GET',
  path: '/api/staff/exchange/',
  right: 'staff.settings',
  summary: 'What of the exchange with 1C asks for staff: offers without goods',
  input: nothing,
  reply: z.object({ ...success, exchange }),
})

export const saveStaffExchange = endpoint({
  verb: 'POST',
  path: '/api/staff/exchange/',
  method: 'save',
  right: 'staff.settings',
  summary: 'Whether offers without goods make the goods themselves; it rules from the next import on',
  input: z.object({ make_goods: z.boolean() }),
  reply: z.object({ ...success, exchange }),
})
