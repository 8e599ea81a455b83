import * as z from 'zod/mini'
import { wirePriceBreak } from '../basket.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, orJson, success, wireId } from '../wire.ts'

const maxIds = 500

export const goodsBreaks = endpoint({
  verb: 'GET',
  path: '/api/priceBreaks/',
  right: 'catalogue.view',
  summary: 'Price breaks of goods and variants under the contract; only goods that have any',
  input: z.object({
    contract: chosen(wireId),
    ids: orJson(z.array(wireId).check(z.maxLength(maxIds)), 10_000),
  }),
  reply: z.object({
    ...success,
    items: z.array(
      z.object({
        id: z.number(),
        unit: z.string(),
        /** By kind and threshold; those that lower nothing are left out. */
        breaks: z.array(wirePriceBreak),
      }),
    ),
  }),
})
