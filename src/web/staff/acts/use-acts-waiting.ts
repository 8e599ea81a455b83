import { queryOptions } from '@tanstack/react-query'
import { staffActs } from '#shared/api/money/staff-acts.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { staffActsKey } from './staff-acts-key.ts'

/** Number of acts that wait for a reply of staff. In its own file because the menu of every page uses it. */
export const staffActsWaitingQuery = queryOptions({
  queryKey: [...staffActsKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(staffActs, { perpage: 1 }, { signal })).counts.waiting,
  refetchInterval: pollEvery(60_000),
})
