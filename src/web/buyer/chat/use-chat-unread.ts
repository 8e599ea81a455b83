import { queryOptions } from '@tanstack/react-query'
import { chatUnread } from '#shared/api/talk/chat.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

export const chatKey = ['chat']

/** Number of unread messages of staff. In its own file because the menu of every page uses it. */
export const chatUnreadQuery = queryOptions({
  queryKey: [...chatKey, 'unread'],
  queryFn: async ({ signal }) => (await call(chatUnread, {}, { signal })).unread,
  refetchInterval: pollEvery(60_000),
})
