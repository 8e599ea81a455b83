import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/staff/talk.ts'
import { staffUploadChatFile } from '#shared/api/talk/chat.ts'
import { call } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { talksKey } from './use-talks-waiting.ts'
import type { TalksSearch } from './talks-url.ts'

/** Chats and calls, who waits longest first. */
export function useTalks({ scope, query }: TalksSearch) {
  return useQuery({
    queryKey: [...talksKey, 'list', scope, query],
    queryFn: ({ signal }) => call(api.staffTalks, { scope, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(15_000),
  })
}

export function staffChatQuery(id: number) {
  return queryOptions({
    queryKey: [...talksKey, 'chat', id],
    queryFn: ({ signal }) => call(api.staffChat, { id }, { signal }),
    refetchInterval: pollEvery(5000),
  })
}

function useChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: talksKey }) })
}

type Answer = InputOf<typeof api.staffSendChat> & { key: string }

export const useAnswer = () => useChange(({ key, ...answer }: Answer) => call(api.staffSendChat, answer, { key }))
export const useChatState = () =>
  useChange((input: InputOf<typeof api.staffChatState>) => call(api.staffChatState, input))
export const useCallState = () =>
  useChange((input: InputOf<typeof api.staffCallback>) => call(api.staffCallback, input))

export const uploadFor = (account: number) => async (file: File) =>
  (await sendFile(staffUploadChatFile, { account, name: file.name }, file)).file
