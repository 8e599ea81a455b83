import * as z from 'zod/mini'
import { productRow } from '../catalogue.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireDate, wireId, wireText } from '../wire.ts'

/** Reports by number: 1 by product, 2 by document, 3 by category and brand, 4 by month. */
export const purchasedReports = { 1: 'goods', 2: 'documents', 3: 'groups', 4: 'months' } as const
export type PurchasedReport = keyof typeof purchasedReports

export const purchasedSorts = ['sum', 'quantity', 'header', 'last'] as const
export type PurchasedSort = (typeof purchasedSorts)[number]

const report = z.literal([1, 2, 3, 4])

const filters = {
  /** Absent: the chosen contract. */
  contract: chosen(wireId),
  report: chosen(z.pipe(wireId, report)),
  /** A category, including its subcategories. */
  catalog: chosen(wireId),
  brand: chosen(wireId),
  /** Absent: the last 30 days. Both dates are included. */
  startdate: chosen(wireDate),
  enddate: chosen(wireDate),
  /** Words of an article or a name. */
  query: z.optional(wireText(100)),
  /** Order of report 1; by default by sum. */
  sort: chosen(z.enum(purchasedSorts)),
}

/** Sums in roubles net of returns, dates dd.mm.yyyy. */
const good = z.object({
  kind: z.literal('goods'),
  /** Null: 1C named a good that is not in the catalogue. */
  id: z.nullable(z.number()),
  articul: z.string(),
  header: z.string(),
  unit: z.string(),
  quantity: z.number(),
  sum: z.number(),
  /** Null when the net quantity is 0. */
  average: z.nullable(z.number()),
  last: z.nullable(z.string()),
  shipments: z.number(),
  /** Average quantity of a shipment. */
  usual: z.number(),
  /** As it is sold under the contract today, a variant by itself; null: no longer. */
  product: z.nullable(productRow),
  /** Of a good that cannot be ordered: what can be instead. */
  analogues: z.array(productRow),
})

const document = z.object({
  kind: z.literal('documents'),
  id: z.number(),
  /** 'УПД 4471' */
  title: z.string(),
  date: z.string(),
  order: z.nullable(z.object({ id: z.number(), number: z.string() })),
  goods: z.number(),
  sum: z.number(),
  vat: z.number(),
})

const group = z.object({
  kind: z.literal('groups'),
  category: z.nullable(z.object({ id: z.number(), header: z.string() })),
  brand: z.nullable(z.object({ id: z.number(), header: z.string() })),
  goods: z.number(),
  shipments: z.number(),
  sum: z.number(),
  /** Percentage of the total sum. */
  share: z.number(),
})

const month = z.object({
  kind: z.literal('months'),
  /** First and last day of the month within the period. */
  startdate: z.string(),
  enddate: z.string(),
  goods: z.number(),
  shipments: z.number(),
  returns: z.number(),
  sum: z.number(),
  vat: z.number(),
})

const option = z.object({ id: z.number(), header: z.string() })

export const purchasedGoods = endpoint({
  verb: 'POST',
  path: '/api/purchasedGoods/',
  right: 'purchased.view',
  summary: 'Goods shipped under a contract net of returns, by product, document, category and brand, or month',
  input: z.object({ ...filters, page: chosen(wireCount), perpage: chosen(wireCount) }),
  reply: z.object({
    ...success,
    report,
    items: z.array(z.union([good, document, group, month])),
    count: z.number(),
    contract: z.number(),
    pagination,
    startDate: z.string(),
    endDate: z.string(),
    /** Whether the data comes from 1C's documents; otherwise from the portal's orders, which have no returns. */
    booked: z.boolean(),
    /** Whether anything was ever bought under the contract. */
    any: z.boolean(),
    totals: z.object({
      sum: z.number(),
      returns: z.number(),
      vat: z.number(),
      goods: z.number(),
      shipments: z.number(),
      /** Days of the period that have passed. */
      days: z.number(),
    }),
    /** Sums by month, or by week in a short period, including empty ones. */
    chart: z.array(z.object({ startdate: z.string(), enddate: z.string(), sum: z.number() })),
    step: z.enum(['week', 'month']),
    /** Categories and brands with purchases in the period. */
    catalogs: z.array(option),
    brands: z.array(option),
  }),
})
type Purchased = z.output<(typeof purchasedGoods)['reply']>
export type PurchasedItem = Purchased['items'][number]
export type PurchasedGood = z.output<typeof good>

export const purchasedSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/purchasedGoods/report.xlsx',
  right: 'purchased.view',
  summary: 'All rows of a report of purchased goods as a spreadsheet',
  input: z.object(filters),
  answers: [mediaTypes.xlsx],
})
