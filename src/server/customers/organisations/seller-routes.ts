import * as api from '#shared/api/staff/sellers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { chooseSeller, listStaffContracts } from './contract-sellers.ts'
import { deleteSeller, saveSellerChanges, listSellers } from './sellers.ts'

/** Our organisations as sellers, and the seller of each contract. */
export function sellerRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSellers, () => listSellers(deps))
  on(api.saveSeller, ({ actor, input }) => saveSellerChanges(deps, actor, input))
  on(api.deleteSeller, ({ actor, input }) => deleteSeller(deps, actor, input))
  on(api.staffContracts, async ({ input: { query, page, perpage } }) => {
    const { items, pagination } = await listStaffContracts(deps, { query, page, perPage: perpage })
    return { items, pagination: shapePagination(pagination) }
  })
  on(api.setContractSeller, ({ actor, input }) => chooseSeller(deps, actor, input))
}
