import * as z from 'zod/mini'

/** The rate at which prices in a currency are sold: roubles for `nominal` units from `date` (dd.mm.yyyy) on. */
export const wireRate = z.object({ currency: z.string(), nominal: z.number(), rate: z.number(), date: z.string() })
