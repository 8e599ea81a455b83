import { infiniteQueryOptions } from '@tanstack/react-query'
import { ownSignIns } from '#shared/api/account/sessions.ts'
import { call } from '#web/api/client.ts'

export const ownSignInsQuery = infiniteQueryOptions({
  queryKey: ['own-sign-ins'],
  queryFn: ({ pageParam: before, signal }) => call(ownSignIns, before === undefined ? {} : { before }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ items, more }) => (more ? items.at(-1)?.id : undefined),
})
