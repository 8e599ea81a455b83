import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, success, wireCount, wireDate, wireFlag, wireId, wireNumber, wireText } from '../wire.ts'

/** Offers as staff edit them: days are dd.mm.yyyy, both included; prices are roubles. */
const head = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  starts: z.string(),
  ends: z.string(),
  position: z.number(),
  active: z.boolean(),
  /** Whether its prices apply today: running, not yet, no longer, or switched off. */
  state: z.enum(['running', 'coming', 'over', 'off']),
  /** Number of goods with a price in it; variants count separately. */
  goods_count: z.number(),
})
export type StaffOffer = z.output<typeof head>

/** A good's list price at one price type, and its price in the offer. */
const listPrice = z.object({ type: z.number(), price: z.number() })
const sellable = z.object({
  id: z.number(),
  articul: z.string(),
  header: z.string(),
  unit: z.string(),
  /** List prices of the price types that it is sold at. */
  prices: z.array(listPrice),
})
export type SellableGood = z.output<typeof sellable>

const offered = z.extend(sellable, { offer: z.array(listPrice) })
const priceType = z.object({ id: z.number(), header: z.string() })
const list = z.object({ ...success, items: z.array(head) })

export const staffOffers = endpoint({
  verb: 'GET',
  path: '/api/staff/offers/',
  right: 'staff.catalogue',
  summary: 'Special offers, current and coming ones first',
  input: nothing,
  reply: z.extend(list, { priceTypes: z.array(priceType) }),
})

export const staffOffer = endpoint({
  verb: 'GET',
  path: '/api/staff/offers/:id/',
  right: 'staff.catalogue',
  summary: 'A special offer with its goods and their prices',
  input: z.object({ id: wireId }),
  /** `version` is sent back with a change, to detect that somebody else has changed the offer. */
  reply: z.object({ ...success, offer: z.extend(head, { version: z.string(), goods: z.array(offered) }) }),
})

export const saveOffer = endpoint({
  verb: 'POST',
  path: '/api/staff/offers/',
  method: 'save',
  right: 'staff.catalogue',
  summary: `Create a special offer (without id) or change one;
      prices follow at once. 409 when somebody else has changed it. Idempotent`,
  input: z.object({
    id: chosen(wireId),
    version: z.optional(wireText(30)),
    title: wireText(200).check(z.trim()),
    text: z.optional(wireText(2000).check(z.trim())),
    starts: wireDate,
    ends: wireDate,
    position: z.optional(wireCount),
    active: z.optional(wireFlag),
    /** All goods of the offer; a field error of one is named `goods.{id}` or `goods.{id}.{price type}`. */
    goods: z
      .array(
        z.object({ id: wireId, prices: z.array(z.object({ type: wireId, price: wireNumber })).check(z.maxLength(50)) }),
      )
      .check(z.maxLength(500, 'В акции не больше 500 товаров')),
  }),
  reply: z.extend(list, { id: z.number(), version: z.string() }),
})

export const deleteOffer = endpoint({
  verb: 'POST',
  path: '/api/staff/offers/',
  method: 'delete',
  right: 'staff.catalogue',
  summary: 'Delete a special offer; its prices end at once',
  input: z.object({ id: wireId }),
  reply: list,
})

export const findSellable = endpoint({
  verb: 'GET',
  path: '/api/staff/sellable/',
  right: 'staff.catalogue',
  summary: 'Goods for an offer, by article or words of the name: products without variants, and variants. 20 at most',
  input: z.object({ query: z.optional(wireText(200).check(z.trim())) }),
  reply: z.object({ ...success, items: z.array(sellable) }),
})
