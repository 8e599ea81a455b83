import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chatMessage, chatReply, sentMessage } from '../talk/chat.ts'
import { nothing, success, wireCount, wireFlag, wireId, wireText } from '../wire.ts'

export const chatScopes = ['waiting', 'mine', 'nobody', 'all'] as const
export type ChatScope = (typeof chatScopes)[number]

/** One row of the queue: a talk or a call to make. */
const talk = z.object({
  kind: z.enum(['chat', 'call']),
  /** The buyer's account of a chat, or the request for a call. */
  id: z.number(),
  name: z.string(),
  organisation: z.string(),
  text: z.string(),
  date: z.string(),
  /** Minutes that they wait for an answer; null: they do not. */
  waits: z.nullable(z.number()),
  assignee: z.nullable(z.object({ id: z.number(), name: z.string() })),
  phone: z.string(),
})
export type Talk = z.output<typeof talk>

export const staffTalks = endpoint({
  verb: 'GET',
  path: '/api/staff/talks/',
  right: 'staff.customers',
  summary: "Chats and calls of the caller's customers, who waits longest first; at most 200",
  input: z.object({ scope: z.optional(z.enum(chatScopes)), query: z.optional(wireText(100)) }),
  reply: z.object({
    ...success,
    items: z.array(talk),
    counts: z.object({ waiting: z.number(), mine: z.number(), nobody: z.number() }),
    /** Minutes within which an answer is due. */
    norm: z.number(),
  }),
})

export const staffTalksWaiting = endpoint({
  verb: 'GET',
  path: '/api/staff/talks/waiting/',
  right: 'staff.customers',
  summary: 'How many chats and calls wait for staff',
  input: nothing,
  reply: z.object({ ...success, count: z.number() }),
})

export const staffChat = endpoint({
  verb: 'GET',
  path: '/api/staff/chat/:id',
  right: 'staff.customers',
  summary: "A customer's chat by the buyer's account, with the staff's notes",
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
      contracts: z.array(z.object({ number: z.string(), stopOrders: z.boolean(), debtAlert: z.nullable(z.string()) })),
      orders: z.array(z.object({ id: z.number(), number: z.string(), state: z.number(), sum: z.number() })),
    }),
  }),
})

export const staffSendChat = endpoint({
  verb: 'POST',
  path: '/api/staff/chat/',
  right: 'staff.customers',
  summary: 'Answer in a chat, or write a note that the buyer does not see; one message per Idempotency-Key',
  idempotent: true,
  input: z.object({ ...sentMessage, account: wireId, note: z.optional(wireFlag), close: z.optional(wireFlag) }),
  reply: z.object({ ...success, message: chatMessage, version: z.number() }),
})

export const staffChatState = endpoint({
  verb: 'POST',
  path: '/api/staff/chat/state/',
  right: 'staff.customers',
  summary: 'Take a chat, close it, or mark it as read up to a message',
  input: z.object({ account: wireId, action: z.enum(['take', 'close', 'read']), id: z.optional(wireId) }),
  reply: z.object({ ...success }),
})

export const staffCallback = endpoint({
  verb: 'POST',
  path: '/api/staff/callback/',
  right: 'staff.customers',
  summary: 'Take a request for a call, or say how it ended',
  input: z.object({ id: wireId, action: z.enum(['take', 'done']), result: z.optional(wireText(1000)) }),
  reply: z.object({ ...success }),
})
