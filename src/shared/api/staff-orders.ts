import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderDetails, orderSummary } from './orders.ts'
import { chosen, pagination, success, wireCount, wireDate, wireId, wireText } from './wire.ts'

const staffSummary = z.extend(orderSummary, {
  organisation: z.string(),
  inn: z.string(),
  warehouses: z.array(z.string()),
  /** Why a row deserves a look, in Russian; empty when it does not. */
  attention: z.string(),
})

export type StaffOrderSummary = z.output<typeof staffSummary>

export const staffListOrders = endpoint({
  verb: 'GET',
  path: '/api/admin/order/',
  right: 'staff.orders',
  summary: 'Orders of all buyers for staff',
  input: z.object({
    scope: z._default(z.enum(['waiting', 'working', 'all']), 'waiting'),
    state: chosen(wireId),
    warehouse: chosen(wireId),
    startDate: z.optional(wireDate),
    endDate: z.optional(wireDate),
    query: z.optional(wireText(100)),
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 20),
  }),
  reply: z.object({
    ...success,
    items: z.array(staffSummary),
    count: z.number(),
    counts: z.object({ waiting: z.number(), working: z.number(), all: z.number() }),
    warehouses: z.array(z.object({ id: z.number(), header: z.string() })),
    pagination,
  }),
})

export const staffGetOrder = endpoint({
  verb: 'GET',
  path: '/api/admin/order/:id/',
  right: 'staff.orders',
  summary: 'One order for staff, with the states it may go to',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    order: z.extend(orderDetails, {
      organisation: z.string(),
      inn: z.string(),
      kpp: z.string(),
      phone: z.string(),
      payment_terms: z.string(),
      attention: z.string(),
      next: z.array(z.object({ state: z.number(), status: z.string() })),
      stocks: z.array(z.object({ id: z.number(), wms: z.number(), available: z.number() })),
    }),
  }),
})

export const staffSetState = endpoint({
  verb: 'POST',
  path: '/api/admin/order/:id/',
  method: 'setState',
  right: 'staff.orders',
  summary: 'Move an order to its next state',
  input: z.object({
    id: wireId,
    state: wireId,
    /** The state the caller saw: a change in between is a conflict. */
    from: z.optional(wireCount),
    comment: z.optional(wireText(2000)),
  }),
  reply: z.object({ state: z.number(), status: z.string() }),
})
