import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '#web/api/client.ts'
import { useBasket } from '#web/parts/basket/use-basket.ts'
import { removeInactive, useContracts, useIsSwitching } from '#web/buyer/contracts/use-contracts.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { describeLostContracts } from './lost-contracts.ts'

/** Follows a contract chosen in another window, taken away or given back: refetches its basket, then the rest. */
export function ContractSync() {
  const queries = useQueryClient()
  const { data: basket, error } = useBasket()
  const { contracts, chosen, isLoaded } = useContracts()
  const switching = useIsSwitching()
  const isOfAnother = basket !== undefined && basket.contract !== chosen?.id
  const hasLostAll = error instanceof CallError && error.code === 'noContract' && contracts.length > 0
  const isOutdated = isLoaded && (isOfAnother || hasLostAll) && !switching
  useEffect(() => {
    if (isOutdated) refetchAll(queries)
  }, [isOutdated, queries])
  useTellLostContracts()
  return null
}

/** Says which contracts are gone: the pages show another one's data without a word. */
function useTellLostContracts(): void {
  const queries = useQueryClient()
  const notify = useNotify()
  const { contracts, isLoaded } = useContracts()
  const known = useRef<typeof contracts>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    const before = known.current ?? contracts
    known.current = contracts
    const lost = before.filter(({ id }) => contracts.every((contract) => contract.id !== id))
    if (lost.length > 0 || contracts.length > before.length) refetchAll(queries)
    if (lost.length > 0) notify({ tone: 'warn', fadeMs: null, ...describeLostContracts(lost) })
  }, [contracts, isLoaded, notify, queries])
}

function refetchAll(queries: QueryClient): void {
  removeInactive(queries)
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'basket' })
}
