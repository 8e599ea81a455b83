import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelOrder, getOrder, listOrders } from '#shared/api/orders.ts'
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
