import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notifications, readNotifications } from '#shared/api/notifications.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'

const newestShown = 8
const perPage = 20
const refetchMs = 60_000

/**
 * The newest notifications with the unread count: refetched when one is pushed and when the page becomes visible, and
 * every minute while changes are not pushed.
 */
export const newestQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => call(notifications, { perpage: newestShown }, { signal }),
  refetchInterval: pollEvery(refetchMs),
  refetchOnWindowFocus: 'always',
})

export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: ['notifications', 'page', page],
    queryFn: ({ signal }) => call(notifications, { page, perpage: perPage }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useNewest() {
  return useQuery(newestQuery)
}

/** One page of all notifications. */
export function useNotifications(page: number) {
  return useQuery(notificationsQuery(page))
}

/** Marks everything up to an id as read. Items on the screen stay marked as new until the next fetch. */
export function useReadUpTo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (upto: number) => call(readNotifications, { upto }),
    onSuccess: ({ unread }) => queries.setQueryData(newestQuery.queryKey, (known) => known && { ...known, unread }),
    onError: (error) => console.error('notifications not marked', error),
  })
}
