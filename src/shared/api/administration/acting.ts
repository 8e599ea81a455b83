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
