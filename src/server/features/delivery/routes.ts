import { getBasketTableInit } from '#shared/api/basket.ts'
import { deliveryZones, type Tiles } from '#shared/api/delivery.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/db/client.ts'
import { buyer } from '#server/http/actor.ts'
import type { Api } from '#server/http/api.ts'
import { getCheckout, getZones, type DatedZone } from './service.ts'

export function deliveryRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }) {
  on(getBasketTableInit, async ({ actor }) => {
    const checkout = await getCheckout(deps, buyer(actor), { now: new Date() })
    const pricesShown = may(actor.role, 'price.view')
    return {
      delivery_methods: checkout.methods.map(({ id, name, priceKopecks }) => ({
        id,
        header: name,
        price: roubles(priceKopecks),
        selected: id === checkout.selectedMethodId,
      })),
      delivery_companies: checkout.companies.map(({ id, name, types, terminals }) => {
        const usual = types.find(({ toTerminal }) => toTerminal) ?? types[0]
        return {
          id,
          header: name,
          types: types.map((type) => ({ id: type.id, header: type.name, selected: type === usual, to_terminal: type.toTerminal })),
          terminals: terminals.map(({ address, ...terminal }) => ({ id: terminal.id, header: address, city: terminal.city, schedule: terminal.schedule })),
        }
      }),
      delivery_zones: checkout.zones.map((zone) => shapeTerms(zone, { pricesShown })),
      dates: checkout.dates.map(formatDay),
      addresses: checkout.addresses.map(({ id, fullAddress, postindex, deliveryZoneId }) => ({
        id,
        full_address: fullAddress,
        postindex,
        zone: checkout.zones.some((zone) => zone.id === deliveryZoneId) ? deliveryZoneId : null,
      })),
      consignees: checkout.consignees.map(({ id, surname, name, patronymic, attorneyValidTo }) => ({
        id,
        header: [surname, name, patronymic].filter(Boolean).join(' '),
        valid_to: attorneyValidTo === null ? null : formatDay(attorneyValidTo),
      })),
    }
  })

  on(deliveryZones, async ({ actor }) => {
    const { zones, pickupPoints } = await getZones(deps, buyer(actor), { now: new Date() })
    const pricesShown = may(actor.role, 'price.view')
    return { zones: zones.map((zone) => ({ ...shapeTerms(zone, { pricesShown }), polygon: zone.polygon })), pickup_points: pickupPoints, tiles: deps.tiles }
  })
}

function shapeTerms({ id, name, priceKopecks, freeFromKopecks, weekdays, dates }: DatedZone, { pricesShown }: { pricesShown: boolean }) {
  return {
    id,
    header: name,
    price: pricesShown ? roubles(priceKopecks) : null,
    free_from: pricesShown && freeFromKopecks !== null ? roubles(freeFromKopecks) : null,
    weekdays,
    dates: dates.map(formatDay),
  }
}
