import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { success, wireId, wireText } from '../wire.ts'
import { chatClaim, chatInvoice, chatMessage } from './chat.ts'

// In its own file: every page loads the chat's unread count, but few pages search.

/** Reply of a search in a chat. */
const chatFound = { ...success, messages: z.array(chatMessage) }
const chatQuery = wireText(100).check(z.trim(), z.minLength(1))

export const searchChat = endpoint({
  verb: 'GET',
  path: '/api/chat/search/',
  right: 'chat.use',
  summary: 'Messages of the own chat by text or file name, the newest 50',
  input: z.object({ query: chatQuery }),
  reply: z.object(chatFound),
})

export const staffSearchChat = endpoint({
  verb: 'GET',
  path: '/api/staff/chat/:id/search/',
  right: 'staff.customers',
  summary: "Messages and notes of a customer's chat by text or file name, the newest 50",
  input: z.object({ id: wireId, query: chatQuery }),
  reply: z.object(chatFound),
})

export const chatLinks = endpoint({
  verb: 'GET',
  path: '/api/chat/links/',
  right: 'chat.use',
  summary:
    'Own claims and unpaid documents that a message may name, as far as the account may see them; 10 each, by number',
  input: z.object({ query: z.optional(wireText(100).check(z.trim())) }),
  reply: z.object({ ...success, claims: z.array(chatClaim), invoices: z.array(chatInvoice) }),
})

export const staffChatLinks = endpoint({
  verb: 'GET',
  path: '/api/staff/chat/:id/links/',
  right: 'staff.customers',
  summary:
    'What a message to a customer may name, by number, article or name: ' +
    "the customer's orders and goods, claims and unpaid documents that the customer may see; 10 each",
  input: z.object({ id: wireId, query: z.optional(wireText(100).check(z.trim())) }),
  reply: z.object({
    ...success,
    orders: z.array(z.object({ id: z.number(), number: z.string(), state: z.number(), sum: z.number() })),
    goods: z.array(z.object({ id: z.number(), header: z.string(), articul: z.string() })),
    claims: z.array(chatClaim),
    invoices: z.array(chatInvoice),
  }),
})
