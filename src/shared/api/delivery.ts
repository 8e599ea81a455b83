import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { chosen, nothing, success, wireDate, wireId, wireText } from './wire.ts'

/** Corners, [longitude, latitude] in degrees (WGS 84), in GeoJSON's order; the last one connects to the first. */
export const polygon = z.array(z.readonly(z.tuple([z.number(), z.number()])))

/**
 * A tile server for the map: address with {z}, {x} and {y}, and its attribution; null = zones are drawn without a map.
 */
export const tiles = z.nullable(z.object({ url: z.string(), attribution: z.string() }))

/** Terms of a zone. Roubles; null where the caller may not see prices. */
export const zoneTerms = {
  id: z.number(),
  header: z.string(),
  price: z.nullable(z.number()),
  /** Sum of goods from which delivery is free; null = never, or unknown. */
  free_from: z.nullable(z.number()),
  /** Delivery weekdays, Monday 1 to Sunday 7. */
  weekdays: z.array(z.number()),
  /** Days to choose from, dd.mm.yyyy [V.12]. */
  dates: z.array(z.string()),
}

/** Choices for the delivery of an order. */
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
  /** Zones of own transport; empty = it delivers everywhere. */
  delivery_zones: z.array(z.object(zoneTerms)),
  /** Days to choose from, dd.mm.yyyy [V.12]; for own transport see its zone. */
  dates: z.array(z.string()),
  /** `zone`: the zone of the last delivery to the address, if it is still active. */
  addresses: z.array(
    z.object({ id: z.number(), full_address: z.string(), postindex: z.string(), zone: z.nullable(z.number()) }),
  ),
  /**
   * Consignees whose power of attorney is valid on the first of the days; `valid_to`: its last day, dd.mm.yyyy, null =
   * no end.
   */
  consignees: z.array(z.object({ id: z.number(), header: z.string(), valid_to: z.nullable(z.string()) })),
}

const offer = z.object(deliveryOffer)
export type DeliveryOffer = z.output<typeof offer>

/** The chosen delivery of an order. */
export const deliveryChoice = {
  consignee: chosen(wireId),
  address: chosen(wireId),
  delivery_method: wireId,
  delivery_company: chosen(wireId),
  delivery_type: chosen(wireId),
  terminal: chosen(wireId),
  /** Zone of own transport; absent = the zone of the last delivery to the address. */
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
  /** `free_from` of a zone is the chosen contract's own sum, where it has one. */
  summary: 'Zones of own transport with outlines, days and prices, and warehouses for pickup',
  input: nothing,
  reply: z.object({
    ...success,
    zones: z.array(mapZone),
    /** Warehouses of the caller's contracts that have an address. */
    pickup_points: z.array(z.object({ id: z.number(), header: z.string(), address: z.string() })),
    tiles,
  }),
})
