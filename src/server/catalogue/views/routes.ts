import * as api from '#shared/api/views.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { Api } from '#server/platform/http/api.ts'
import {
  addToCompare,
  compareGoods,
  deleteFilter,
  listComparedIds,
  listSavedFilters,
  listSeenGoods,
  markSeen,
  removeFromCompare,
  saveFilter,
} from './service.ts'

export function viewRoutes({ on }: Api, deps: { db: Db; catalogue: Catalogue }): void {
  on(api.compare, async ({ actor, input }) => {
    const { contractId, warehouses, rows, parameters, gone } = await compareGoods(deps, actor, {
      contractId: input.contract,
    })
    return { contract: contractId, actualWms: warehouses, products: rows, params: parameters, gone }
  })
  on(api.compareIds, async ({ actor }) => ({ ids: await listComparedIds(deps, actor) }))
  on(api.addToCompare, async ({ actor, input }) => ({ ids: await addToCompare(deps, actor, { ids: [input.id] }) }))
  on(api.addManyToCompare, async ({ actor, input }) => ({ ids: await addToCompare(deps, actor, input) }))
  on(api.removeFromCompare, async ({ actor, input }) => ({ ids: await removeFromCompare(deps, actor, input) }))
  on(api.clearCompare, async ({ actor }) => ({ ids: await removeFromCompare(deps, actor, { id: undefined }) }))

  on(api.recordView, async ({ actor, input }) => {
    await markSeen(deps, actor, input)
    return {}
  })
  on(api.viewedGoods, async ({ actor, input }) => {
    const { contractId, warehouses, rows } = await listSeenGoods(deps, actor, { contractId: input.contract })
    return { contract: contractId, actualWms: warehouses, goods: rows, count: rows.length }
  })

  on(api.savedFilters, async ({ actor }) => ({ filters: await listSavedFilters(deps, actor) }))
  on(api.saveFilter, ({ actor, input }) => saveFilter(deps, actor, { name: input.header, address: input.address }))
  on(api.deleteFilter, async ({ actor, input }) => ({ filters: await deleteFilter(deps, actor, input) }))
}
