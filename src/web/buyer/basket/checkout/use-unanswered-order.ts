import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findPlacedOrder } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'
import { clearAttempt, readAttempt } from './attempt.ts'
import { placingKey, refreshAfterOrder, type PlacedOrder } from './use-place-order.ts'

/**
 * After an order without an answer, when the basket is now empty: checks whether one was placed under its key. True
 * while checking.
 */
export function useUnansweredOrder({
  contract,
  empty,
  onPlaced,
}: {
  contract: number
  empty: boolean
  onPlaced: (order: PlacedOrder) => void
}): boolean {
  const queries = useQueryClient()
  const attempt = empty && queries.isMutating({ mutationKey: placingKey }) === 0 ? readAttempt() : undefined
  const key = attempt?.input.contract === contract ? attempt.key : undefined
  const { data: placed, isFetching } = useQuery({
    queryKey: ['placed order', key],
    queryFn: async ({ signal }) => (await call(findPlacedOrder, { key: key ?? '' }, { signal })).order,
    enabled: key !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!placed || readAttempt()?.key !== key) return
    clearAttempt()
    onPlaced(placed)
    void refreshAfterOrder(queries)
  }, [placed, key, onPlaced, queries])
  return isFetching
}
