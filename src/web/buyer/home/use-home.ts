import { useQuery } from '@tanstack/react-query'
import { rootCategories } from '#shared/api/catalogue.ts'
import { listOrders } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'

const recentOrders = 6

export function useTopCategories() {
  return useQuery({
    queryKey: ['catalogue', 'root'],
    queryFn: async ({ signal }) => (await call(rootCategories, {}, { signal })).rootCatalog,
    staleTime: 60_000,
  })
}

/** The newest orders of the last 30 days. */
export function useRecentOrders() {
  return useQuery({
    queryKey: ['orders', 'recent'],
    queryFn: async ({ signal }) => (await call(listOrders, { perpage: recentOrders }, { signal })).items,
  })
}
