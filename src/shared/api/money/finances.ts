import * as z from 'zod/mini'
import { ageingBucketIds } from '../../rules/ledger.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireDate, wireId, wireText } from '../wire.ts'

export const financeViews = ['all', 'documents', 'payments', 'unpaid', 'overdue'] as const
export type FinanceView = (typeof financeViews)[number]

const filters = {
  /** Absent: the chosen one. */
  contract: chosen(wireId),
  view: chosen(z.enum(financeViews)),
  startdate: chosen(wireDate),
  enddate: chosen(wireDate),
  /** A number of a document or an order, or words of what it is based on. */
  query: z.optional(wireText(100)),
}

/** A document or a payment. Roubles; what does not apply is null. */
const item = z.object({
  id: z.number(),
  type: z.enum(['document', 'payment']),
  /** 'УПД 4471' */
  title: z.string(),
  number: z.string(),
  /** dd.mm.yyyy, as all dates here. */
  date: z.string(),
  basis: z.string(),
  order: z.nullable(z.object({ id: z.number(), number: z.string() })),
  /** Its PDF among the documents. */
  document: z.nullable(z.number()),
  /** What it adds to the debt, negative for a return; what was paid of it, or by it; what is left to pay. */
  shipped: z.nullable(z.number()),
  paid: z.nullable(z.number()),
  left: z.nullable(z.number()),
  due: z.nullable(z.string()),
  /** Days after the last day to pay, negative before it; null: nothing is left to pay. */
  overdue_days: z.nullable(z.number()),
  /** Of a payment or return: what it pays, as 1C says. */
  settles: z.array(z.string()),
})
export type FinanceItem = z.output<typeof item>

const state = {
  contract: z.object({ id: z.number(), number: z.string(), date: z.string(), contragent: z.string() }),
  contract_id: z.number(),
  /** The instant of 1C's data; null: no documents have come yet. */
  as_of: z.nullable(z.string()),
  debt: z.number(),
  /** Null before documents have come. */
  overdue: z.nullable(z.number()),
  advance: z.number(),
  /** Credit limit, and limit − debt − ordered and not shipped + advance; null: the contract has none. */
  limit: z.nullable(z.number()),
  unshipped: z.nullable(z.number()),
  available: z.nullable(z.number()),
  next_payment: z.nullable(z.object({ date: z.string(), sum: z.number() })),
  /** Debts by days overdue; every group, the empty ones too. */
  ageing: z.array(z.object({ id: z.enum(ageingBucketIds), header: z.string(), sum: z.number(), count: z.number() })),
}

export const finances = endpoint({
  verb: 'GET',
  path: '/api/finances/',
  right: 'finances.view',
  summary: 'What a contract owes, its documents and payments [C.21]',
  input: z.object({ ...filters, page: chosen(wireCount), perpage: chosen(wireCount) }),
  reply: z.object({ ...success, ...state, items: z.array(item), count: z.number(), pagination }),
})
export type Finances = z.output<(typeof finances)['reply']>

export const financesSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/finances/finances.xlsx',
  right: 'finances.view',
  summary: 'Documents and payments of a contract as a spreadsheet',
  input: z.object(filters),
  answers: [mediaTypes.xlsx],
})

const maxBilled = 100

/** Ids of documents with commas between them. */
const documentIds = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}(,\d{1,10})*$/)),
    z.transform((text): (string | number)[] => [...new Set(text.split(','))]),
  ),
  z.array(wireId).check(z.maxLength(maxBilled, `Не больше ${maxBilled} документов в счёте`)),
)

export const debtInvoice = fileEndpoint({
  verb: 'GET',
  path: '/api/finances/invoice.pdf',
  right: 'finances.view',
  summary: 'An invoice for what is left to pay of documents: the named ones, else all that are overdue',
  input: z.object({ contract: chosen(wireId), documents: chosen(documentIds) }),
  answers: [mediaTypes.pdf],
})
