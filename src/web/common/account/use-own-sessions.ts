import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, ownSessions } from '#shared/api/account/sessions.ts'
import { call, CallError } from '#web/api/client.ts'

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(ownSessions, {}, { signal })).sessions,
})

export function useEndSession() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: number) => call(endSession, { id }).catch(ignoreEnded),
    onSettled: refresh,
  })
}

export function useEndOtherSessions() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => call(endOtherSessions, {}), onSettled: refresh })
}

/** A session that has already ended is not an error. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
}
