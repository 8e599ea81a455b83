import type { DeliveryOffer, MapZone } from '#shared/api/delivery.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import type { DatedZone, Offer } from './service.ts'

export function shapeOffer(offer: Offer, { pricesShown }: { pricesShown: boolean }): DeliveryOffer {
  return {
    delivery_methods: offer.methods.map(({ id, name, priceKopecks }) => ({
      id,
      header: name,
      price: roubles(priceKopecks),
      selected: id === offer.selectedMethodId,
    })),
    delivery_companies: offer.companies.map(({ id, name, types, terminals }) => {
      const usual = types.find(({ toTerminal }) => toTerminal) ?? types[0]
      return {
        id,
        header: name,
        types: types.map((type) => ({
          id: type.id,
          header: type.name,
          selected: type === usual,
          to_terminal: type.toTerminal,
        })),
        terminals: terminals.map(({ address, ...terminal }) => ({
          id: terminal.id,
          header: address,
          city: terminal.city,
          schedule: terminal.schedule,
        })),
      }
    }),
    delivery_zones: offer.zones.map((zone) => shapeTerms(zone, { pricesShown })),
    dates: offer.dates.map(formatDay),
    addresses: offer.addresses.map(({ id, fullAddress, postindex, deliveryZoneId }) => ({
      id,
      full_address: fullAddress,
      postindex,
      zone: offer.zones.some((zone) => zone.id === deliveryZoneId) ? deliveryZoneId : null,
    })),
    consignees: offer.consignees.map(({ id, surname, name, patronymic, attorneyValidTo }) => ({
      id,
      header: [surname, name, patronymic].filter(Boolean).join(' '),
      valid_to: attorneyValidTo === null ? null : formatDay(attorneyValidTo),
    })),
  }
}

export function shapeMapZone(zone: DatedZone, { pricesShown }: { pricesShown: boolean }): MapZone {
  return { ...shapeTerms(zone, { pricesShown }), polygon: zone.polygon }
}

function shapeTerms(
  { id, name, priceKopecks, freeFromKopecks, weekdays, dates }: DatedZone,
  { pricesShown }: { pricesShown: boolean },
) {
  return {
    id,
    header: name,
    price: pricesShown ? roubles(priceKopecks) : null,
    free_from: pricesShown && freeFromKopecks !== null ? roubles(freeFromKopecks) : null,
    weekdays,
    dates: dates.map(formatDay),
  }
}
