import { queryOptions } from '@tanstack/react-query'
import { getActs } from '#shared/api/money/acts.ts'
import { call } from '#web/api/client.ts'

export const actsKey = ['acts']

/** Number of acts waiting for an answer. In its own file because the menu of every page uses it. */
export const actsWaitingQuery = queryOptions({
  queryKey: [...actsKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(getActs, { perpage: 1 }, { signal })).counts.waiting,
  staleTime: 60_000,
})
