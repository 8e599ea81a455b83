import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limitPeriods } from '../rules/parties/employee-limits.ts'
import { createInput } from './orders.ts'
import { success } from './wire.ts'

/** Goods of one organisation from one warehouse at one VAT rate; paid delivery is a part without a warehouse. */
const part = z.object({
  organisation: z.nullable(z.string()),
  wms: z.nullable(z.number()),
  wms_header: z.nullable(z.string()),
  /** Whole per cent; null = без НДС. */
  vat_percent: z.nullable(z.number()),
  lines: z.number(),
  /** Roubles with VAT; `vat` is included. Null under price politics, as all sums below. */
  sum: z.nullable(z.number()),
  vat: z.nullable(z.number()),
})

/** An unpaid document of the contract's ledger, or an unpaid order if the contract has no ledger. */
const debt = z.object({
  /** `id` is the order's id; null for a document, whose id is `entry`. */
  id: z.nullable(z.number()),
  entry: z.nullable(z.number()),
  /** Of the order; 'УПД 4471' of a document. */
  number: z.string(),
  /** dd.mm.yyyy, and the due date: null before the goods are shipped. */
  date: z.string(),
  due: z.nullable(z.string()),
  overdue_days: z.number(),
  left: z.number(),
  /** False while the order waits for approval. */
  invoice: z.boolean(),
})

/** Why the order would be refused now; the 422 that refuses it has the same fields. Roubles. */
export const refusal = z.object({
  code: z.enum(['contractInactive', 'ordersSuspended', 'belowLeastSum', 'creditLimit']),
  title: z.string(),
  message: z.string(),
  /** How much the goods are below the contract's minimum sum, and that sum. */
  missing: z.nullable(z.number()),
  least: z.nullable(z.number()),
  /** How far the order exceeds the remaining credit, and the remaining credit, at least 0. */
  exceeds: z.nullable(z.number()),
  available: z.nullable(z.number()),
  /** limit − debt − unshipped + advance = remaining credit; null for accounts that may not see finances. */
  credit: z.nullable(z.object({ limit: z.number(), debt: z.number(), unshipped: z.number(), advance: z.number() })),
  /**
   * Documents to pay so that orders are accepted again, the oldest debt first, and the minimum sum; `rest` is the sum
   * they do not cover.
   */
  to_pay: z.nullable(z.object({ sum: z.number(), rest: z.number(), documents: z.array(debt) })),
})

/** The order will need approval of the head: `by` roubles above the limit named by `over`. */
const approval = z.object({
  over: z.enum(['order', 'period']),
  by: z.nullable(z.number()),
  order_limit: z.nullable(z.number()),
  period: z.enum(limitPeriods),
  period_limit: z.nullable(z.number()),
  /** Remaining limit of the period before this order; null without a limit. */
  left: z.nullable(z.number()),
  approvers: z.array(z.string()),
})

export type OrderPart = z.output<typeof part>
export type Refusal = z.output<typeof refusal>
export type ExpectedApproval = z.output<typeof approval>

export const previewOrder = endpoint({
  verb: 'GET',
  path: '/api/orderPreview/',
  right: 'order.place',
  summary: 'Preview of an order: its parts and sums, and why it would be refused or need approval',
  input: createInput,
  reply: z.object({
    ...success,
    /** Roubles: goods + delivery = sum = sum of the parts; `vat` is included. */
    goods: z.nullable(z.number()),
    delivery: z.nullable(z.number()),
    sum: z.nullable(z.number()),
    vat: z.nullable(z.number()),
    parts: z.array(part),
    refusals: z.array(refusal),
    approval: z.nullable(approval),
  }),
})
