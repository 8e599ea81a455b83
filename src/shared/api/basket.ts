import * as z from 'zod/mini'
import { deliveryOffer } from './delivery.ts'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, success, wireDecimals, wireId, wireNumber, wireText } from './wire.ts'

export const basketStats = z.object({
  count: z.object({ products: z.number(), total: z.number() }),
  actualWms: z.array(z.object({ id: z.number(), header: z.string() })),
  /** Lines whose quantity exceeds the stock. */
  overCount: z.number(),
  contract: z.number(),
  /** Roubles; null where the caller may not see prices. */
  sum: z.nullable(z.number()),
})

/** The price of a good from a quantity of it (units) or from a sum of the basket (roubles) on. */
export const wirePriceBreak = z.object({
  by: z.enum(['quantity', 'sum']),
  from: z.number(),
  price: z.number(),
  /** Per cent off the list price; null: a price of its own. */
  percent: z.nullable(z.number()),
})
export type WirePriceBreak = z.output<typeof wirePriceBreak>

/** A changed line in the reply: only lines affected by the call, a removed one with qnt 0. */
const touchedLine = z.object({
  id: z.number(),
  qnt: z.number(),
  wms: z.number(),
  step: z.number(),
  /** Capped where the contract does not show exact stock. */
  available: z.number(),
  /** Stock as text where the contract hides exact figures: 'более 10', 'мало'… */
  stock_label: z.nullable(z.string()),
  /** More than available, or no longer sold. */
  over: z.boolean(),
  price: z.nullable(z.number()),
  sum: z.nullable(z.number()),
  /** What was changed and why, in Russian; '' when nothing was. */
  note: z.string(),
})

/** A line of the basket page. */
const basketLine = z.extend(touchedLine, {
  header: z.string(),
  articul: z.string(),
  unit: z.string(),
  decimals: wireDecimals,
  picture: z.number(),
  picturetype: z.string(),
  /** The product whose card shows this line: the parent of a variant. */
  parent: z.nullable(z.number()),
  wms_header: z.string(),
  price_rrc: z.nullable(z.number()),
  /** The current price, if it differs from the price last shown. */
  old_price: z.nullable(z.number()),
  vat: z.nullable(z.number()),
  weight: z.nullable(z.number()),
  volume: z.nullable(z.number()),
  /** The stock at the last change of the line, if it differs now and the contract shows figures. */
  old_available: z.nullable(z.number()),
  /** The product is no longer sold under the contract. */
  gone: z.boolean(),
  category: z.nullable(z.object({ id: z.number(), header: z.string() })),
  /** The buyer's comment; it is copied to the order and to 1C. */
  comment: z.string(),
  /** The price without breaks. */
  base_price: z.nullable(z.number()),
  /** Empty without breaks, and where price politics change the shown prices. */
  breaks: z.array(wirePriceBreak),
  /** Who of the staff set this quantity or comment while acting as the buyer, and when (ISO). */
  edited: z.nullable(z.object({ by: z.string(), at: z.string() })),
})

const changed = z.object({
  ...success,
  stats: basketStats,
  lines: z.array(touchedLine),
  line: z.nullable(touchedLine),
})

export type BasketStats = z.output<typeof basketStats>
export type BasketLine = z.output<typeof basketLine>
export type TouchedLine = z.output<typeof touchedLine>
export type BasketChange = z.output<typeof changed>

export const getBasketData = endpoint({
  verb: 'GET',
  path: '/api/getBasketData/',
  right: 'basket.view',
  summary: 'The basket of the chosen (or named) contract: stats, products and lines',
  input: z.object({ contract: chosen(wireId) }),
  reply: z.extend(basketStats, {
    ...success,
    /**
     * Changes with each change of the basket; '' before the first. Read before the lines, so the lines may be newer,
     * never older.
     */
    version: z.string(),
    products: z.record(z.string(), z.record(z.string(), z.number())),
    lines: z.array(basketLine),
    /** Edits by staff who acted as the buyer that `undoBasketEdits` would undo, removed lines among them. */
    edits: z.object({ count: z.number(), by: z.array(z.string()) }),
    totals: z.object({
      weight: z.number(),
      volume: z.number(),
      vat: z.nullable(z.number()),
      /** Sum at РРЦ minus sum at the contract price; null where unknown or hidden. */
      margin: z.nullable(z.number()),
      /** Roubles left until delivery is free; null when free delivery is off. */
      to_free_delivery: z.nullable(z.number()),
      free_delivery_from: z.nullable(z.number()),
      least_sum: z.nullable(z.number()),
    }),
  }),
})

/** Units; null is an empty field and changes nothing: only 0 removes. */
const quantity = z.union([
  wireNumber,
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
])
const byWarehouse = z.record(z.string().check(z.regex(/^\d{1,10}$/)), quantity)
const lineType = z._default(z.enum(['products', 'variants']), 'products')
/** Variant id → quantity, or quantity per warehouse. */
const quantitiesById = z.record(z.string().check(z.regex(/^\d{1,10}$/)), z.union([quantity, byWarehouse]))

/** Ids in the buyer's order, because a JavaScript object does not keep it. Goods not listed come last, by id. */
export const idsInOrder = z.optional(z.nullable(z.array(wireId).check(z.maxLength(10_000))))

export const processBasket = endpoint({
  verb: 'POST',
  path: '/api/processBasket/',
  right: 'basket.edit',
  summary: 'Add a product or variants to the basket',
  input: z.object({
    id: wireId,
    qnt: z.optional(quantity),
    wms: chosen(wireId),
    type: lineType,
    contract: chosen(wireId),
    payload: z.optional(
      z.pipe(
        z.union([quantitiesById, z.literal(''), z.array(z.never()), z.null()]),
        z.transform((given) => (given === '' || Array.isArray(given) ? null : given)),
      ),
    ),
    /** Of the variants in `payload`. */
    order: idsInOrder,
  }),
  reply: changed,
})

export const processBasketUpdate = endpoint({
  verb: 'POST',
  path: '/api/processBasketUpdate/',
  right: 'basket.edit',
  summary: 'Set the quantity of a line; 0 removes it',
  input: z.object({
    id: wireId,
    qnt: quantity,
    wms: chosen(wireId),
    type: lineType,
    contract: chosen(wireId),
  }),
  reply: changed,
})

export const processProductSet = endpoint({
  verb: 'POST',
  path: '/api/processProductSet/',
  right: 'basket.edit',
  summary: 'Set several lines at once, all or nothing; others stay',
  input: z.object({ contract: chosen(wireId), products: quantitiesById, order: idsInOrder }),
  reply: changed,
})

const clear = {
  path: '/api/clearBasket/',
  right: 'basket.edit',
  summary: 'Empty the basket of the chosen contract',
  input: z.object({ contract: chosen(wireId) }),
  reply: changed,
} as const

/** A GET of the legacy API that changes state: same-origin requests only. */
export const clearBasketByGet = endpoint({ verb: 'GET', changesState: true, ...clear })
export const clearBasket = endpoint({ verb: 'POST', ...clear })

export const fixQuantities = endpoint({
  verb: 'POST',
  path: '/api/mendBasket/',
  right: 'basket.edit',
  summary: 'Fix every line: down to the stock, up to the step, removed when no longer sold',
  input: z.object({ contract: chosen(wireId) }),
  reply: changed,
})

export const restoreBasket = endpoint({
  verb: 'POST',
  path: '/api/restoreBasket/',
  right: 'basket.edit',
  summary: 'Restore lines removed within a day with quantity, comment and position; those in the basket again stay',
  input: z.object({
    contract: chosen(wireId),
    lines: z.array(z.object({ id: wireId, wms: wireId })).check(z.minLength(1), z.maxLength(10_000)),
  }),
  reply: changed,
})

export const undoBasketEdits = endpoint({
  verb: 'POST',
  path: '/api/basketEdits/',
  method: 'undo',
  right: 'basket.edit',
  summary:
    'Undo what staff changed in the basket while acting as the buyer: staff undo their own edits, the buyer all. ' +
    'Lines that were changed again since stay. Idempotent',
  input: z.object({ contract: chosen(wireId) }),
  reply: changed,
})

export const maxLineCommentLength = 500

export const saveBasketComment = endpoint({
  verb: 'POST',
  path: '/api/basketComment/',
  right: 'basket.edit',
  summary: "Set the buyer's comment on a line; it is copied to the order and to 1C",
  input: z.object({ contract: chosen(wireId), id: wireId, wms: wireId, comment: wireText(maxLineCommentLength) }),
  reply: changed,
})

export const getBasketTableInit = endpoint({
  verb: 'GET',
  path: '/api/getBasketTableInit/',
  right: 'basket.view',
  summary: 'Delivery methods, companies, dates and addresses for the checkout',
  input: nothing,
  reply: z.object({ ...success, ...deliveryOffer }),
})
