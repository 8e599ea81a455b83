import * as z from 'zod/mini'
import { documentGroupNames, documentKindNames, edoStateNames } from '../../rules/papers/shipping-documents.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

/** Dates dd.mm.yyyy, sums roubles; what a document does not have is null. */
const item = z.object({
  id: z.number(),
  kind: z.enum(documentKindNames),
  /** 'УПД 4471' */
  title: z.string(),
  number: z.string(),
  date: z.string(),
  basis: z.string(),
  order: z.nullable(z.object({ id: z.number(), number: z.string() })),
  sum: z.nullable(z.number()),
  vat: z.nullable(z.number()),
  /** Where it stands in ЭДО, since when, and who signed. */
  edo: z.nullable(
    z.object({
      state: z.enum(edoStateNames),
      date: z.nullable(z.string()),
      days: z.nullable(z.number()),
      by: z.string(),
    }),
  ),
  /** Of an invoice for an order: what is left to pay of it, by which day, and days after that day. */
  payment: z.nullable(
    z.object({
      state: z.enum(['paid', 'unpaid', 'overdue']),
      date: z.nullable(z.string()),
      days: z.number(),
      left: z.number(),
    }),
  ),
  valid: z.nullable(z.object({ date: z.string(), state: z.enum(['valid', 'ending', 'ended']) })),
  /** Bytes of the PDF. */
  size: z.number(),
})
export type ShippingDocument = z.output<typeof item>

export const listDocuments = endpoint({
  verb: 'GET',
  path: '/api/documents/',
  right: 'documents.view',
  summary: 'Documents of a contract that 1C has sent, newest first; by default of the last 3 months',
  input: z.object({
    /** Absent: the chosen one. */
    contract: chosen(wireId),
    group: chosen(z.enum(documentGroupNames)),
    startdate: chosen(wireDate),
    enddate: chosen(wireDate),
    /** A number of a document or an order. */
    query: z.optional(wireText(100)),
    /** Those alone that wait for the buyer's signature. */
    unsigned: z.optional(wireFlag),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(item),
    count: z.number(),
    contract: z.number(),
    pagination,
    startDate: z.string(),
    endDate: z.string(),
    /** Whether any document has ever come for the contract. */
    any: z.boolean(),
    /** In the period, by group; other filters are left aside. */
    counts: z.object({ all: z.number(), groups: z.record(z.enum(documentGroupNames), z.number()) }),
    /** Months that the page shows, each whole, other filters applied; what was shipped less what came back. */
    months: z.array(z.object({ month: z.string(), count: z.number(), shipped: z.nullable(z.number()) })),
    /** What waits for a signature, whatever the period: the oldest first. */
    unsigned: z.object({
      count: z.number(),
      items: z.array(z.object({ id: z.number(), title: z.string(), sum: z.nullable(z.number()), days: z.number() })),
    }),
  }),
})

export const documentPdf = fileEndpoint({
  verb: 'GET',
  path: '/api/documents/:id/document.pdf',
  right: 'documents.view',
  summary: 'A document of an own contract as PDF',
  input: z.object({ id: wireId, /** To be looked at and printed, not saved. */ view: z.optional(wireFlag) }),
  answers: [mediaTypes.pdf],
})

/** Ids, separated by commas. */
const chosenIds = (max: number, tooMany: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,10}(,\d{1,10})*$/)),
      z.transform((text): (string | number)[] => [...new Set(text.split(','))]),
    ),
    z.array(wireId).check(z.maxLength(max, tooMany)),
  )

export const maxArchived = 500

export const documentArchive = fileEndpoint({
  verb: 'GET',
  path: '/api/documents/archive.zip',
  right: 'documents.view',
  summary: `Chosen documents of own contracts as one ZIP, at most ${maxArchived}`,
  input: z.object({ ids: chosenIds(maxArchived, `Не больше ${maxArchived} документов в архиве`) }),
  answers: [mediaTypes.zip],
})

export const maxPrinted = 100
export const maxPrintedBytes = 30 * 1024 * 1024

export const documentsPrint = fileEndpoint({
  verb: 'GET',
  path: '/api/documents/print.pdf',
  right: 'documents.view',
  summary: `Chosen documents of own contracts as one PDF to be printed, at most ${maxPrinted}`,
  input: z.object({ ids: chosenIds(maxPrinted, `Не больше ${maxPrinted} документов в одной печати`) }),
  answers: [mediaTypes.pdf],
})

export const maxMailed = 50
/** Mailboxes commonly refuse larger letters; a file grows by a third on its way. */
export const maxMailedBytes = 15 * 1024 * 1024

export const mailDocuments = endpoint({
  verb: 'POST',
  path: '/api/documents/',
  method: 'mail',
  right: 'documents.view',
  summary: `Mail chosen documents of own contracts to an address, at most ${maxMailed}; sent twice, mailed once`,
  input: z.object({
    ids: z.array(wireId).check(z.minLength(1), z.maxLength(maxMailed, `Не больше ${maxMailed} документов в письме`)),
    email: wireText(200),
    /** The sender's own key of this letter. */
    key: z.string().check(z.regex(/^[\da-f]{32}$/)),
  }),
  reply: z.object(success),
})
