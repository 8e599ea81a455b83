import { queryOptions } from '@tanstack/react-query'
import { drafts } from '#shared/api/drafts.ts'
import { call } from '#web/api/client.ts'

/** Prefix of all query keys of drafts. */
export const draftsKey = ['drafts']

/** Number of drafts. */
export const draftsCountQuery = queryOptions({
  queryKey: [...draftsKey, 'count'],
  queryFn: async ({ signal }) => (await call(drafts, { perpage: 1 }, { signal })).count,
  staleTime: 60_000,
})
