import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/money/staff-acts.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import type { StaffActsSearch } from './acts-url.ts'
import { staffActsKey } from './staff-acts-key.ts'

const pollMs = 30_000

export function useStaffActs({ act: _open, ...search }: StaffActsSearch) {
  return useQuery({
    queryKey: [...staffActsKey, 'list', search],
    queryFn: ({ signal }) => call(api.staffActs, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(pollMs),
  })
}

export function staffActQuery(id: number) {
  return queryOptions({
    queryKey: [...staffActsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(api.staffGetAct, { id }, { signal })).act,
    refetchInterval: pollEvery(pollMs),
  })
}

/** Disputed lines, page after page. */
export function disputedLinesQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...staffActsKey, 'lines', id],
    queryFn: ({ signal, pageParam }) => call(api.staffActRows, { id, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

/** Changes return the updated act. */
function useActMutation<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as { act: api.StaffActDetails },
    onSuccess: ({ act }) => queries.setQueryData(staffActQuery(act.id).queryKey, act),
    onSettled: () => queries.invalidateQueries({ queryKey: staffActsKey }),
  })
}

export const useAssignAct = () => useActMutation(api.assignAct)
export const useSetActNote = () => useActMutation(api.setActNote)
export const useReplyToLine = () => useActMutation(api.replyToActLine)
export const useSendReplies = () => useActMutation(api.sendActReply)
