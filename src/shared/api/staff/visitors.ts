import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

const visitorSettings = z.object({
  /** Price type of demo visitors; null: the demo mode is off. */
  price_type: z.nullable(z.number()),
  price_types: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Since the last nightly reset. */
  visitors: z.number(),
})
export type VisitorSettings = z.output<typeof visitorSettings>

export const readVisitorSettings = endpoint({
  verb: 'GET',
  path: '/api/staff/visitors/',
  right: 'staff.settings',
  summary: 'State of the demo mode: enabled, price type, visitors today',
  input: nothing,
  reply: z.object({ ...success, settings: visitorSettings }),
})

export const saveVisitorSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/visitors/',
  right: 'staff.settings',
  summary: 'Enable the demo mode with a price type, or disable it',
  input: z.object({ price_type: z.nullable(wireId) }),
  reply: z.object({ ...success, settings: visitorSettings }),
})
