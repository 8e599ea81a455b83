/** A customer's legal entities, kept by staff as its owner keeps them: organisation/contragents.ts. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { contragent, contragentFields } from '../organisation/contragents.ts'
import { chosen, success, wireFlag, wireId, wireText } from '../wire.ts'

/** `id`: the organisation. */
const path = '/api/staff/customers/:id/'
const right = 'staff.customers'
const one = { id: wireId, contragent: wireId }

export const saveCustomerContragent = endpoint({
  verb: 'POST',
  path,
  method: 'saveContragent',
  right,
  summary:
    'Add a contragent to a customer (without `contragent`) or change one. Idempotent. ' +
    '409 contragentTaken: another contragent, of this organisation or another, has this ИНН and КПП',
  input: z.object({
    id: wireId,
    contragent: chosen(wireId),
    version: z.optional(wireText(40)),
    ...contragentFields,
  }),
  reply: z.object({ ...success, contragent }),
})

export const switchCustomerContragent = endpoint({
  verb: 'POST',
  path,
  method: 'switchContragent',
  right,
  summary: 'Accept new orders for a contragent of a customer, or stop accepting them. Idempotent',
  input: z.object({ ...one, active: wireFlag }),
  reply: z.object({ ...success, contragent }),
})

export const deleteCustomerContragent = endpoint({
  verb: 'POST',
  path,
  method: 'deleteContragent',
  right,
  summary: 'Delete a contragent without an active contract; it stays in old documents. Idempotent',
  input: z.object(one),
  reply: z.object(success),
})
