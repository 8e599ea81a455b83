import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

const visitorSettings = z.object({
  /** At which prices visitors buy; null: the demo mode is closed. */
  price_type: z.nullable(z.number()),
  price_types: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Since the last reset. */
  visitors: z.number(),
})
export type VisitorSettings = z.output<typeof visitorSettings>

export const readVisitorSettings = endpoint({
  verb: 'GET',
  path: '/api/staff/visitors/',
  right: 'staff.settings',
  summary: 'The demo mode: open or closed, at which prices, how many visitors today',
  input: nothing,
  reply: z.object({ ...success, settings: visitorSettings }),
})

export const saveVisitorSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/visitors/',
  right: 'staff.settings',
  summary: 'Open the demo mode at a price type, or close it',
  input: z.object({ price_type: z.nullable(wireId) }),
  reply: z.object({ ...success, settings: visitorSettings }),
})
