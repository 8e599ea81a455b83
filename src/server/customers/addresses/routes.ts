import * as api from '#shared/api/organisation/addresses.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import { getAddress, readAddresses, removeAddress, saveAddressInput } from './service.ts'
import { parseAddress, shapeAddress } from './shape.ts'

/** Delivery addresses of the buyer's organisation [C.37]. */
export function addressRoutes({ on }: Api, deps: { db: Db; suggestions: Suggestions }): void {
  on(api.listAddresses, async ({ actor }) => {
    const items = (await readAddresses(deps, buyer(actor))).map(shapeAddress)
    return { items, count: items.length }
  })
  on(api.readAddress, async ({ actor, input }) => ({
    address: shapeAddress(await getAddress(deps, buyer(actor), input)),
  }))
  on(api.queryAddresses, async ({ actor, input }) => {
    // Selecting nothing clears the value [V.17]: an empty query has no suggestions.
    const query = input.query.trim()
    if (query === '') return { suggestions: [] }
    const { suggestions } = await deps.suggestions.addresses(query, buyer(actor))
    return { suggestions }
  })
  on(api.saveAddress, async ({ actor, input }) => ({
    address: shapeAddress(await saveAddressInput(deps, buyer(actor), parseAddress(input))),
  }))
  on(api.deleteAddress, async ({ actor, input }) => {
    await removeAddress(deps, buyer(actor), input)
    return {}
  })
}
