import * as z from 'zod/mini'
import { basketStats } from './basket.ts'
import { success } from './wire.ts'

/** Result for one product of a repeated order or draft. */
const repeatedLine = z.object({
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  /** Requested units, over all warehouses. */
  wanted: z.number(),
  /** Units added to the basket. */
  qnt: z.number(),
  what: z.enum(['added', 'reduced', 'rounded', 'replaced', 'missing', 'priceChanged']),
  /** Added instead of a good that is no longer sold: the same article of the same brand under a new card. */
  replacement: z.optional(z.object({ id: z.number(), header: z.string() })),
  /** Why the result differs from the request, in Russian; '' when it does not. */
  note: z.string(),
  /** The current price; null where it is no longer sold or the caller may not see prices. */
  price: z.nullable(z.number()),
  /** The price of that day, if it differs from the current one. */
  old_price: z.nullable(z.number()),
})

export type RepeatedLine = z.output<typeof repeatedLine>

export const repeatReply = z.object({
  ...success,
  /** Number of products added; with 0 nothing has changed. */
  count: z.number(),
  title: z.string(),
  message: z.string(),
  lines: z.array(repeatedLine),
  stats: basketStats,
})

export type RepeatResult = Omit<z.output<typeof repeatReply>, 'status'>
