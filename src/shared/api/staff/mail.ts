import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

export const staffMail = endpoint({
  verb: 'GET',
  path: '/api/staff/mail/',
  right: 'staff.settings',
  summary: 'State of the mail outbox',
  input: nothing,
  reply: z.object({
    ...success,
    /** SMTP_URL is given. */
    configured: z.boolean(),
    /** BASE_URL is set: e-mails link to the portal. */
    linked: z.boolean(),
    waiting: z.number(),
    /** Of the last 30 days. */
    given_up: z.number(),
    /** Why the last of them failed; '' = no failure. */
    last_error: z.string(),
  }),
})
