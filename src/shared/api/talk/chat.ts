import * as z from 'zod/mini'
import { claimStateNames } from '../../rules/aftersale/claims.ts'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { nothing, success, wireCount, wireId, wireText } from '../wire.ts'

export const maxChatFileBytes = 20 * 1024 * 1024
export const chatMessageLength = 4000
const maxAttached = 10

const chatFile = z.object({ id: z.number(), name: z.string(), type: z.string(), size: z.number(), date: z.string() })
export type ChatFile = z.output<typeof chatFile>

/** A claim and an invoice that a message names. `left` in roubles, what the document leaves to pay; 0 = paid. */
export const chatClaim = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(claimStateNames),
  type: z.number(),
  /** dd.mm.yyyy, while staff wait for the buyer's answer. */
  answer_by: z.nullable(z.string()),
})
export const chatInvoice = z.object({
  /** Of the ledger's document, for the invoice's address. */
  id: z.number(),
  contract: z.number(),
  /** 'УПД 4471 от 14.11.2026' */
  header: z.string(),
  left: z.number(),
  due: z.nullable(z.string()),
  overdue: z.boolean(),
})
export type ChatClaim = z.output<typeof chatClaim>
export type ChatInvoice = z.output<typeof chatInvoice>

export const chatMessage = z.object({
  id: z.number(),
  /** Who wrote it: 'manager' (the staff) or 'user' (this buyer). */
  from_whom: z.enum(['manager', 'user']),
  author: z.string(),
  message: z.string(),
  /** ISO 8601. */
  date: z.string(),
  /** An internal note of staff; buyers do not receive notes. */
  note: z.boolean(),
  /** Read by the other side. */
  read: z.boolean(),
  files: z.array(chatFile),
  orders: z.array(z.object({ id: z.number(), number: z.string(), state: z.number(), sum: z.nullable(z.number()) })),
  goods: z.array(z.object({ id: z.number(), header: z.string(), articul: z.string() })),
  claims: z.array(chatClaim),
  invoices: z.array(chatInvoice),
})
export type ChatMessage = z.output<typeof chatMessage>

/**
 * Data for both sides. `version` identifies the state; a client that sends it back as `since` gets only what is new.
 */
export const chatReply = {
  ...success,
  version: z.number(),
  /** Nothing has changed since `since`: `messages` is empty. */
  unchanged: z.boolean(),
  unread: z.number(),
  messages: z.array(chatMessage),
  /** Earlier messages exist. */
  more: z.boolean(),
}

export const sentMessage = {
  message: wireText(chatMessageLength),
  files: z.optional(z.array(wireId).check(z.maxLength(maxAttached))),
  orders: z.optional(z.array(wireId).check(z.maxLength(maxAttached))),
  goods: z.optional(z.array(wireId).check(z.maxLength(maxAttached))),
  claims: z.optional(z.array(wireId).check(z.maxLength(maxAttached))),
  /** Documents of the ledger. */
  invoices: z.optional(z.array(wireId).check(z.maxLength(maxAttached))),
}

export const getChat = endpoint({
  verb: 'GET',
  path: '/api/chat/',
  right: 'chat.use',
  summary:
    'Messages of the chat with the personal manager: the last 50, or 50 before a given one [C.27]; polled every 5 s',
  input: z.object({ since: z.optional(wireCount), before: z.optional(wireId) }),
  reply: z.object({
    ...chatReply,
    /** Only when something has changed. `open`: staff are answering now. */
    about: z.optional(
      z.object({
        manager: z.nullable(z.object({ name: z.string(), phone: z.string(), email: z.string() })),
        open: z.boolean(),
        files: z.array(chatFile),
      }),
    ),
  }),
})

export const sendChat = endpoint({
  verb: 'POST',
  path: '/api/chat/',
  right: 'chat.use',
  summary: 'Send a message to the personal manager; one per Idempotency-Key [C.27]',
  idempotent: true,
  input: z.object(sentMessage),
  reply: z.object({ ...success, message: chatMessage, version: z.number() }),
})

export const readChat = endpoint({
  verb: 'POST',
  path: '/api/chat/read/',
  right: 'chat.use',
  summary: 'Mark messages of staff as read up to a given one',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, unread: z.number() }),
})

export const chatUnread = endpoint({
  verb: 'GET',
  path: '/api/chat/unread/',
  right: 'chat.use',
  summary: 'Number of unread messages from staff',
  input: nothing,
  reply: z.object({ ...success, unread: z.number() }),
})

const takes = {
  mediaTypes: [mediaTypes.pdf, mediaTypes.docx, mediaTypes.xlsx, mediaTypes.jpeg, mediaTypes.png],
  maxBytes: maxChatFileBytes,
  tooLarge: tooLargeMessage(maxChatFileBytes),
} as const
const answers = [mediaTypes.pdf, mediaTypes.docx, mediaTypes.xlsx, mediaTypes.jpeg, mediaTypes.png] as const
const uploaded = z.object({ ...success, file: chatFile })

export const uploadChatFile = fileEndpoint({
  verb: 'POST',
  path: '/api/chat/files/',
  right: 'chat.use',
  summary: 'Upload a file for a message; unused files are deleted after a day',
  input: z.object({ name: z.optional(wireText(200)) }),
  takes,
  reply: uploaded,
})

export const chatFileContent = fileEndpoint({
  verb: 'GET',
  path: '/api/chat/files/:id',
  right: 'chat.use',
  summary: 'A file of the own chat',
  input: z.object({ id: wireId }),
  answers,
})

export const staffUploadChatFile = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/chat-files/',
  right: 'staff.customers',
  summary: "Upload a file for a message in a customer's chat",
  input: z.object({ name: z.optional(wireText(200)), account: wireId }),
  takes,
  reply: uploaded,
})

export const staffChatFileContent = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/chat-files/:id',
  right: 'staff.customers',
  summary: "A file of a customer's chat",
  input: z.object({ id: wireId }),
  answers,
})
