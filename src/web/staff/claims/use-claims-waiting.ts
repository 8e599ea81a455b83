import { queryOptions } from '@tanstack/react-query'
import { staffClaims } from '#shared/api/staff/claims.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

export const staffClaimsKey = ['staff', 'claims']

/** Number of claims waiting for staff. In its own file because the menu of every page uses it. */
export const claimsWaitingQuery = queryOptions({
  queryKey: [...staffClaimsKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(staffClaims, { perpage: 1 }, { signal })).counts.waiting,
  refetchInterval: pollEvery(60_000),
})
