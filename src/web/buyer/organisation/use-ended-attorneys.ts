import { queryOptions } from '@tanstack/react-query'
import { listConsignees } from '#shared/api/organisation/consignees.ts'
import { call } from '#web/api/client.ts'

/** How many consignees have a power of attorney that has ended. Apart from the screen: the menu of every page asks. */
export const endedAttorneysQuery = queryOptions({
  queryKey: ['organisation', 'ended-attorneys'],
  queryFn: async ({ signal }) =>
    (await call(listConsignees, {}, { signal })).items.filter(({ days_left }) => days_left === 0).length,
  staleTime: 10 * 60_000,
})
