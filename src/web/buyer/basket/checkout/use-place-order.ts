import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getBasketTableInit } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { createOrder } from '#shared/api/orders.ts'
import { call, CallError } from '#web/api/client.ts'
import { attemptFor, clearAttempt, type PlaceOrderInput } from './attempt.ts'

export type PlacedOrder = Pick<ReplyOf<typeof createOrder>, 'id' | 'numberOrder' | 'awaits'>

/** Key of the order mutation: two never run at once. */
export const placingKey = ['placing an order']

export const checkoutQuery = queryOptions({
  queryKey: ['basket', 'checkout'],
  queryFn: ({ signal }) => call(getBasketTableInit, {}, { signal }),
  staleTime: 60_000,
})

/** Whether checkout offers a consignee after a refetch: not if the power of attorney ends before the delivery. */
export function useIsOffered(): (consignee: { id: number }) => boolean {
  const queries = useQueryClient()
  return ({ id }) =>
    queries.getQueryData(checkoutQuery.queryKey)?.consignees.some((consignee) => consignee.id === id) ?? false
}

/**
 * Places the order with one idempotency key per attempt: after a lost connection or a restart it is retried with the
 * same key, so it is placed once.
 */
export function usePlaceOrder({
  flush,
  onPlaced,
}: {
  flush: () => Promise<{ asShown: boolean }>
  onPlaced: (order: PlacedOrder) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: placingKey,
    mutationFn: async (order: PlaceOrderInput) => {
      const { asShown } = await flush()
      if (!asShown) throw new BasketChanged()
      const { input, key, askedBy } = attemptFor(order)
      return call(createOrder, input, { key, askedBy })
    },
    retry: (failures, error) => failures < 3 && isUnanswered(error),
    retryDelay: (failures) => 1000 * 2 ** failures,
    onSuccess: async (placed) => {
      clearAttempt()
      onPlaced(placed)
      await refreshAfterOrder(queries)
    },
    onError: async (error) => {
      console.error('order refused', error)
      if (isUnanswered(error) || error instanceof BasketChanged) return
      clearAttempt()
      await queries.invalidateQueries({ queryKey: ['basket'] })
    },
  })
}

/** Only quantities shown on the screen are ordered, not ones that the server has just corrected. */
class BasketChanged extends Error {
  constructor() {
    super('Количество в корзине изменилось. Проверьте строки и оформите заказ ещё раз')
  }
}

export function refreshAfterOrder(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'contracts' })
}

/** Unknown whether the order was placed: retry with the same key. */
export function isUnanswered(error: Error): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}
