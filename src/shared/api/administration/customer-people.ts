/** A customer's people, kept by staff as its owner keeps them: organisation/managers.ts. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { manager, managerFields } from '../organisation/managers.ts'
import { chosen, success, wireFlag, wireId, wireText } from '../wire.ts'

/** `id`: the organisation. */
const path = '/api/staff/customers/:id/'
const right = 'staff.customers'
const one = { id: wireId, account: wireId }
const reply = z.object({ ...success, manager })

export const saveCustomerPerson = endpoint({
  verb: 'POST',
  path,
  method: 'savePerson',
  right,
  changesSessions: true,
  summary:
    'Add a person (without `account`), who is mailed a one-time link to set a password, or change one. Idempotent. ' +
    "409 loginTaken: the login is in use. Changing login or role ends the person's sessions",
  input: z.object({ id: wireId, account: chosen(wireId), version: z.optional(wireText(40)), ...managerFields }),
  reply,
})

export const switchCustomerPerson = endpoint({
  verb: 'POST',
  path,
  method: 'switchPerson',
  right,
  changesSessions: true,
  summary: 'Let a person of a customer sign in, or end their sessions and close it. Also of the last owner. Idempotent',
  input: z.object({ ...one, enabled: wireFlag }),
  reply,
})

export const deleteCustomerPerson = endpoint({
  verb: 'POST',
  path,
  method: 'deletePerson',
  right,
  changesSessions: true,
  summary: 'Delete a person, also the last owner: the login is free again, orders and chats stay. Idempotent',
  input: z.object(one),
  reply: z.object(success),
})

export const inviteCustomerPerson = endpoint({
  verb: 'POST',
  path,
  method: 'invitePerson',
  right,
  summary: 'Mail a new link to a person without a password; earlier links become invalid. At most once a minute',
  input: z.object(one),
  reply,
})
