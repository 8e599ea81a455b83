import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosen, success, wireDate, wireId, wireNumber, wireText } from '../wire.ts'

const condition = z.object({
  id: z.number(),
  /** Whether it is of all contracts of the price type. */
  of_type: z.boolean(),
  kind: z.enum(['discount', 'fixed']),
  /** Per cent of a discount. */
  percent: z.nullable(z.number()),
  /** Roubles of a fixed price. */
  price: z.nullable(z.number()),
  /** What it is about. */
  target: z.enum(['all', 'category', 'brand', 'good']),
  target_id: z.nullable(z.number()),
  header: z.nullable(z.string()),
  articul: z.nullable(z.string()),
  starts: z.string(),
  /** The last day; null: until further notice. */
  ends: z.nullable(z.string()),
  state: z.enum(['coming', 'running', 'over']),
  from_1c: z.boolean(),
  /** Who of the staff set it. */
  author: z.nullable(z.string()),
  set_at: z.string(),
})
export type PriceCondition = z.output<typeof condition>

const list = z.object({ ...success, items: z.array(condition) })

const path = '/api/staff/price-conditions/'
const right = 'staff.customers'

/** A contract of the caller's customers, or a price type, which only administrators change. */
const owner = { contract: chosen(wireId), price_type: chosen(wireId) }

const percent = z.pipe(
  z.union([z.number(), wireText(10).check(z.trim())], 'Скидка – число процентов'),
  z.pipe(
    z.transform((given: number | string) =>
      typeof given === 'number'
        ? given
        : /^\d{1,2}([.,]\d+)?$/.test(given)
          ? Number(given.replace(',', '.'))
          : Number.NaN,
    ),
    z.number('Скидка – число процентов').check(
      z.minimum(0.01, 'Скидка больше нуля'),
      z.maximum(99.99, 'Скидка меньше 100 %'),
      z.refine((given) => Number(given.toFixed(2)) === given, 'В скидке не больше двух знаков после запятой'),
    ),
  ),
)

const price = wireNumber.check(
  z.minimum(0.01, 'Цена больше нуля'),
  z.refine((given) => Number(given.toFixed(2)) === given, 'Цена – рубли и копейки'),
)

const terms = {
  ...owner,
  kind: z.enum(['discount', 'fixed']),
  percent: z.optional(percent),
  price: z.optional(price),
  target: z.enum(['all', 'category', 'brand', 'good']),
  target_id: chosen(wireId),
}

export const priceConditions = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Discounts and fixed prices of a contract with those of its price type, or of a price type',
  input: z.object(owner),
  reply: list,
})

export const savePriceCondition = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  summary: 'Add or change a discount or a fixed price; prices follow at once, of other contracts soon. Idempotent',
  input: z.object({ id: chosen(wireId), ...terms, starts: wireDate, ends: chosen(wireDate) }),
  reply: list,
})

export const endPriceCondition = endpoint({
  verb: 'POST',
  path,
  method: 'end',
  right,
  summary: 'End a condition as of yesterday; one that has not begun is deleted. Idempotent',
  input: z.object({ id: wireId, ...owner }),
  reply: list,
})

const example = z.object({
  id: z.number(),
  articul: z.string(),
  header: z.string(),
  /** Roubles before and after. */
  before: z.number(),
  after: z.number(),
  /** Roubles below the purchase price, per unit. */
  loss: z.nullable(z.number()),
})

export const previewPriceCondition = endpoint({
  verb: 'GET',
  path: '/api/staff/price-conditions/preview/',
  right,
  summary: 'How many goods a condition makes cheaper than they are today, with examples, those sold at a loss first',
  input: z.object(terms),
  reply: z.object({
    ...success,
    /** Goods on sale that it is about, those that get cheaper, and those that get below the purchase price. */
    goods: z.number(),
    cheaper: z.number(),
    losses: z.number(),
    examples: z.array(example),
  }),
})
export type ConditionPreview = Omit<z.output<(typeof previewPriceCondition)['reply']>, 'status'>

export const conditionTargets = endpoint({
  verb: 'GET',
  path: '/api/staff/price-conditions/targets/',
  right,
  summary: 'Categories and brands by name, or goods by article and name, for a condition',
  input: z.object({ target: z.enum(['category', 'brand', 'good']), query: wireText(200).check(z.trim()) }),
  reply: z.object({
    ...success,
    items: z.array(z.object({ id: z.number(), header: z.string(), articul: z.string() })),
  }),
})
