/** A customer's people, kept by staff as its owner keeps them: organisation/managers.ts. */
import * as z from 'zod/mini'
import { endpoint, type ReplyOf } from '../endpoint.ts'
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

export const personRecords = endpoint({
  verb: 'GET',
  path: '/api/staff/people/:id/records/',
  right,
  summary: 'How much a person has made in their organisation: it would stay there if they were moved',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    records: z.object({
      orders: z.number(),
      /** Neither done nor cancelled. */
      open_orders: z.number(),
      claims: z.number(),
      chat_messages: z.number(),
      basket_lines: z.number(),
      drafts: z.number(),
      favourites: z.number(),
    }),
  }),
})
export type PersonRecords = ReplyOf<typeof personRecords>['records']

export const moveCustomerPerson = endpoint({
  verb: 'POST',
  path,
  method: 'movePerson',
  right,
  changesSessions: true,
  summary:
    'Move a person to another customer: login and password go on there under a new id, everything else stays with ' +
    'the former organisation, out of their sight. Idempotent. 409 when somebody else has changed the person',
  input: z.object({
    ...one,
    /** The other organisation. */
    target: wireId,
    version: wireText(40),
    ...z.omit(z.object(managerFields), { login: true, name: true, phone: true }).shape,
  }),
  reply,
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
