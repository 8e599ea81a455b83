import { queryOptions } from '@tanstack/react-query'
import { listClaims } from '#shared/api/claims.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

export const claimsKey = ['claims']

/** Number of claims with unread messages or a question. In its own file because the menu of every page uses it. */
export const claimUpdatesQuery = queryOptions({
  queryKey: [...claimsKey, 'news'],
  queryFn: async ({ signal }) => (await call(listClaims, { perpage: 1 }, { signal })).news,
  refetchInterval: pollEvery(60_000),
})
