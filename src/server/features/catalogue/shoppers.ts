import type { Db } from '#server/db/client.ts'
import { getContractView } from '#server/features/organisations/contract-view.ts'
import type { ContractView } from '#server/features/organisations/queries-contracts.ts'
import type { Marks } from './facets/answer.ts'
import { listMarks } from './queries.ts'

/** What a search needs to know of an account under a contract. */
export type Shopper = {
  contract: ContractView
  /** The warehouse last chosen under this contract; undefined = all. */
  keptWarehouseId: number | undefined
  /** By product; a variant's marks are its parent's. */
  marks: Map<number, Marks>
  /** Thousandths in the basket by product or variant. */
  basketMilli: Map<number, number>
}

export type Shoppers = ReturnType<typeof createShoppers>

const cacheMs = 900
const mostCached = 5_000

/**
 * Shoppers by account and contract (undefined: the chosen one), remembered for less than a second, like sessions, so
 * that a search costs no SQL while nothing may look older than a second. Whatever changes a basket, a list or a choice
 * in this process calls `forget` and shows at once.
 */
export function createShoppers({ db }: { db: Db }) {
  const cache = new Map<number, Map<number | undefined, { shopper: Promise<Shopper>; untilMs: number }>>()

  async function load(accountId: number, contractId: number | undefined): Promise<Shopper> {
    const contract = await getContractView({ db }, { accountId, contractId })
    const { keptWarehouseId, ...listed } = await listMarks(db, { accountId, contractId: contract.contractId })
    return { contract, keptWarehouseId: knownWarehouse(contract, keptWarehouseId), ...listed }
  }

  return {
    find(accountId: number, contractId: number | undefined): Promise<Shopper> {
      const nowMs = performance.now()
      const known = cache.get(accountId)?.get(contractId)
      if (known && known.untilMs > nowMs) return known.shopper
      if (cache.size >= mostCached) cache.clear()
      const ofAccount = cache.get(accountId) ?? new Map()
      const shopper = load(accountId, contractId)
      ofAccount.set(contractId, { shopper, untilMs: nowMs + cacheMs })
      cache.set(accountId, ofAccount)
      shopper.catch(() => ofAccount.delete(contractId))
      return shopper
    },

    forget(accountId: number): void {
      cache.delete(accountId)
    },
  }
}

/** A kept warehouse that the contract has lost counts as none. */
function knownWarehouse({ warehouses }: ContractView, keptWarehouseId: number | null): number | undefined {
  return warehouses.some(({ id }) => id === keptWarehouseId) ? (keptWarehouseId ?? undefined) : undefined
}
