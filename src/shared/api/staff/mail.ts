import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

/** A letter that is given up: no attempt succeeded, or it waited too long. */
const failedLetter = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  created_at: z.string(),
  reason: z.string(),
})
export type FailedLetter = z.output<typeof failedLetter>

const path = '/api/staff/mail/'
const right = 'staff.settings'

export const staffMail = endpoint({
  verb: 'GET',
  path,
  right,
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
    /** The newest 100. */
    failed: z.array(failedLetter),
  }),
})

export const requeueLetters = endpoint({
  verb: 'POST',
  path,
  method: 'requeue',
  right,
  summary: 'Send letters again that were given up; others are left as they are',
  input: z.object({ ids: z.array(wireId).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({ ...success, count: z.number() }),
})
