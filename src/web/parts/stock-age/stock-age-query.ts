import { queryOptions } from '@tanstack/react-query'
import { readStockAge } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

/** Announced when it changes. */
export const stockAgeQuery = queryOptions({
  queryKey: ['stock-age'],
  queryFn: async ({ signal }) => (await call(readStockAge, {}, { signal })).stock,
  staleTime: 60_000,
  refetchInterval: pollEvery(60_000),
})
