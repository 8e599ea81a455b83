import { queryOptions } from '@tanstack/react-query'
import { staffTalksWaiting } from '#shared/api/staff/talk.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

export const talksKey = ['staff', 'talks']

/** Number of waiting chats and callback requests. In its own file because the menu of every page uses it. */
export const talksWaitingQuery = queryOptions({
  queryKey: [...talksKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(staffTalksWaiting, {}, { signal })).count,
  refetchInterval: pollEvery(60_000),
})
