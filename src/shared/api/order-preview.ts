import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limitPeriods } from './approvals.ts'
import { createInput } from './orders.ts'
import { success } from './wire.ts'

/** What one organisation sells from one warehouse at one VAT rate; paid delivery is a part without a warehouse. */
const part = z.object({
  organisation: z.nullable(z.string()),
  wms: z.nullable(z.number()),
  wms_header: z.nullable(z.string()),
  /** Whole per cent; null = без НДС. */
  vat_percent: z.nullable(z.number()),
  lines: z.number(),
  /** Roubles with VAT; `vat` is in it. */
  sum: z.number(),
  vat: z.number(),
})

/** An order of the contract that is not paid. */
const debt = z.object({
  id: z.number(),
  number: z.string(),
  /** dd.mm.yyyy of the order, and by which it is to be paid: null before the goods have left. */
  date: z.string(),
  due: z.nullable(z.string()),
  overdue_days: z.number(),
  left: z.number(),
  /** Whether it has an invoice: not while it waits for approval. */
  invoice: z.boolean(),
})

/** Why the order would be refused now: the same fields stand in the 422 that refuses it. Roubles. */
export const refusal = z.object({
  code: z.enum(['contractInactive', 'ordersSuspended', 'belowLeastSum', 'creditLimit']),
  title: z.string(),
  message: z.string(),
  /** What the goods lack to the least sum of the contract, and that sum. */
  missing: z.nullable(z.number()),
  least: z.nullable(z.number()),
  /** How far the order lies above what is left of the credit, and what is left, 0 at least. */
  exceeds: z.nullable(z.number()),
  available: z.nullable(z.number()),
  /** limit − debt − unshipped + advance = what is left; null for who may not see finances. */
  credit: z.nullable(z.object({ limit: z.number(), debt: z.number(), unshipped: z.number(), advance: z.number() })),
  /**
   * The documents whose payment lifts it, the oldest debt first, and the least sum; `rest` is what they do not cover.
   */
  to_pay: z.nullable(z.object({ sum: z.number(), rest: z.number(), documents: z.array(debt) })),
})

/** The order will wait for the head of the organisation: `by` roubles above the limit that `over` names. */
const approval = z.object({
  over: z.enum(['order', 'period']),
  by: z.number(),
  order_limit: z.nullable(z.number()),
  period: z.enum(limitPeriods),
  period_limit: z.nullable(z.number()),
  /** Of the period's limit before this order; null where there is none. */
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
  summary: 'What an order of the basket would come to, part by part, and what would refuse it or make it wait',
  input: createInput,
  reply: z.object({
    ...success,
    /** Roubles: goods + delivery = sum = the parts' sums; `vat` is in it. */
    goods: z.number(),
    delivery: z.number(),
    sum: z.number(),
    vat: z.number(),
    parts: z.array(part),
    refusals: z.array(refusal),
    approval: z.nullable(approval),
  }),
})
