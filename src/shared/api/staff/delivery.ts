import * as z from 'zod/mini'
import { polygon, tiles } from '../delivery.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, success, wireCount, wireFlag, wireId, wireNumber, wireText } from '../wire.ts'

/** A delivery method as staff edit it. Inactive ones are not offered; existing orders keep naming them. */
const method = z.object({
  id: z.number(),
  header: z.string(),
  /** Roubles; for own transport only where no zone is drawn. */
  price: z.number(),
  /** Sent back with a change, to detect concurrent changes; likewise in the schemas below. */
  version: z.string(),
})

const company = z.object({
  id: z.number(),
  header: z.string(),
  active: z.boolean(),
  types: z.array(z.object({ id: z.number(), header: z.string(), to_terminal: z.boolean(), active: z.boolean() })),
  terminals: z.array(
    z.object({ id: z.number(), city: z.string(), header: z.string(), schedule: z.string(), active: z.boolean() }),
  ),
  version: z.string(),
})

const zone = z.object({
  id: z.number(),
  header: z.string(),
  polygon,
  /** Monday 1 to Sunday 7. */
  weekdays: z.array(z.number()),
  price: z.number(),
  /** Sum of goods in roubles from which it is free, unless the contract has its own; null = never. */
  free_from: z.nullable(z.number()),
  active: z.boolean(),
  position: z.number(),
  version: z.string(),
})

export type StaffMethod = z.output<typeof method>
export type StaffCompany = z.output<typeof company>
export type StaffZone = z.output<typeof zone>

const all = z.object({ ...success, methods: z.array(method), companies: z.array(company), zones: z.array(zone), tiles })

export const maxTypes = 20
export const maxTerminals = 2000
export const maxZones = 100

const header = wireText(200).check(z.trim())
const version = z.optional(wireText(40))
/** Roubles, 0 to 10 million. */
const price = z.pipe(wireNumber, z.number().check(z.minimum(0), z.maximum(10_000_000)))

export const staffDelivery = endpoint({
  verb: 'GET',
  path: '/api/staff/delivery/',
  right: 'staff.delivery',
  summary: 'Methods of delivery, carriers with their types and terminals, zones of own transport',
  input: nothing,
  reply: all,
})

const saves = { verb: 'POST', path: '/api/staff/delivery/', right: 'staff.delivery' } as const

export const saveDeliveryMethod = endpoint({
  ...saves,
  method: 'saveMethod',
  summary: 'Rename a method of delivery, or change its price. 409 when somebody else has changed it',
  input: z.object({ id: wireId, version, header, price }),
  reply: all,
})

export const saveDeliveryCompany = endpoint({
  ...saves,
  method: 'saveCompany',
  summary:
    'Add a carrier (without id) or change one with its types and terminals; those not listed stay. ' +
    '409 when somebody else has changed it. Idempotent',
  input: z.object({
    id: chosen(wireId),
    version,
    header,
    active: z._default(wireFlag, true),
    types: z
      .array(z.object({ id: chosen(wireId), header, to_terminal: wireFlag, active: z._default(wireFlag, true) }))
      .check(z.maxLength(maxTypes)),
    terminals: z
      .array(
        z.object({
          id: chosen(wireId),
          city: wireText(100).check(z.trim()),
          header,
          schedule: z._default(wireText(200).check(z.trim()), ''),
          active: z._default(wireFlag, true),
        }),
      )
      .check(z.maxLength(maxTerminals)),
  }),
  reply: z.extend(all, { id: z.number() }),
})

export const saveDeliveryZone = endpoint({
  ...saves,
  method: 'saveZone',
  summary: 'Create a zone (without id) or change one. 409 when somebody else has changed it. Idempotent',
  input: z.object({
    id: chosen(wireId),
    version,
    header,
    polygon: z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(1000)),
    weekdays: z.array(wireId).check(z.maxLength(7)),
    price,
    free_from: z.optional(z.nullable(price)),
    active: z._default(wireFlag, true),
    /**
     * Where zones overlap, the first one applies. Without it a new zone becomes the last, and an existing one keeps its
     * position.
     */
    position: z.optional(wireCount),
  }),
  reply: z.extend(all, { id: z.number() }),
})
