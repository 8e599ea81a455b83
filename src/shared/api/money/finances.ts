import * as z from 'zod/mini'
import { ageingBucketIds } from '../../rules/ledger.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, nothing, pagination, success, wireCount, wireDate, wireId, wireText } from '../wire.ts'

export const financeViews = ['all', 'documents', 'payments', 'unpaid', 'overdue'] as const
export type FinanceView = (typeof financeViews)[number]

const filters = {
  /** Absent: the chosen contract. */
  contract: chosen(wireId),
  view: chosen(z.enum(financeViews)),
  startdate: chosen(wireDate),
  enddate: chosen(wireDate),
  /** Number of a document or an order, or words of its basis. */
  query: z.optional(wireText(100)),
}

/** A document or a payment. Sums in roubles; a field that does not apply is null. */
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
  /** The shipping document with its PDF. */
  document: z.nullable(z.number()),
  /**
   * What it adds to the debt (negative for a return), how much of it is paid or how much it pays, and the unpaid rest.
   */
  shipped: z.nullable(z.number()),
  paid: z.nullable(z.number()),
  left: z.nullable(z.number()),
  due: z.nullable(z.string()),
  /** Days after the due date, negative before it; null: nothing is left to pay. */
  overdue_days: z.nullable(z.number()),
  /** Of a payment or return: the documents it pays, according to 1C. */
  settles: z.array(z.string()),
})
export type FinanceItem = z.output<typeof item>

const state = {
  contract: z.object({ id: z.number(), number: z.string(), date: z.string(), contragent: z.string() }),
  contract_id: z.number(),
  /** The instant of 1C's data; null: 1C has sent no documents yet. */
  as_of: z.nullable(z.string()),
  debt: z.number(),
  /** Null until 1C has sent documents. */
  overdue: z.nullable(z.number()),
  advance: z.number(),
  /** The credit limit, and limit − debt − ordered and not shipped + advance; null: the contract has no limit. */
  limit: z.nullable(z.number()),
  unshipped: z.nullable(z.number()),
  available: z.nullable(z.number()),
  next_payment: z.nullable(z.object({ date: z.string(), sum: z.number() })),
  /** Debts by days overdue; every group, including empty ones. */
  ageing: z.array(z.object({ id: z.enum(ageingBucketIds), header: z.string(), sum: z.number(), count: z.number() })),
}

export const finances = endpoint({
  verb: 'GET',
  path: '/api/finances/',
  right: 'finances.view',
  summary: 'Debt of a contract, its documents and payments [C.21]',
  input: z.object({ ...filters, page: chosen(wireCount), perpage: chosen(wireCount) }),
  reply: z.object({ ...success, ...state, items: z.array(item), count: z.number(), pagination }),
})
export type Finances = z.output<(typeof finances)['reply']>

export const availableCredit = endpoint({
  verb: 'GET',
  path: '/api/finances/available/',
  right: 'finances.view',
  summary: 'What contracts with a credit limit leave for new orders: limit − debt − ordered and not shipped + advance',
  input: nothing,
  /** Negative: the limit is exceeded. */
  reply: z.object({ ...success, items: z.array(z.object({ contract_id: z.number(), available: z.number() })) }),
})

export const financesSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/finances/finances.xlsx',
  right: 'finances.view',
  summary: 'Documents and payments of a contract as a spreadsheet',
  input: z.object(filters),
  answers: [mediaTypes.xlsx],
})

const maxBilled = 100

/** Comma-separated ids of documents. */
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
  summary: 'An invoice for the unpaid rest of documents: the given ones, or all overdue ones',
  input: z.object({ contract: chosen(wireId), documents: chosen(documentIds) }),
  answers: [mediaTypes.pdf],
})
