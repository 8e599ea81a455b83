import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { approveOrder, refuseOrder } from '#shared/api/approvals.ts'
import { cancelOrder, changeOrder, getOrder, listOrders } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'
import { isPeriod, type OrdersSearch } from './orders-url.ts'

const ordersKey = ['orders']

/** A page of orders; the old rows stay, dimmed, while other ones come. */
export function useOrders(search: OrdersSearch) {
  return useQuery({ ...ordersQuery(search), enabled: isPeriod(search), placeholderData: keepPreviousData })
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

/** Ends an order, or asks staff to; its answer tells the new state [T.1]. */
export function useCancelOrder(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (comment: string) => call(cancelOrder, { id, comment }),
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}

/** Lowers lines of the order as it was seen; a change in between is a conflict. */
export function useChangeOrder({ id, version }: { id: number; version: number }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (lines: { line: number; qnt: number }[]) => call(changeOrder, { id, version, lines }),
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}

/** Both of the head's decisions; the list of what waits is asked for again. */
export function useApproveOrder(id: number) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: () => call(approveOrder, { id }), onSettled: () => forgetOrders(queries) })
}

export function useRefuseOrder(id: number) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: (reason: string) => call(refuseOrder, { id, reason }), onSettled: () => forgetOrders(queries) })
}

async function forgetOrders(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: ordersKey }), queries.invalidateQueries({ queryKey: ['approvals'] })])
}
