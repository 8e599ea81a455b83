import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

/** How the wholesaler is called, looks and is reached. */
export const firmLook = z.object({
  name: z.string(),
  /** '' = not given. */
  phone: z.string(),
  hours: z.string(),
  email: z.string(),
  /** Address of the logo; '' = the portal's own sign. */
  logo: z.string(),
  /** Of the same, for the tab of the browser. */
  icon: z.string(),
  /** CSS with the variables of the accent colour; '' = that of the portal. */
  style: z.string(),
})
export type FirmLook = z.output<typeof firmLook>

export const firm = endpoint({
  verb: 'GET',
  path: '/api/firm/',
  right: 'public',
  summary: 'Name, contacts, logo and colours of the wholesaler',
  input: nothing,
  reply: z.object({ ...success, firm: firmLook }),
})
