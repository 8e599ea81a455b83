import { getBasketTableInit } from '#shared/api/basket.ts'
import { deliveryZones, type Tiles } from '#shared/api/delivery.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { getOffer, getZones } from './service.ts'
import { shapeMapZone, shapeOffer } from './shape.ts'

export function deliveryRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }) {
  on(getBasketTableInit, async ({ actor }) => {
    const offer = await getOffer(deps, buyer(actor), { now: new Date() })
    return shapeOffer(offer, { pricesShown: may(actor, 'price.view') })
  })

  on(deliveryZones, async ({ actor }) => {
    const { zones, pickupPoints } = await getZones(deps, buyer(actor), { now: new Date() })
    const pricesShown = may(actor, 'price.view')
    return {
      zones: zones.map((zone) => shapeMapZone(zone, { pricesShown })),
      pickup_points: pickupPoints,
      tiles: deps.tiles,
    }
  })
}
