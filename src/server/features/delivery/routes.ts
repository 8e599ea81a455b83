import { getBasketTableInit } from '#shared/api/basket.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import type { Db } from '#server/db/client.ts'
import { buyer } from '#server/http/actor.ts'
import type { Api } from '#server/http/api.ts'
import { getCheckout } from './service.ts'

export function deliveryRoutes({ on }: Api, deps: { db: Db }) {
  on(getBasketTableInit, async ({ actor }) => {
    const checkout = await getCheckout(deps, buyer(actor), { now: new Date() })
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
          types: types.map((type) => ({ id: type.id, header: type.name, selected: type === usual })),
          terminals: terminals.map((terminal) => ({ id: terminal.id, header: terminal.address, city: terminal.city })),
        }
      }),
      dates: checkout.dates.map(formatDay),
      addresses: checkout.addresses.map(({ id, fullAddress, postindex }) => ({ id, full_address: fullAddress, postindex })),
      consignees: checkout.consignees.map(({ id, surname, name, patronymic }) => ({
        id,
        header: [surname, name, patronymic].filter(Boolean).join(' '),
      })),
    }
  })
}
