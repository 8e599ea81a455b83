import * as z from 'zod/mini'
import { tooLargeMessage } from '../rules/file-size.ts'
import { endpoint, fileEndpoint } from './endpoint.ts'
import { mediaTypes } from './files.ts'
import { chosen, nothing, pagination, success, wireFlag, wireId, wireText } from './wire.ts'

/** Category ids; none, 'Все' and the root (2) mean the whole catalogue, an unknown one is 404. */
const categories = z._default(
  z.pipe(
    z.union([z.array(wireId).check(z.maxLength(2000)), z.literal(''), z.literal('Все'), z.null()]),
    z.transform((given) => (Array.isArray(given) ? given : [])),
  ),
  [],
)

const content = { categories, available: z._default(wireFlag, false), contract: chosen(wireId) }

export const getPriceList = endpoint({
  verb: 'POST',
  path: '/api/getPriceList/',
  right: 'priceList.view',
  summary: 'Order a price list as a spreadsheet: answers at once the address where it will be, and its name',
  input: z.object(content),
  reply: z.object({ ...success, link: z.string(), name: z.string() }),
})

const file = z.object({
  id: z.number(),
  name: z.string(),
  link: z.string(),
  /** What was asked for, so that it can be asked for again: no categories = the whole catalogue. */
  contract: z.number(),
  categories: z.array(z.number()),
  available: z.boolean(),
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  done: z.number(),
  /** 0 until it is known. */
  total: z.number(),
  /** Bytes of the finished file. */
  size: z.nullable(z.number()),
  /** ISO 8601. */
  created_at: z.string(),
})

export type PriceListFile = z.output<typeof file>

export const priceListFiles = endpoint({
  verb: 'GET',
  path: '/api/priceListFiles/',
  right: 'priceList.view',
  summary: "The account's price lists of the last days, newest first, with their progress; without a contract of all",
  input: z.object({ contract: chosen(wireId) }),
  reply: z.object({ ...success, items: z.array(file) }),
})

export const ymlPrice = endpoint({
  verb: 'POST',
  path: '/api/ymlPrice/',
  right: 'priceList.view',
  summary: 'The price list of a contract as YML, and the name to save it under',
  input: z.object({ contract_id: chosen(wireId), contract: chosen(wireId) }),
  reply: z.object({ ...success, data: z.string(), name: z.string() }),
})

const link = z.object({
  id: z.number(),
  header: z.string(),
  contract: z.number(),
  /** The whole address, to be given to the buyer's own site. */
  url: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** Who made it. */
  author: z.string(),
  /**
   * False: it answers 404 for now, because the contract or its author is out of force. It still counts among the
   * twenty.
   */
  works: z.boolean(),
})

export type PriceLink = z.output<typeof link>
const linksReply = z.object({ ...success, items: z.array(link) })

export const priceLinks = endpoint({
  verb: 'GET',
  path: '/api/priceLinks/',
  right: 'priceList.view',
  summary: 'Addresses of YML that nobody revoked; without a contract of all that are allotted',
  input: z.object({ contract: chosen(wireId) }),
  reply: linksReply,
})
export const makePriceLink = endpoint({
  verb: 'POST',
  path: '/api/priceLinks/',
  method: 'save',
  right: 'priceList.view',
  summary: 'Make an address of a contract’s YML',
  input: z.object({ contract: chosen(wireId), header: wireText(100).check(z.trim(), z.minLength(1)) }),
  reply: z.extend(linksReply, { id: z.number() }),
})
export const revokePriceLink = endpoint({
  verb: 'POST',
  path: '/api/priceLinks/',
  method: 'delete',
  right: 'priceList.view',
  summary: 'Revoke an address: it answers 404 from now on',
  input: z.object({ id: wireId }),
  reply: linksReply,
})

export const priceRequest = endpoint({
  verb: 'POST',
  path: '/api/priceRequest/',
  right: 'priceList.view',
  summary: 'Ask staff for a price file',
  input: z.object({ ...content, comment: z._default(wireText(2000), '') }),
  reply: z.object({ ...success, id: z.number(), message: z.string() }),
})

const request = z.object({
  id: z.number(),
  /** ISO 8601. */
  created_at: z.string(),
  contract: z.object({ id: z.number(), header: z.string() }),
  /** Names; empty = all. */
  categories: z.array(z.string()),
  available: z.boolean(),
  comment: z.string(),
  state: z.enum(['new', 'done', 'refused']),
  status: z.string(),
  answer: z.string(),
})

const ownRequest = z.extend(request, {
  /** What staff have answered with; `size` in bytes. */
  files: z.array(z.object({ name: z.string(), link: z.string(), size: z.nullable(z.number()) })),
})

export type PriceRequest = z.output<typeof ownRequest>

export const priceRequests = endpoint({
  verb: 'GET',
  path: '/api/priceRequest/',
  right: 'priceList.view',
  summary: "The account's requests with their answers",
  input: nothing,
  reply: z.object({ ...success, items: z.array(ownRequest) }),
})

/** A file of an answer, as staff see it: `attached` = one of their own, else made by the portal. */
const requestFile = z.extend(file, { attached: z.boolean() })
export type RequestFile = z.output<typeof requestFile>

export const staffPriceRequests = endpoint({
  verb: 'GET',
  path: '/api/staff/priceRequest/',
  right: 'staff.customers',
  summary: 'Requests for price files: of all customers, for a sales person of their own',
  input: z.object({ state: z.optional(z.enum(['new', 'done', 'refused'])), page: z._default(wireId, 1) }),
  reply: z.object({
    ...success,
    items: z.array(
      z.extend(request, {
        organisation: z.string(),
        contragent: z.string(),
        person: z.string(),
        phone: z.string(),
        login: z.string(),
        author: z.nullable(z.string()),
        files: z.array(requestFile),
      }),
    ),
    pagination,
  }),
})

export const answerPriceRequest = endpoint({
  verb: 'POST',
  path: '/api/staff/priceRequest/:id',
  method: 'answer',
  right: 'staff.customers',
  summary:
    'Mark a request as done or refused, with a word to the buyer; done, it gives the buyer its files (none may be unfinished: `priceFileUnfinished`)',
  input: z.object({ id: wireId, state: z.enum(['done', 'refused']), answer: z._default(wireText(2000), '') }),
  reply: z.object({ ...success }),
})

/** No more than ten files to an answer (`tooManyFiles`); given again while it is being written, the same one. */
export const makeRequestedFile = endpoint({
  verb: 'POST',
  path: '/api/staff/priceRequest/:id',
  method: 'make',
  right: 'staff.customers',
  summary: 'Write the price list that a request asks for, under the prices of its contract',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, file: z.number() }),
})

export const dropRequestedFile = endpoint({
  verb: 'POST',
  path: '/api/staff/priceRequest/:id',
  method: 'drop',
  right: 'staff.customers',
  summary: 'Take a file out of the answer to a request',
  input: z.object({ id: wireId, file: wireId }),
  reply: z.object({ ...success }),
})

export const maxPriceFileBytes = 20 * 1024 * 1024
export const priceFileExtensions = ['xlsx', 'xls', 'pdf', 'csv', 'zip'] as const

/** 422 `wrongPriceFile` where content or name is of another type, 413 above `maxPriceFileBytes`. */
export const attachRequestedFile = fileEndpoint({
  verb: 'POST',
  path: '/api/staff/priceRequest/:id/files',
  right: 'staff.customers',
  summary: "Add a file of one's own to the answer to a request",
  input: z.object({ id: wireId, name: z.string({ error: 'Нет имени файла' }) }),
  takes: {
    mediaTypes: [mediaTypes.xlsx, mediaTypes.xls, mediaTypes.pdf, mediaTypes.csv, mediaTypes.zip],
    maxBytes: maxPriceFileBytes,
    tooLarge: tooLargeMessage(maxPriceFileBytes),
  },
  reply: z.object({ ...success, file: z.number() }),
})

/** The address that takes a file of this name. */
export const requestFilePath = (id: number | string, name: string): string =>
  `${attachRequestedFile.path.replace(':id', String(id))}?name=${encodeURIComponent(name)}`

export type AttachedFile = z.output<typeof attachRequestedFile.reply>
