import * as z from 'zod/mini'
import { deliveryChoice, deliveryOffer, mapZone, tiles } from '../delivery.ts'
import { endpoint } from '../endpoint.ts'
import { lineQuantities, orderDetails, orderSummary } from '../orders.ts'
import { chosen, nothing, pagination, success, wireCount, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

const staffSummary = z.extend(orderSummary, {
  organisation: z.string(),
  inn: z.string(),
  warehouses: z.array(z.string()),
  /** Why the order needs attention, in Russian; '' = it does not. */
  attention: z.string(),
})

export type StaffOrderSummary = z.output<typeof staffSummary>

export const staffListOrders = endpoint({
  verb: 'GET',
  path: '/api/staff/order/',
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
  path: '/api/staff/order/:id/',
  right: 'staff.orders',
  summary: 'An order for staff, with the states it may be moved to',
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
      /** Whether lines and delivery may be changed now. */
      changeable: z.boolean(),
      /** Whether shipped quantities may be entered now. */
      shippable: z.boolean(),
      /**
       * State of the order in 1C: never exported (a visitor's, or not approved), waits for the exchange, exported,
       * confirmed in this version.
       */
      handover: z.object({ state: z.enum(['none', 'waiting', 'given', 'confirmed']), at: z.nullable(z.string()) }),
    }),
  }),
})

export const staffSetState = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'setState',
  right: 'staff.orders',
  summary: 'Move an order to its next state',
  input: z.object({
    id: wireId,
    state: wireId,
    /** The state that the caller saw: a change since is a conflict. */
    from: z.optional(wireCount),
    comment: z.optional(wireText(2000)),
  }),
  reply: z.object({ state: z.number(), status: z.string() }),
})

/** Changes lines, delivery date or adds a comment for the buyer: whatever is given. */
export const staffChangeOrder = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'change',
  right: 'staff.orders',
  summary: 'Reduce or remove lines of an order, set its delivery date, add a comment for its buyer',
  /**
   * `any_day`: allows a date without delivery; otherwise such a date is a 422 `unusualDay` that names the objections.
   */
  input: z.object({
    id: wireId,
    version: wireId,
    lines: z.optional(lineQuantities),
    date: z.optional(wireDate),
    any_day: z._default(wireFlag, false),
    comment: z.optional(wireText(2000)),
  }),
  reply: z.object({ state: z.number(), status: z.string(), version: z.number() }),
})

export const staffOrderDelivery = endpoint({
  verb: 'GET',
  path: '/api/staff/orderDelivery/:id/',
  right: 'staff.orders',
  summary: 'Delivery of an order, and the choices of its buyer',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    ...deliveryOffer,
    /** The order's current choices, including ones no longer offered. */
    chosen: z.object({
      delivery_method: z.number(),
      delivery_company: z.nullable(z.number()),
      delivery_type: z.nullable(z.number()),
      terminal: z.nullable(z.number()),
      delivery_zone: z.nullable(z.number()),
      address: z.nullable(z.number()),
      consignee: z.nullable(z.number()),
      date: z.nullable(z.string()),
      client_number: z.string(),
    }),
    /** Roubles: goods, delivery, and the contract's sum for free delivery; null = it has none. */
    goods: z.number(),
    delivery_price: z.number(),
    contract_free: z.nullable(z.number()),
    version: z.number(),
  }),
})

export const staffDeliveryZones = endpoint({
  verb: 'GET',
  path: '/api/staff/deliveryZones/',
  right: 'staff.orders',
  summary: 'Zones of own transport with outlines, to choose the zone of an order on a map',
  input: nothing,
  reply: z.object({ ...success, zones: z.array(mapZone), tiles }),
})

/** Replaces the whole delivery: fields left out are cleared. */
export const staffChangeDelivery = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'changeDelivery',
  right: 'staff.orders',
  summary: "Change an order's delivery and the buyer's number; its sum follows the delivery price",
  input: z.object({ id: wireId, version: wireId, ...deliveryChoice }),
  reply: z.object({ state: z.number(), status: z.string(), version: z.number(), sum: z.number() }),
})

/**
 * Total shipped quantity per line; lines not listed stay. The order becomes shipped once every line is fully shipped.
 */
export const staffShipOrder = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'ship',
  right: 'staff.orders',
  summary: 'Set the shipped quantities of an order',
  input: z.object({ id: wireId, version: wireId, lines: lineQuantities, comment: z.optional(wireText(2000)) }),
  reply: z.object({ state: z.number(), status: z.string(), version: z.number() }),
})

export const staffHandOver = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'handOver',
  right: 'staff.orders',
  summary: 'Export an order to 1C again at the next exchange',
  input: z.object({ id: wireId }),
  reply: z.object(success),
})

export const staffDeclineCancellation = endpoint({
  verb: 'POST',
  path: '/api/staff/order/:id/',
  method: 'keep',
  right: 'staff.orders',
  summary: "Decline the buyer's request to cancel an order",
  input: z.object({ id: wireId, comment: wireText(2000).check(z.minLength(1)) }),
  reply: z.object({ state: z.number(), status: z.string() }),
})
