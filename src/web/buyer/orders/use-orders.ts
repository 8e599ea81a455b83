import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelOrder, changeOrder, getOrder, listOrders } from '#shared/api/orders.ts'
import { awaitingApproval } from '#shared/rules/order-states.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { isValidOrdersPeriod, type OrdersSearch } from './orders-url.ts'

/** Key prefix of all order queries, including approvals. */
export const ordersKey = ['orders']

/** A page of orders; previous rows stay, dimmed, while new ones load. */
export function useOrders(search: OrdersSearch) {
  return useQuery({ ...ordersQuery(search), enabled: isValidOrdersPeriod(search), placeholderData: keepPreviousData })
}

export function ordersQuery(search: OrdersSearch) {
  return queryOptions({
    queryKey: [...ordersKey, 'list', search],
    queryFn: ({ signal }) => call(listOrders, search, { signal }),
  })
}

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: [...ordersKey, 'one', id],
    queryFn: async ({ signal }) => (await call(getOrder, { id }, { signal })).order,
  })
}

/** Cancels an order, or requests it from staff; the reply has the new state [T.1]. */
export function useCancelOrder(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (comment: string) => call(cancelOrder, { id, comment }),
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}

/**
 * Reduces lines of the shown order version; a concurrent change is a conflict. `onChanged` runs even if the form is
 * unmounted.
 */
export function useChangeOrder(
  { id, version }: { id: number; version: number },
  onChanged: (order: { status: string }) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (lines: { line: number; qnt: number }[]) => call(changeOrder, { id, version, lines }),
    onSuccess: onChanged,
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}

/** Number of orders waiting for the head's approval. */
export const awaitingCountQuery = queryOptions({
  queryKey: [...ordersKey, 'awaiting'],
  queryFn: async ({ signal }) =>
    (await call(listOrders, { dateselect: 'year', state: awaitingApproval, perpage: 1 }, { signal })).pagination.total,
  refetchInterval: pollEvery(60_000),
})
