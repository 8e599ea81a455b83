import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listFeedTables,
  loadFeedTable,
  maxFeedTableBytes,
  type LoadedTable,
} from '#shared/api/administration/feed-tables.ts'
import type { FeedName } from '#shared/api/administration/queue-groups.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'

export function useFeedTables() {
  return useQuery({
    queryKey: ['staff', 'feed-tables'],
    queryFn: async ({ signal }) => (await call(listFeedTables, {}, { signal })).items,
    staleTime: Infinity,
  })
}

/** How a table is sent: `full` ends the records that it leaves out, `any` however many they are. */
export type Sending = { file: File; check: boolean; full: boolean; any: boolean }

/** Checks or loads a table; what it may have changed is fetched again. */
export function useLoadTable(feed: FeedName) {
  const queries = useQueryClient()
  return useMutation<LoadedTable, Error, Sending>({
    mutationFn: ({ file, check, full, any }) => {
      if (file.size > maxFeedTableBytes) throw new CallError(413, { message: loadFeedTable.takes.tooLarge })
      return sendFile(
        loadFeedTable,
        { feed, ...(check && { check: 'true' }), ...(full && { mode: 'full' }), ...(any && { deactivate: 'any' }) },
        file,
      )
    },
    onSuccess: ({ checked }) => (checked ? undefined : queries.invalidateQueries({ queryKey: ['staff'] })),
  })
}
