import * as z from 'zod/mini'
import { documentGroupNames, documentKindNames, edoStateNames } from '../../rules/documents/shipping-documents.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

/** Dates dd.mm.yyyy, sums in roubles; a field that the document does not have is null. */
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
  /** Its state in ЭДО, since when, and who signed. */
  edo: z.nullable(
    z.object({
      state: z.enum(edoStateNames),
      date: z.nullable(z.string()),
      days: z.nullable(z.number()),
      by: z.string(),
    }),
  ),
  /** Of an invoice for an order: the unpaid rest, the due date, and the days overdue. 'partial' is not overdue. */
  payment: z.nullable(
    z.object({
      state: z.enum(['paid', 'partial', 'unpaid', 'overdue']),
      date: z.nullable(z.string()),
      days: z.number(),
      left: z.number(),
    }),
  ),
  valid: z.nullable(z.object({ date: z.string(), state: z.enum(['valid', 'ending', 'ended']) })),
  /** Size of the PDF in bytes. */
  size: z.number(),
})
export type ShippingDocument = z.output<typeof item>

export const listDocuments = endpoint({
  verb: 'GET',
  path: '/api/documents/',
  right: 'documents.view',
  summary: 'Documents of a contract that 1C has sent, newest first; by default of the last 3 months',
  input: z.object({
    /** Absent: the chosen contract. */
    contract: chosen(wireId),
    group: chosen(z.enum(documentGroupNames)),
    startdate: chosen(wireDate),
    enddate: chosen(wireDate),
    /** Number of a document or an order. */
    query: z.optional(wireText(100)),
    /** Only documents that wait for the buyer's signature. */
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
    /** Whether the contract has any documents at all. */
    any: z.boolean(),
    /** Documents of the period by group; other filters do not apply. */
    counts: z.object({ all: z.number(), groups: z.record(z.enum(documentGroupNames), z.number()) }),
    /** Months of this page, each complete, with all filters applied. `shipped` = shipped minus returned. */
    months: z.array(z.object({ month: z.string(), count: z.number(), shipped: z.nullable(z.number()) })),
    /** Documents of any period that wait for a signature, oldest first. */
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
  input: z.object({
    id: wireId,
    /** Inline, for viewing and printing, instead of a download. */ view: z.optional(wireFlag),
  }),
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
/** Mailboxes commonly refuse larger e-mails; base64 adds a third to a file. */
export const maxMailedBytes = 15 * 1024 * 1024

export const mailDocuments = endpoint({
  verb: 'POST',
  path: '/api/documents/',
  method: 'mail',
  right: 'documents.view',
  summary: `Mail chosen documents of own contracts to an address, at most ${maxMailed}. Idempotent by \`key\``,
  input: z.object({
    ids: z.array(wireId).check(z.minLength(1), z.maxLength(maxMailed, `Не больше ${maxMailed} документов в письме`)),
    email: wireText(200),
    /** Idempotency key of this e-mail, chosen by the sender. */
    key: z.string().check(z.regex(/^[\da-f]{32}$/)),
  }),
  reply: z.object(success),
})
