import * as z from 'zod/mini'
import { basketStats } from './basket.ts'
import { success } from './wire.ts'

/** What became of one product of a repeated order or draft. */
const repeatedLine = z.object({
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  /** Units wanted, over all warehouses. */
  wanted: z.number(),
  /** Units that were added to what the basket held. */
  qnt: z.number(),
  what: z.enum(['added', 'reduced', 'rounded', 'replaced', 'missing', 'priceChanged']),
  /** What was added instead of a good that is sold no more: the same article of the same brand under a new card. */
  replacement: z.optional(z.object({ id: z.number(), header: z.string() })),
  /** Why not everything is as it was wanted, in Russian; empty when nothing needs saying. */
  note: z.string(),
  /** The price now; null where it is not sold any more or the caller may not see prices. */
  price: z.nullable(z.number()),
  /** The price of that day, where it differs from the price now. */
  old_price: z.nullable(z.number()),
})

export type RepeatedLine = z.output<typeof repeatedLine>

export const repeatReply = z.object({
  ...success,
  /** Products that were added; with 0 nothing has changed. */
  count: z.number(),
  title: z.string(),
  message: z.string(),
  lines: z.array(repeatedLine),
  stats: basketStats,
})

export type RepeatResult = Omit<z.output<typeof repeatReply>, 'status'>
