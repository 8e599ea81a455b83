import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, success } from './wire.ts'

/** Corners, [longitude, latitude] in degrees (WGS 84), as GeoJSON orders them; the last is joined to the first. */
export const polygon = z.array(z.readonly(z.tuple([z.number(), z.number()])))

/** A tile server under the map: an address with {z}, {x} and {y}, and whom to thank for it; null = zones alone are drawn. */
export const tiles = z.nullable(z.object({ url: z.string(), attribution: z.string() }))

/** What is said of a zone wherever it is offered. Roubles; null where the caller may not see prices. */
export const zoneTerms = {
  id: z.number(),
  header: z.string(),
  price: z.nullable(z.number()),
  /** From this sum of goods on it is free; null = never, or not told. */
  free_from: z.nullable(z.number()),
  /** Days of the week that are driven, Monday 1 to Sunday 7. */
  weekdays: z.array(z.number()),
  /** Days that may be chosen, dd.mm.yyyy [V.12]. */
  dates: z.array(z.string()),
}

const mapZone = z.object({ ...zoneTerms, polygon })
export type MapZone = z.output<typeof mapZone>
export type Tiles = z.output<typeof tiles>

export const deliveryZones = endpoint({
  verb: 'GET',
  path: '/api/deliveryZones/',
  right: 'delivery.view',
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
