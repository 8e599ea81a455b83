import * as z from 'zod/mini'
import { maxRate, rateNominals } from '../../rules/prices/currencies.ts'
import { priceOutcomes } from '../../rules/prices/price-outcomes.ts'
import { endpoint } from '../endpoint.ts'
import { wireRate } from '../money/rates.ts'
import { chosen, nothing, success, wireDate, wireId, wireQuantity, wireText } from '../wire.ts'

const priceType = z.object({
  id: z.number(),
  header: z.string(),
  /** ISO code, 'UE' for conditional units, or what 1C sent if the portal does not know it. */
  currency: z.string(),
  /** Goods with a price in roubles. */
  goods: z.number(),
  /** Goods whose price waits for a rate. */
  unrated: z.number(),
  contracts: z.number(),
  /** 'rrc' is shown for reference, 'purchase' only to those who see this screen. */
  use: z.enum(['sold', 'rrc', 'purchase']),
  /** When 1C last sent its prices. */
  imported_at: z.nullable(z.string()),
})
export type StaffPriceType = z.output<typeof priceType>

const currency = z.object({
  code: z.string(),
  header: z.string(),
  /** The rate of today; null: goods of the currency are not sold. */
  rate: z.nullable(wireRate),
  /** The rate before that of today. */
  former: z.nullable(wireRate),
  /** The next rate, whose day has not come. */
  coming: z.nullable(wireRate),
  source: z.nullable(z.enum(['staff', '1c'])),
  /** Goods with a price in the currency. */
  goods: z.number(),
})
export type StaffCurrency = z.output<typeof currency>

const overview = z.object({
  ...success,
  types: z.array(priceType),
  currencies: z.array(currency),
  /** Currencies that can be added. */
  known: z.array(z.object({ code: z.string(), header: z.string() })),
})

const path = '/api/staff/prices/'
const right = 'staff.settings'

export const staffPrices = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Price types with their goods and contracts, and currencies with their rates',
  input: nothing,
  reply: overview,
})

const decimalRate = z.pipe(
  z.union([z.number(), wireText(20).check(z.trim())], 'Курс не число'),
  z.pipe(
    z.transform((given: number | string) =>
      typeof given === 'number'
        ? given
        : /^\d{1,7}([.,]\d+)?$/.test(given)
          ? Number(given.replace(',', '.'))
          : Number.NaN,
    ),
    z.number('Курс не число').check(
      z.minimum(0.0001, 'Нужен курс больше нуля'),
      z.maximum(maxRate, 'Курс слишком велик'),
      z.refine((rate) => Number(rate.toFixed(4)) === rate, 'Не больше четырёх знаков после запятой'),
    ),
  ),
)

export const saveRate = endpoint({
  verb: 'POST',
  path,
  method: 'rate',
  right,
  summary: `Set the rate of a currency from a day on; prices of goods follow at once, or at midnight of its day.
      Idempotent`,
  input: z.object({
    currency: wireText(10),
    date: wireDate,
    rate: decimalRate,
    nominal: z.optional(z.literal(rateNominals, 'Номинал: 1, 10, 100, 1000 или 10000')),
  }),
  reply: overview,
})

export const deleteRate = endpoint({
  verb: 'POST',
  path,
  method: 'deleteRate',
  right,
  summary: 'Delete a rate whose day has not come. Idempotent',
  input: z.object({ currency: wireText(10), date: wireDate }),
  reply: overview,
})

export const setPurchaseType = endpoint({
  verb: 'POST',
  path,
  method: 'purchaseType',
  right,
  summary: 'Choose the price type of purchase prices; none without a type',
  input: z.object({ type: chosen(wireId) }),
  reply: overview,
})

export const rateHistory = endpoint({
  verb: 'GET',
  path: '/api/staff/prices/rates/',
  right,
  summary: 'The rates of a currency, newest first; 200 at most',
  input: z.object({ currency: wireText(10) }),
  reply: z.object({
    ...success,
    items: z.array(
      z.extend(wireRate, {
        state: z.enum(['coming', 'applied', 'past']),
        source: z.enum(['staff', '1c']),
        /** Who of the staff set it. */
        author: z.nullable(z.string()),
        set_at: z.string(),
      }),
    ),
  }),
})
export type RateOfHistory = z.output<(typeof rateHistory)['reply']>['items'][number]

/** A price that was considered. */
const candidate = z.object({
  /** 'quantity' and 'sum' are breaks, judged with the good alone in the basket. */
  kind: z.enum(['type', 'discount', 'fixed', 'sale', 'quantity', 'sum']),
  header: z.string(),
  /** Per cent of a discount, or of a break. */
  percent: z.nullable(z.number()),
  /** A discount or a fixed price of the contract itself, not of its price type. */
  own: z.boolean(),
  /** When 1C sent the prices of a price type. */
  at: z.nullable(z.string()),
  /** Days of a sale, a discount or a fixed price, both included; `ends` null: until further notice. */
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  /** Threshold of a break: units, or roubles of the basket. */
  from: z.nullable(z.number()),
  price: z.nullable(z.number()),
  outcome: z.enum(priceOutcomes),
})

export const explainPrice = endpoint({
  verb: 'GET',
  path: '/api/staff/prices/explain/',
  right,
  summary: 'Which price a good has under a contract, and why: all prices that were considered',
  input: z.object({ product: wireId, contract: wireId, quantity: z.optional(wireQuantity) }),
  reply: z.object({
    ...success,
    good: z.object({ id: z.number(), articul: z.string(), header: z.string(), unit: z.string() }),
    contract: z.object({ id: z.number(), number: z.string(), contragent: z.string() }),
    /** Null: not sold. */
    price: z.nullable(z.number()),
    sum: z.nullable(z.number()),
    candidates: z.array(candidate),
    /** Of a price in another currency: the price of 1C with its rate. */
    foreign: z.nullable(z.object({ currency: z.string(), amount: z.number(), rate: z.nullable(wireRate) })),
    rrc: z.nullable(z.number()),
    purchase: z.nullable(z.number()),
    /** Per unit; negative is a loss. */
    margin: z.nullable(z.number()),
  }),
})
export type PriceExplanation = z.output<(typeof explainPrice)['reply']>

export const contractChoices = endpoint({
  verb: 'GET',
  path: '/api/staff/prices/contracts/',
  right,
  summary: 'Contracts by number, contragent or ИНН, 20 at most; or those with a price type, 500 at most',
  input: z.object({ query: z.optional(wireText(200).check(z.trim())), type: chosen(wireId) }),
  reply: z.object({
    ...success,
    items: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        contragent: z.string(),
        price_type: z.string(),
        /** The organisation. */
        customer: z.number(),
      }),
    ),
  }),
})
