import { queryOptions, useQuery } from '@tanstack/react-query'
import { viewedGoods } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'

/** Prices depend on the contract, as in all lists. */
export const viewedKey = ['catalogue', 'list', 'seen']

const viewedQuery = queryOptions({
  queryKey: viewedKey,
  queryFn: async ({ signal }) => (await call(viewedGoods, {}, { signal })).goods,
})

export function useRecentlyViewed() {
  return useQuery(viewedQuery)
}
