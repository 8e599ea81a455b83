import type { Db } from '#server/platform/db/client.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Marks } from '#server/catalogue/facets/render/answer.ts'
import { listMarks } from './queries.ts'

/** What a search needs to know of an account under a contract. */
export type SearchContext = {
  contract: ContractView
  /** The warehouse last chosen under this contract; undefined = all. */
  savedWarehouseId: number | undefined
  /** By product; a variant's marks are its parent's. */
  marks: Map<number, Marks>
  /** Thousandths in the basket by product or variant. */
  basketMilli: Map<number, number>
}

export type SearchContexts = ReturnType<typeof createSearchContexts>

const cacheMs = 900
const maxCached = 5_000

/**
 * Search contexts by account and contract (undefined: the chosen one), cached for less than a second, like sessions, so
 * that a search costs no SQL. A change of a basket, list or choice in this process calls `forget` and is visible at
 * once.
 */
export function createSearchContexts({ db }: { db: Db }) {
  const cache = new Map<number, Map<number | undefined, { searchContext: Promise<SearchContext>; untilMs: number }>>()

  async function load(accountId: number, contractId: number | undefined): Promise<SearchContext> {
    const contract = await getContractView({ db }, { accountId, contractId })
    const { savedWarehouseId, ...listed } = await listMarks(db, { accountId, contractId: contract.contractId })
    return { contract, savedWarehouseId: knownWarehouse(contract, savedWarehouseId), ...listed }
  }

  return {
    find(accountId: number, contractId: number | undefined): Promise<SearchContext> {
      const nowMs = performance.now()
      const known = cache.get(accountId)?.get(contractId)
      if (known && known.untilMs > nowMs) return known.searchContext
      if (cache.size >= maxCached) cache.clear()
      const ofAccount = cache.get(accountId) ?? new Map()
      const searchContext = load(accountId, contractId)
      ofAccount.set(contractId, { searchContext, untilMs: nowMs + cacheMs })
      cache.set(accountId, ofAccount)
      searchContext.catch(() => ofAccount.delete(contractId))
      return searchContext
    },

    forget(accountId: number): void {
      cache.delete(accountId)
    },
  }
}

/** A kept warehouse that the contract has lost counts as none. */
function knownWarehouse({ warehouses }: ContractView, savedWarehouseId: number | null): number | undefined {
  return warehouses.some(({ id }) => id === savedWarehouseId) ? (savedWarehouseId ?? undefined) : undefined
}
