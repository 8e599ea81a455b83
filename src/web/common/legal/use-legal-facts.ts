import { queryOptions } from '@tanstack/react-query'
import { legalFacts } from '#shared/api/account/personal-data.ts'
import { call } from '#web/api/client.ts'

export const legalFactsQuery = queryOptions({
  queryKey: ['legal'],
  queryFn: async ({ signal }) => (await call(legalFacts, {}, { signal })).facts,
  staleTime: 60_000,
})
