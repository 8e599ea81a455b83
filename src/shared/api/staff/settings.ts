import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireText } from '../wire.ts'

/** Settings that staff may change. */
const names = { name: z.string(), company: z.string() }
const settings = z.object({
  /** Name of the wholesaler in price files for programs: short, and as a legal entity; '' = as in `usual`. */
  shop: z.object({ ...names, usual: z.object(names) }),
  /** Sent back with a change. */
  version: z.string(),
})
export type StaffSettings = z.output<typeof settings>

export const staffSettings = endpoint({
  verb: 'GET',
  path: '/api/staff/settings/',
  right: 'staff.settings',
  summary: 'Settings of the portal',
  input: nothing,
  reply: z.object({ ...success, settings }),
})

export const saveSettings = endpoint({
  verb: 'POST',
  path: '/api/staff/settings/',
  method: 'save',
  right: 'staff.settings',
  summary: 'Change settings of the portal, effective at once. 409 when somebody else has changed them',
  input: z.object({
    version: z.optional(wireText(40)),
    shop: z.object({ name: wireText(100).check(z.trim()), company: wireText(300).check(z.trim()) }),
  }),
  reply: z.object({ ...success, settings }),
})
