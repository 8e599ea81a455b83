import { queryOptions } from '@tanstack/react-query'
import { getActs } from '#shared/api/money/acts.ts'
import { call } from '#web/api/client.ts'

export const actsKey = ['acts']

/** How many acts wait for an answer. Apart from the screens: the menu of every page asks. */
export const actsWaitingQuery = queryOptions({
  queryKey: [...actsKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(getActs, { perpage: 1 }, { signal })).counts.waiting,
  staleTime: 60_000,
})
