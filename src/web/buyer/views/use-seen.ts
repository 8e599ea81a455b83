import { queryOptions, useQuery } from '@tanstack/react-query'
import { seen } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'

/** Prices in it follow the contract, as in all lists. */
export const seenKey = ['catalogue', 'list', 'seen']

const seenQuery = queryOptions({
  queryKey: seenKey,
  queryFn: async ({ signal }) => (await call(seen, {}, { signal })).goods,
})

export function useSeen() {
  return useQuery(seenQuery)
}
