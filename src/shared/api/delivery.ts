import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, success, wireDate, wireId, wireText } from './wire.ts'

/** Corners, [longitude, latitude] in degrees (WGS 84), as GeoJSON orders them; the last is joined to the first. */
export const polygon = z.array(z.readonly(z.tuple([z.number(), z.number()])))

/**
 * A tile server under the map: an address with {z}, {x} and {y}, and whom to thank for it; null = zones alone are
 * drawn.
 */
export const tiles = z.nullable(z.object({ url: z.string(), attribution: z.string() }))

/** What is said of a zone wherever it is offered. Roubles; null where the caller may not see prices. */
export const zoneTerms = {
  id: z.number(),
  header: z.string(),
  price: z.nullable(z.number()),
  /** From this sum of goods on it is free; null = never, or unknown. */
  free_from: z.nullable(z.number()),
  /** Days of the week that are driven, Monday 1 to Sunday 7. */
  weekdays: z.array(z.number()),
  /** Days that may be chosen, dd.mm.yyyy [V.12]. */
  dates: z.array(z.string()),
}

/** What an order's delivery may be chosen from. */
export const deliveryOffer = {
  delivery_methods: z.array(z.object({ id: z.number(), header: z.string(), price: z.number(), selected: z.boolean() })),
  delivery_companies: z.array(
    z.object({
      id: z.number(),
      header: z.string(),
      types: z.array(z.object({ id: z.number(), header: z.string(), selected: z.boolean(), to_terminal: z.boolean() })),
      terminals: z.array(z.object({ id: z.number(), header: z.string(), city: z.string(), schedule: z.string() })),
    }),
  ),
  /** Zones of own transport; none = it drives everywhere. */
  delivery_zones: z.array(z.object(zoneTerms)),
  /** Days that may be chosen, dd.mm.yyyy [V.12]; own transport has those of its zone. */
  dates: z.array(z.string()),
  /** `zone`: the one that the address was last delivered by, while it is served. */
  addresses: z.array(
    z.object({ id: z.number(), full_address: z.string(), postindex: z.string(), zone: z.nullable(z.number()) }),
  ),
  /**
   * Those whose power of attorney holds on the first of the days; `valid_to`: its last day, dd.mm.yyyy, null = no end.
   */
  consignees: z.array(z.object({ id: z.number(), header: z.string(), valid_to: z.nullable(z.string()) })),
}

const offer = z.object(deliveryOffer)
export type DeliveryOffer = z.output<typeof offer>

/** How an order shall travel. */
export const deliveryChoice = {
  consignee: chosen(wireId),
  address: chosen(wireId),
  delivery_method: wireId,
  delivery_company: chosen(wireId),
  delivery_type: chosen(wireId),
  terminal: chosen(wireId),
  /** Of own transport; without it, the zone that the address was last delivered by. */
  delivery_zone: chosen(wireId),
  date: z.optional(
    z.pipe(
      z.union([wireDate, z.literal(''), z.null()]),
      z.transform((given) => given || undefined),
    ),
  ),
  client_number: z.optional(z.nullable(wireText(50))),
}

const choice = z.object(deliveryChoice)
export type DeliveryChoice = z.output<typeof choice>

export const mapZone = z.object({ ...zoneTerms, polygon })
export type MapZone = z.output<typeof mapZone>
export type Tiles = z.output<typeof tiles>

export const deliveryZones = endpoint({
  verb: 'GET',
  path: '/api/deliveryZones/',
  right: 'delivery.view',
  /** A zone is `free_from` the sum of the chosen contract, where that has one of its own. */
  summary: 'Where own transport drives: zones with their outlines, days and prices, and warehouses to pick goods up at',
  input: nothing,
  reply: z.object({
    ...success,
    zones: z.array(mapZone),
    /** Warehouses of the allotted contracts that have an address. */
    pickup_points: z.array(z.object({ id: z.number(), header: z.string(), address: z.string() })),
    tiles,
  }),
})
