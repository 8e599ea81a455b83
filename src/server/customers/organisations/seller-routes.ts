import * as api from '#shared/api/staff/sellers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import { chooseSeller, listStaffContracts } from './contract-sellers.ts'
import { deleteSeller, saveSellerChanges } from './sellers.ts'
import { parseSeller, shapeSeller } from './shape-seller.ts'
import { listAllSellers } from './shared-queries-sellers.ts'

/** Our organisations as sellers, and the seller of each contract. */
export function sellerRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffSellers, async () => ({ items: (await listAllSellers(deps.db)).map(shapeSeller) }))
  on(api.saveSeller, async ({ actor, input }) => {
    const { id, sellers } = await saveSellerChanges(deps, actor, parseSeller(input))
    return { id, items: sellers.map(shapeSeller) }
  })
  on(api.deleteSeller, async ({ actor, input }) => ({
    items: (await deleteSeller(deps, actor, input)).map(shapeSeller),
  }))
  on(api.staffContracts, async ({ input: { query, page, perpage } }) => {
    const { items, pagination } = await listStaffContracts(deps, { query, page, perPage: perpage })
    return { items, pagination: shapePagination(pagination) }
  })
  on(api.setContractSeller, ({ actor, input: { id, seller: sellerId = null } }) =>
    chooseSeller(deps, actor, { contractId: id, sellerId }),
  )
}
