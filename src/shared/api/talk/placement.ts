import * as z from 'zod/mini'
import { buyerRoles } from '../../rights.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, success, wireCount, wireDate, wireId, wireText } from '../wire.ts'

/**
 * Order, days (dd.mm.yyyy, both included, null = no limit) and audience of a page or news item. Each non-empty list
 * restricts the audience; all of them apply together.
 */
export const placement = {
  /** Lower positions come first. */
  position: z.number(),
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  roles: z.array(z.enum(buyerRoles)),
  /** Ids of price types of the reader's contracts. */
  price_types: z.array(z.number()),
  organisations: z.array(z.number()),
  /** Whether it is shown today, by its days and its switch. */
  state: z.enum(['running', 'coming', 'over', 'off']),
}
const shape = z.object(placement)
export type Placement = z.output<typeof shape>

const maxNamed = 200

export const placementInput = {
  position: z.optional(wireCount),
  starts: chosen(wireDate),
  ends: chosen(wireDate),
  roles: z.optional(z.array(z.enum(buyerRoles)).check(z.maxLength(buyerRoles.length))),
  price_types: z.optional(z.array(wireId).check(z.maxLength(maxNamed))),
  organisations: z.optional(z.array(wireId).check(z.maxLength(maxNamed))),
}

const named = z.array(z.object({ id: z.number(), header: z.string() }))

export const staffAudience = endpoint({
  verb: 'GET',
  path: '/api/staff/audience/',
  right: 'staff.catalogue',
  summary:
    'To whom a page or news may be shown: all price types; the organisations that pages and news name already, ' +
    'or those whose name or ИНН says the query, 20',
  input: z.object({ query: z.optional(wireText(100).check(z.trim())) }),
  reply: z.object({ ...success, price_types: named, organisations: named }),
})
export type AudienceChoice = z.output<typeof named>[number]
