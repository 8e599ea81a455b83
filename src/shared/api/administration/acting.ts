/** Acting as a buyer: staff work on the portal as a customer's person, both names recorded. */
import * as z from 'zod/mini'
import { me } from '../account/access.ts'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireId } from '../wire.ts'

export const startActing = endpoint({
  verb: 'POST',
  path: '/api/staff/customers/:id/',
  method: 'act',
  right: 'staff.customers',
  whileActing: 'own',
  changesSessions: true,
  summary:
    "Act as a person of a customer: the session's calls are made as that buyer until it ends, or is not used for " +
    '30 minutes. Idempotent. 409 alreadyActing: the session acts as another buyer',
  input: z.object({ id: wireId, account: wireId }),
  reply: z.object({ ...success, me }),
})

/** A change, named: a field with its values. `before` is null for what was new. */
const action = z.object({
  /** ISO */
  at: z.string(),
  action: z.string(),
  object: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() })),
})
export type ActingAction = z.output<typeof action>

export const actingActions = endpoint({
  verb: 'GET',
  path: '/api/acting/',
  right: 'session',
  whileActing: 'own',
  summary:
    'What the caller has done so far for the buyer as whom the session acts, latest first, at most 200: rows of the ' +
    'audit trail and lines of the basket. Empty while the session acts as nobody',
  input: nothing,
  reply: z.object({ ...success, items: z.array(action) }),
})

export const endActing = endpoint({
  verb: 'POST',
  path: '/api/acting/',
  method: 'end',
  right: 'session',
  whileActing: 'own',
  changesSessions: true,
  summary: "End acting as a buyer: back to one's own account. Idempotent",
  input: nothing,
  reply: z.object({ ...success, me }),
})
