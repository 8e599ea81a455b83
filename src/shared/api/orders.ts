import * as z from 'zod/mini'
import { deliveryChoice } from './delivery.ts'
import { endpoint } from './endpoint.ts'
import { wireRate } from './money/rates.ts'
import { repeatReply } from './repeat.ts'
import { chosen, pagination, success, wireDate, wireDecimals, wireId, wireNumber, wireText } from './wire.ts'

const periods = ['week', 'month', 'quarter', 'year', 'custom'] as const

/** Input of the checkout. */
export const createInput = z.object({
  contract: wireId,
  ...deliveryChoice,
  comment: z.optional(z.nullable(wireText(2000))),
})

/** A difference between the basket and what its buyer was shown: the order waits until the buyer has seen it. */
export const checkoutChange = z.object({
  id: z.number(),
  wms: z.number(),
  header: z.string(),
  articul: z.string(),
  /**
   * step: the multiplicity has changed and the quantity is no longer a multiple. delivery: the price of delivery has
   * changed, see `old_price` and `price`; `id` and `wms` are 0.
   */
  what: z.enum(['price', 'stock', 'step', 'gone', 'delivery']),
  old_price: z.nullable(z.number()),
  price: z.nullable(z.number()),
  qnt: z.number(),
  available: z.number(),
  /** The current multiplicity. */
  step: z.number(),
  /** The quantity that can be ordered instead of `qnt`: a multiple of the step in stock; 0 = nothing. */
  new_qnt: z.number(),
})

export type CheckoutChange = z.output<typeof checkoutChange>

/** A placed order. */
const placedOrder = {
  id: z.number(),
  numberOrder: z.string(),
  sum: z.nullable(z.number()),
  /** Names of the heads who have to approve it; null = no approval needed. */
  awaits: z.nullable(z.array(z.string())),
}

export const createOrder = endpoint({
  verb: 'POST',
  path: '/api/order/',
  method: 'create',
  right: 'order.place',
  whileActing: 'asked',
  summary:
    'Place an order of the whole basket of a contract. 409 with `changes` if it differs from what the buyer was shown',
  idempotent: true,
  /** `delivery_price`: the delivery price shown to the buyer, roubles; without it the current price applies. */
  input: z.extend(createInput, { delivery_price: z.optional(z.nullable(wireNumber.check(z.minimum(0)))) }),
  reply: z.object({
    ...success,
    ...placedOrder,
    changes: z.array(checkoutChange),
  }),
})

/** Finds the order of an attempt whose answer was lost; never places one. */
export const findPlacedOrder = endpoint({
  verb: 'GET',
  path: '/api/placedOrder/',
  right: 'order.place',
  summary: 'The order that was placed under an Idempotency-Key of the last 24 hours, if any',
  input: z.object({ key: wireText(200) }),
  reply: z.object({
    ...success,
    order: z.nullable(z.object(placedOrder)),
  }),
})

export const orderSummary = z.object({
  id: z.number(),
  numberOrder: z.string(),
  code1c: z.nullable(z.string()),
  client_number: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  state: z.number(),
  status: z.string(),
  /** Roubles paid, and the payment status as text. Null where the caller may not see prices. */
  paid: z.nullable(z.number()),
  payment: z.string(),
  sum: z.nullable(z.number()),
  lines: z.number(),
  contract: z.object({ id: z.number(), number: z.string(), contragent: z.string() }),
  account: z.string(),
  delivery: z.string(),
  date: z.nullable(z.string()),
  /** What the caller may do with the order now. */
  may: z.object({ cancel: z.boolean(), askToCancel: z.boolean(), change: z.boolean(), approve: z.boolean() }),
})

export const listOrders = endpoint({
  verb: 'GET',
  path: '/api/order/',
  right: 'order.view',
  summary: "Orders of the caller's contracts, newest first",
  input: z.object({
    contract: chosen(wireId),
    dateselect: z.optional(z.enum(periods)),
    startDate: z.optional(wireDate),
    endDate: z.optional(wireDate),
    state: chosen(wireId),
    query: z.optional(wireText(100)),
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 10),
  }),
  reply: z.object({
    ...success,
    items: z.array(orderSummary),
    count: z.number(),
    contract: z.nullable(z.number()),
    pagination,
    startDate: z.string(),
    endDate: z.string(),
  }),
})

const orderLine = z.object({
  /** Number of the line: one good in one warehouse may have several. */
  line: z.number(),
  id: z.number(),
  parent: z.nullable(z.number()),
  header: z.string(),
  articul: z.string(),
  unit: z.string(),
  qnt: z.number(),
  step: z.number(),
  decimals: wireDecimals,
  price: z.nullable(z.number()),
  sum: z.nullable(z.number()),
  vat: z.nullable(z.number()),
  wms: z.number(),
  wms_header: z.string(),
  /** The buyer's comment on this line; '' = none. */
  comment: z.string(),
  /** The sale, discount, fixed price or break that made the price; '' = the price type. */
  price_note: z.string(),
  /** Quantity shipped. */
  shipping: z.number(),
  cancel: z.boolean(),
  /** The quantity before the supplier's 1C changed it, 0 if it added the line; null if it did not. */
  changed_from: z.nullable(z.number()),
  picture: z.number(),
  picturetype: z.string(),
})

const orderEvent = z.object({
  at: z.string(),
  state: z.number(),
  status: z.string(),
  author: z.string(),
  comment: z.string(),
})

export const orderDetails = z.extend(orderSummary, {
  products: z.array(orderLine),
  history: z.array(orderEvent),
  delivery_method: z.number(),
  delivery_price: z.nullable(z.number()),
  address: z.nullable(z.string()),
  consignee: z.nullable(z.string()),
  comment: z.string(),
  cancel_requested: z.boolean(),
  /** Due date, dd.mm.yyyy; null when nothing is due. */
  pay_until: z.nullable(z.string()),
  /** Rates of the day that made its prices; none if they are in roubles, or hidden. */
  rates: z.array(wireRate),
  /** Raised by every change; a change sends the version it is based on. */
  version: z.number(),
})

export type OrderSummary = z.output<typeof orderSummary>
export type OrderDetails = z.output<typeof orderDetails>

export const getOrder = endpoint({
  verb: 'GET',
  path: '/api/order/:id/',
  right: 'order.view',
  summary: 'One order with its lines and history',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, order: orderDetails }),
})

export const cancelOrder = endpoint({
  verb: 'POST',
  path: '/api/order/:id/',
  method: 'cancel',
  right: 'order.cancel',
  whileActing: 'asked',
  summary: 'Cancel an order, or ask staff to cancel one that is being picked',
  input: z.object({ id: wireId, comment: z.optional(z.nullable(wireText(500))) }),
  /** `status` is the order's new status in Russian, as the specification requires, not 'success'. */
  reply: z.object({ state: z.number(), status: z.string(), requested: z.boolean() }),
})

/** New quantities of lines, each lower than before; 0 removes the line. Lines not listed stay. */
export const lineQuantities = z
  .array(z.object({ line: wireId, qnt: wireNumber.check(z.minimum(0)) }))
  .check(z.minLength(1), z.maxLength(10_000))

export const changeOrder = endpoint({
  verb: 'POST',
  path: '/api/order/:id/',
  method: 'change',
  right: 'order.change',
  whileActing: 'asked',
  summary: 'Reduce quantities of an order or remove lines; removing all cancels it',
  input: z.object({
    id: wireId,
    version: wireId,
    lines: lineQuantities,
    comment: z.optional(z.nullable(wireText(500))),
  }),
  /** `status` is the order's new status in Russian, as with `cancel`. */
  reply: z.object({ state: z.number(), status: z.string(), version: z.number(), sum: z.nullable(z.number()) }),
})

export const repeatOrder = endpoint({
  verb: 'POST',
  path: '/api/order/:id/',
  method: 'repeat',
  right: 'basket.edit',
  summary: "Add an order's goods to the basket of its contract and choose that contract",
  input: z.object({ id: wireId }),
  reply: repeatReply,
})
