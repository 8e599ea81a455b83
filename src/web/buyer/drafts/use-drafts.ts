import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptDraft,
  changeDraft,
  drafts,
  getDraft,
  removeDraft,
  renameDraft,
  restoreDraft,
  restoreDraftLines,
  scheduleDraft,
  type DraftDetails,
} from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { draftsKey } from './use-drafts-count.ts'

/** A page of drafts; old rows stay, dimmed, while new ones load. */
export function useDrafts(page: number) {
  return useQuery({ ...draftsQuery(page), placeholderData: keepPreviousData })
}

export function draftsQuery(page: number) {
  return queryOptions({
    queryKey: [...draftsKey, 'list', page],
    queryFn: ({ signal }) => call(drafts, { page }, { signal }),
  })
}

export function draftQuery(id: number) {
  return queryOptions({
    queryKey: [...draftsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(getDraft, { id }, { signal })).draft,
  })
}

export function useRenameDraft() {
  return useNamed((input: { id: number; header: string }) => call(renameDraft, input))
}

export function useRemoveDraft() {
  return useNamed((id: number) => call(removeDraft, { id }))
}

export function useRestoreDraft() {
  return useNamed((id: number) => call(restoreDraft, { id }))
}

/** Calls that change one draft; each returns the changed draft. */
export function useDraftCalls(id: number) {
  return {
    change: useChange(id, (lines: InputOf<typeof changeDraft>['lines']) =>
      call(changeDraft, { id, lines }, { keepalive: true }),
    ),
    restore: useChange(id, (lines: number[]) => call(restoreDraftLines, { id, lines })),
    accept: useChange(id, (lines: InputOf<typeof acceptDraft>['lines']) => call(acceptDraft, { id, lines })),
    schedule: useChange(id, (change: Omit<InputOf<typeof scheduleDraft>, 'id'>) =>
      call(scheduleDraft, { id, ...change }),
    ),
  }
}

function useNamed<Input>(send: (input: Input) => Promise<{ id: number; header: string }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onError: (error) => console.error('draft call refused', error),
    onSettled: () => queries.invalidateQueries({ queryKey: draftsKey }),
  })
}

/** Serialised per draft, so that replies arrive in order. After a refusal the shown draft may be outdated. */
function useChange<Input>(id: number, send: (input: Input) => Promise<{ draft: DraftDetails }>) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `draft ${id}` },
    mutationFn: async (input: Input) => (await send(input)).draft,
    onSuccess: async (draft) => {
      await queries.cancelQueries({ queryKey: draftQuery(id).queryKey })
      queries.setQueryData(draftQuery(id).queryKey, draft)
      void queries.invalidateQueries({ queryKey: [...draftsKey, 'list'] })
    },
    onError: (error) => {
      console.error('draft not changed', error)
      void queries.invalidateQueries({ queryKey: draftQuery(id).queryKey })
    },
  })
}
