import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBasket } from '#web/parts/basket/use-basket.ts'
import { removeInactive, useContracts, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'

/** Another window of the person has chosen another contract: the basket comes under that one, and all else follows. */
export function ContractSync() {
  const queries = useQueryClient()
  const { data: basket } = useBasket()
  const { chosen } = useContracts()
  const switching = useIsSwitching()
  const strays = basket !== undefined && chosen !== undefined && basket.contract !== chosen.id && !switching
  useEffect(() => {
    if (!strays) return
    removeInactive(queries)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'basket' })
  }, [strays, queries])
  return null
}
