import { queryOptions } from '@tanstack/react-query'
import { staffPriceRequests } from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'

/** Prefix of all query keys of customers' requests: an answer invalidates them all. */
export const requestsKey = ['staff', 'price-requests']

/** How many requests wait for an answer of this person. */
export const newRequestsQuery = queryOptions({
  queryKey: [...requestsKey, 'new'],
  queryFn: async ({ signal }) => (await call(staffPriceRequests, { state: 'new' }, { signal })).pagination.total,
  refetchInterval: 60_000,
})
