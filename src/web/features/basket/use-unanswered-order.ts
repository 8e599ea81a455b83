import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAttempt } from './attempt.ts'
import { placingKey, usePlaceOrder, type PlacedOrder } from './use-place-order.ts'

/**
 * An order that was sent but whose answer never came, while the basket is empty now: asks again under its key,
 * which answers the order that was placed and never places a second one. True while it asks.
 */
export function useUnansweredOrder({ contract, empty, onPlaced }: { contract: number; empty: boolean; onPlaced: (order: PlacedOrder) => void }): boolean {
  const queries = useQueryClient()
  const { mutate, isPending } = usePlaceOrder({ flush: () => Promise.resolve(), onPlaced })
  useEffect(() => {
    const attempt = readAttempt()
    if (!empty || attempt?.input.contract !== contract || queries.isMutating({ mutationKey: placingKey }) > 0) return
    mutate(attempt)
  }, [contract, empty, mutate, queries])
  return isPending
}
