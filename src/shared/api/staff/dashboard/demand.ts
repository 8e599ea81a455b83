import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { nothing, success } from '../../wire.ts'

export const emptySearchDays = 7

export const staffEmptySearches = endpoint({
  verb: 'GET',
  path: '/api/staff/dashboard/searches/',
  right: 'staff.catalogue',
  summary: 'Words that found nothing in the whole catalogue in the last 7 days, the most frequent first',
  input: nothing,
  reply: z.object({
    ...success,
    /** Searches by words, and those of them that found nothing. */
    searches: z.number(),
    empty: z.number(),
    /** `synonym`: staff have added the words to the synonyms since. */
    items: z.array(z.object({ query: z.string(), times: z.number(), synonym: z.boolean() })),
  }),
})

const buyer = z.object({
  id: z.number(),
  name: z.string(),
  manager: z.string(),
  orders: z.number(),
  /** Days between two orders on average, and since the last one. */
  every: z.number(),
  silent: z.number(),
  /** Roubles per order on average. */
  average: z.number(),
})

export const staffSilentBuyers = endpoint({
  verb: 'GET',
  path: '/api/staff/dashboard/silent/',
  right: 'staff.customers',
  summary:
    "The caller's customers who ordered regularly and stopped: 4 orders or more within a year, and now twice as long " +
    'without one as between two of them, but at least 14 days; the largest sums first',
  input: nothing,
  reply: z.object({ ...success, items: z.array(buyer), count: z.number() }),
})
