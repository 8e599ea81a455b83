import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { claimStateNames } from '../../rules/aftersale/claims.ts'
import { callTimeNames } from '../../rules/talk/call-times.ts'
import { postponementNames } from '../../rules/talk/postpone.ts'
import { chatInvoice, chatMessage, chatReply, sentMessage } from '../talk/chat.ts'
import { chatScopes } from '../administration/queue-groups.ts'
import { nothing, success, wireCount, wireFlag, wireId, wireText } from '../wire.ts'

/** One row of the queue: a chat or a callback request. */
const talk = z.object({
  kind: z.enum(['chat', 'call']),
  /** The buyer's account for a chat, or the id of the callback request. */
  id: z.number(),
  name: z.string(),
  organisation: z.string(),
  text: z.string(),
  date: z.string(),
  /** Minutes of waiting for an answer; null: not waiting. */
  waits: z.nullable(z.number()),
  assignee: z.nullable(z.object({ id: z.number(), name: z.string() })),
  phone: z.string(),
  /** ISO: put off until then. */
  postponed: z.nullable(z.string()),
  /** Of a call. `due`: ISO, from when on; `account`: the buyer's, null of a guest. */
  call: z.nullable(
    z.object({
      wanted: z.enum(callTimeNames),
      due: z.string(),
      account: z.nullable(z.number()),
      note: z.string(),
      done: z.nullable(z.object({ date: z.string(), by: z.string(), result: z.string() })),
    }),
  ),
})
export type Talk = z.output<typeof talk>

export const staffTalks = endpoint({
  verb: 'GET',
  path: '/api/staff/talks/',
  right: 'staff.customers',
  summary:
    "Chats and calls of the caller's customers, who waits longest first; at most 200. Scope all: " +
    'calls of the last 14 days that were made, too',
  input: z.object({ scope: z.optional(z.enum(chatScopes)), query: z.optional(wireText(100)) }),
  reply: z.object({
    ...success,
    items: z.array(talk),
    counts: z.object({ waiting: z.number(), mine: z.number(), nobody: z.number() }),
    /** Target time for an answer, in minutes. */
    norm: z.number(),
  }),
})

export const staffTalksWaiting = endpoint({
  verb: 'GET',
  path: '/api/staff/talks/waiting/',
  right: 'staff.customers',
  summary: 'Number of chats and callback requests that wait for staff',
  input: nothing,
  reply: z.object({ ...success, count: z.number() }),
})

export const staffChat = endpoint({
  verb: 'GET',
  path: '/api/staff/chat/:id',
  right: 'staff.customers',
  summary: "A customer's chat by the buyer's account, with internal notes",
  input: z.object({ id: wireId, since: z.optional(wireCount), before: z.optional(wireId) }),
  reply: z.object({
    ...chatReply,
    person: z.object({
      id: z.number(),
      name: z.string(),
      role: z.string(),
      login: z.string(),
      phone: z.string(),
      organisation: z.string(),
      assignee: z.nullable(z.object({ id: z.number(), name: z.string() })),
      waiting: z.boolean(),
      postponed: z.nullable(z.string()),
      /** Who may take it over. */
      colleagues: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  }),
})

/** Roubles. `available`: what the credit limit leaves; null without one. */
const contractFacts = z.object({
  id: z.number(),
  number: z.string(),
  signed: z.string(),
  contragent: z.string(),
  payment: z.string(),
  prices: z.string(),
  debt: z.number(),
  overdue: z.number(),
  overdue_days: z.number(),
  available: z.nullable(z.number()),
  stopOrders: z.boolean(),
  debtAlert: z.nullable(z.string()),
  /** Overdue documents whose invoices the person of the chat may see. */
  invoices: z.array(chatInvoice),
})
export type ContractFacts = z.output<typeof contractFacts>

export const staffChatFacts = endpoint({
  verb: 'GET',
  path: '/api/staff/chat/:id/facts/',
  right: 'staff.customers',
  summary: 'What to know of the customer while talking: contracts with their debts, orders, open claims, the basket',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    contracts: z.array(contractFacts),
    orders: z.array(z.object({ id: z.number(), number: z.string(), state: z.number(), sum: z.number() })),
    claims: z.array(z.object({ id: z.number(), number: z.string(), state: z.enum(claimStateNames), by: z.string() })),
    basket: z.object({ lines: z.number(), sum: z.number() }),
  }),
})
export type ChatFacts = z.output<(typeof staffChatFacts)['reply']>

export const staffSendChat = endpoint({
  verb: 'POST',
  path: '/api/staff/chat/',
  right: 'staff.customers',
  summary: 'Answer in a chat, or write an internal note; one message per Idempotency-Key',
  idempotent: true,
  input: z.object({ ...sentMessage, account: wireId, note: z.optional(wireFlag), close: z.optional(wireFlag) }),
  reply: z.object({ ...success, message: chatMessage, version: z.number() }),
})

export const staffChatState = endpoint({
  verb: 'POST',
  path: '/api/staff/chat/state/',
  right: 'staff.customers',
  summary: 'Take a chat, hand it to a colleague (id), close it, put it off, or mark it as read up to a message (id)',
  input: z.object({
    account: wireId,
    action: z.enum(['take', 'assign', 'close', 'postpone', 'read']),
    id: z.optional(wireId),
    until: z.optional(z.enum(postponementNames)),
  }),
  reply: z.object({ ...success }),
})

export const staffCall = endpoint({
  verb: 'GET',
  path: '/api/staff/callback/:id',
  right: 'staff.customers',
  summary: 'A request for a call, and who may take it over',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    talk,
    colleagues: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
})

export const callTextLength = 1000

export const staffCallback = endpoint({
  verb: 'POST',
  path: '/api/staff/callback/',
  right: 'staff.customers',
  summary: 'Take a request for a call, hand it to a colleague, note something about it, or say how it ended',
  input: z.object({
    id: wireId,
    action: z.enum(['take', 'assign', 'note', 'done']),
    assignee: z.optional(wireId),
    note: z.optional(wireText(callTextLength)),
    result: z.optional(wireText(callTextLength)),
  }),
  reply: z.object({ ...success }),
})
