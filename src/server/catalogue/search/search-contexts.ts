import type { Db } from '#server/platform/db/client.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Marks } from '#server/catalogue/facets/render/answer.ts'
import { listMarks } from './queries.ts'

/** Data of an account under a contract that a search needs. */
export type SearchContext = {
  contract: ContractView
  /** The warehouse chosen last under this contract; undefined = all. */
  savedWarehouseId: number | undefined
  /** By product; a variant's marks belong to its product. */
  marks: Map<number, Marks>
  /** Thousandths in the basket by product or variant. */
  basketMilli: Map<number, number>
}

export type SearchContexts = ReturnType<typeof createSearchContexts>

const cacheMs = 900
const maxCached = 5_000

/**
 * Search contexts by account and contract (undefined: the chosen one), cached for under a second like sessions, so that
 * a search needs no SQL. Changes in this process call `forget` and are visible at once.
 */
export function createSearchContexts({ db, hasPriceType }: { db: Db; hasPriceType: (id: number) => boolean }) {
  const cache = new Map<number, Map<number | undefined, { searchContext: Promise<SearchContext>; untilMs: number }>>()

  async function load(accountId: number, contractId: number | undefined): Promise<SearchContext> {
    const contract = await getContractView({ db }, { accountId, contractId })
    const { savedWarehouseId, ...marked } = await listMarks(db, { accountId, contractId: contract.contractId })
    // A price type derived just now is in the next snapshot; until then the goods stand there at list prices.
    if (!hasPriceType(contract.priceTypeId)) contract.priceTypeId = contract.basePriceTypeId
    return { contract, savedWarehouseId: validWarehouse(contract, savedWarehouseId), ...marked }
  }

  return {
    find(accountId: number, contractId: number | undefined): Promise<SearchContext> {
      const nowMs = performance.now()
      const known = cache.get(accountId)?.get(contractId)
      if (known && known.untilMs > nowMs) return known.searchContext
      if (cache.size >= maxCached) cache.clear()
      const byContract = cache.get(accountId) ?? new Map()
      const searchContext = load(accountId, contractId)
      byContract.set(contractId, { searchContext, untilMs: nowMs + cacheMs })
      cache.set(accountId, byContract)
      searchContext.catch(() => byContract.delete(contractId))
      return searchContext
    },

    forget(accountId: number): void {
      cache.delete(accountId)
    },
  }
}

/** A saved warehouse that the contract no longer has is ignored. */
function validWarehouse({ warehouses }: ContractView, savedWarehouseId: number | null): number | undefined {
  return warehouses.some(({ id }) => id === savedWarehouseId) ? (savedWarehouseId ?? undefined) : undefined
}
