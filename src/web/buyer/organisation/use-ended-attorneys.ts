import { queryOptions } from '@tanstack/react-query'
import { listConsignees } from '#shared/api/organisation/consignees.ts'
import { call } from '#web/api/client.ts'

/** Number of consignees with an expired power of attorney. In its own file because the menu of every page uses it. */
export const endedAttorneysQuery = queryOptions({
  queryKey: ['organisation', 'ended-attorneys'],
  queryFn: async ({ signal }) =>
    (await call(listConsignees, {}, { signal })).items.filter(({ days_left }) => days_left === 0).length,
  staleTime: 10 * 60_000,
})
