import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { chosen, success, wireId, wireText } from '../../wire.ts'

export const breakTargets = ['all', 'category', 'brand', 'good'] as const
export type BreakTarget = (typeof breakTargets)[number]

const priceBreak = z.object({
  id: z.number(),
  /** Whether it is of all contracts of the price type. */
  of_type: z.boolean(),
  target: z.enum(breakTargets),
  target_id: z.nullable(z.number()),
  /** The good, category or brand; null: all goods. */
  header: z.nullable(z.string()),
  articul: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  by: z.enum(['quantity', 'sum']),
  /** Units, or roubles of the basket. */
  from: z.number(),
  /** One of the two. */
  price: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  from_1c: z.boolean(),
})
export type StaffPriceBreak = z.output<typeof priceBreak>

const list = z.object({
  ...success,
  /** The price type, or the contract with its contragent. */
  header: z.string(),
  /** The customer of a contract. */
  customer: z.nullable(z.number()),
  /** Those of staff first, then those of 1C, at most 2000. */
  items: z.array(priceBreak),
  /** Without that limit. */
  total: z.number(),
})

const path = '/api/staff/price-breaks/'
const right = 'staff.customers'

/** A contract of the caller's customers, or a price type, which only administrators see and change. */
const owner = { contract: chosen(wireId), price_type: chosen(wireId) }

/** A number as typed: '7,5', '10 000'. */
const decimal = (decimals: number, messages: { number: string; least: string; most: string }, most: number) =>
  z.pipe(
    z.union([z.number(), wireText(20)], messages.number),
    z.pipe(
      z.transform((given: number | string) => {
        if (typeof given === 'number') return given
        const plain = given.replace(/\s/g, '').replace(',', '.')
        return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
      }),
      z.number(messages.number).check(
        z.minimum(10 ** -decimals, messages.least),
        z.maximum(most, messages.most),
        z.refine((given) => Number(given.toFixed(decimals)) === given, `Знаков после запятой не больше ${decimals}`),
      ),
    ),
  )

const quantityMessages = { number: 'Введите число', least: 'Нужно число больше нуля', most: 'Число слишком велико' }
const percentMessages = { number: 'Введите проценты', least: 'Нужна скидка больше нуля', most: 'Скидка меньше 100 %' }

const terms = {
  ...owner,
  target: z.enum(breakTargets),
  target_id: chosen(wireId),
  by: z.enum(['quantity', 'sum']),
  from: decimal(3, quantityMessages, 1e9),
  price: z.optional(decimal(2, quantityMessages, 1e9)),
  percent: z.optional(decimal(2, percentMessages, 99.99)),
}

export const staffPriceBreaks = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Price breaks of a price type, or of a contract with those of its price type',
  input: z.object(owner),
  reply: list,
})

export const savePriceBreak = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary: 'Add or change a price break; baskets have it at once. Idempotent',
  input: z.object({ id: chosen(wireId), ...terms }),
  reply: list,
})

export const endPriceBreak = endpoint({
  verb: 'POST',
  path,
  method: 'end',
  right,
  summary: 'End a price break at once. Idempotent',
  input: z.object({ id: wireId, ...owner }),
  reply: list,
})

export const previewPriceBreak = endpoint({
  verb: 'GET',
  path: '/api/staff/price-breaks/preview/',
  right,
  summary: 'How many goods a break makes cheaper, with examples, those below the purchase price first',
  input: z.object(terms),
  reply: z.object({
    ...success,
    cheaper: z.number(),
    /** Goods that get below the purchase price. */
    losses: z.number(),
    examples: z.array(
      z.object({
        id: z.number(),
        articul: z.string(),
        header: z.string(),
        before: z.number(),
        after: z.number(),
        /** Roubles below the purchase price. */
        loss: z.nullable(z.number()),
      }),
    ),
  }),
})
export type BreakPreview = Omit<z.output<(typeof previewPriceBreak)['reply']>, 'status'>

export const findBreakTargets = endpoint({
  verb: 'GET',
  path: '/api/staff/price-breaks/targets/',
  right,
  summary: 'Goods by article or name, categories and brands by name, for a break; 20 at most',
  input: z.object({ target: z.enum(breakTargets), query: wireText(200) }),
  reply: z.object({
    ...success,
    items: z.array(z.object({ id: z.number(), header: z.string(), articul: z.string() })),
  }),
})
