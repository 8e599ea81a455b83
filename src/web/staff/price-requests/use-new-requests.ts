import { queryOptions } from '@tanstack/react-query'
import { staffPriceRequests } from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'

/** Prefix of all query keys of requests: an answer invalidates them all. */
export const requestsKey = ['staff', 'price-requests']

/** Number of requests waiting for this user. */
export const newRequestsQuery = queryOptions({
  queryKey: [...requestsKey, 'new'],
  queryFn: async ({ signal }) => (await call(staffPriceRequests, { state: 'new' }, { signal })).pagination.total,
  refetchInterval: 60_000,
})
