import * as z from 'zod/mini'
import { limitPeriods } from '../rules/parties/employee-limits.ts'
import { endpoint } from './endpoint.ts'
import { orderSummary } from './orders.ts'
import { success, wireId, wireNumber, wireText } from './wire.ts'

const employee = z.object({
  id: z.number(),
  name: z.string(),
  login: z.string(),
  /**
   * Limits in roubles, of one order and of all orders of a period, below which no approval is needed; null = no limit.
   */
  order_limit: z.nullable(z.number()),
  period_limit: z.nullable(z.number()),
  period: z.enum(limitPeriods),
  /** Roubles of this period's orders so far. */
  spent: z.number(),
})

export type Employee = z.output<typeof employee>

export const approvals = endpoint({
  verb: 'GET',
  path: '/api/approvals/',
  right: 'order.approve',
  whileActing: 'refused',
  summary: 'Orders waiting for approval, and the limits of employees',
  input: z.object({}),
  reply: z.object({
    ...success,
    orders: z.array(z.extend(orderSummary, { reason: z.string() })),
    employees: z.array(employee),
  }),
})

export type AwaitingOrder = z.output<typeof approvals.reply>['orders'][number]

const limit = z.nullable(wireNumber.check(z.minimum(0)))

export const setLimits = endpoint({
  verb: 'POST',
  path: '/api/approvals/',
  method: 'setLimits',
  right: 'order.approve',
  whileActing: 'refused',
  summary: "Set the sums above which an employee's orders need approval",
  input: z.object({ account: wireId, order_limit: limit, period_limit: limit, period: z.enum(limitPeriods) }),
  reply: z.object({ ...success, employee }),
})

export const approveOrder = endpoint({
  verb: 'POST',
  path: '/api/order/:id/',
  method: 'approve',
  right: 'order.approve',
  whileActing: 'refused',
  summary: "Approve an employee's order",
  input: z.object({ id: wireId, comment: z.optional(z.nullable(wireText(500))) }),
  reply: z.object({ state: z.number(), status: z.string() }),
})

export const refuseOrder = endpoint({
  verb: 'POST',
  path: '/api/order/:id/',
  method: 'refuse',
  right: 'order.approve',
  whileActing: 'refused',
  summary: "Refuse an employee's order, which cancels it",
  input: z.object({ id: wireId, reason: wireText(500).check(z.trim(), z.minLength(1)) }),
  reply: z.object({ state: z.number(), status: z.string() }),
})
