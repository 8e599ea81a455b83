import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { success } from '../../wire.ts'

export const orderSpans = ['days', 'quarter', 'year'] as const
export type OrderSpan = (typeof orderSpans)[number]

const figures = { count: z.number(), sum: z.number() }

const bar = z.object({
  /** First and last day, YYYY-MM-DD, of Moscow. */
  from: z.string(),
  to: z.string(),
  /** Orders placed then, with their states of now. Roubles. */
  shipped: z.object(figures),
  working: z.object(figures),
  cancelled: z.object(figures),
})
export type OrderBar = z.output<typeof bar>

export const staffOrdersByDay = endpoint({
  verb: 'GET',
  path: '/api/staff/dashboard/orders/',
  right: 'staff.orders',
  summary: "Orders of the caller's customers by the day they were placed: 14 days, 13 weeks or 12 months up to today",
  input: z.object({ span: z._default(z.enum(orderSpans), 'days') }),
  reply: z.object({
    ...success,
    bars: z.array(bar),
    /** Without cancelled orders. */
    total: z.object(figures),
    /** The same number of days before, up to the time of day that it is now; roubles. */
    before: z.object(figures),
  }),
})
