import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBasket } from '#web/parts/basket/use-basket.ts'
import { removeInactive, useContracts, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'

/** Follows a contract chosen in another window: refetches its basket, then everything else. */
export function ContractSync() {
  const queries = useQueryClient()
  const { data: basket } = useBasket()
  const { chosen } = useContracts()
  const switching = useIsSwitching()
  const isOutdated = basket !== undefined && chosen !== undefined && basket.contract !== chosen.id && !switching
  useEffect(() => {
    if (!isOutdated) return
    removeInactive(queries)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'basket' })
  }, [isOutdated, queries])
  return null
}
