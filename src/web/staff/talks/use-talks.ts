import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/staff/talk.ts'
import { staffChatLinks, staffSearchChat } from '#shared/api/talk/chat-search.ts'
import { staffUploadChatFile } from '#shared/api/talk/chat.ts'
import { call } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { toLinkedObjects } from '#web/parts/talk/linked.ts'
import type { LinkSource } from '#web/parts/talk/LinkPicker.tsx'
import { loadEarlier, mergeEarlier, mergeLast } from '#web/parts/talk/merge-messages.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { talksKey } from './use-talks-waiting.ts'
import type { TalksSearch } from './talks-url.ts'

/** Chats and callback requests, longest wait first. */
export function useTalks({ scope, query }: TalksSearch) {
  return useQuery({
    queryKey: [...talksKey, 'list', scope, query],
    queryFn: ({ signal }) => call(api.staffTalks, { scope, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(15_000),
  })
}

type Chat = ReplyOf<typeof api.staffChat>
const chatKeyOf = (id: number) => [...talksKey, 'chat', id]

/** A customer's chat; earlier messages that were loaded stay above the new ones. */
export function useStaffChat(id: number) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: chatKeyOf(id),
    queryFn: async ({ signal }) => {
      const chat = await call(api.staffChat, { id }, { signal })
      return { ...chat, ...mergeLast(queries.getQueryData<Chat>(chatKeyOf(id)), chat) }
    },
    refetchInterval: pollEvery(5000),
  })
}

/** Facts about the customer; refetched when the chat changes, and stale after a minute. */
export function useChatFacts(id: number) {
  return useQuery({
    queryKey: [...talksKey, 'facts', id],
    queryFn: ({ signal }) => call(api.staffChatFacts, { id }, { signal }),
    staleTime: 60_000,
  })
}

export function useCall(id: number) {
  return useQuery({
    queryKey: [...talksKey, 'call', id],
    queryFn: ({ signal }) => call(api.staffCall, { id }, { signal }),
    refetchInterval: pollEvery(60_000),
  })
}

/** Loads a page of earlier messages, or all down to `until`. */
export function useLoadEarlier(id: number) {
  const queries = useQueryClient()
  return (until?: number) =>
    loadEarlier({
      cached: () => queries.getQueryData<Chat>(chatKeyOf(id)),
      load: (before) => call(api.staffChat, { id, before }),
      store: (page) =>
        queries.setQueryData<Chat>(chatKeyOf(id), (chat) => chat && { ...chat, ...mergeEarlier(chat, page) }),
      until,
    })
}

export const searchIn = (id: number) => async (query: string, signal: AbortSignal) =>
  (await call(staffSearchChat, { id, query }, { signal })).messages

/** Objects that can be linked: the customer's orders, claims and unpaid documents, and goods. */
export const linkSourceOf = (id: number): LinkSource => ({
  cacheKey: `staff ${id}`,
  search: async (query, signal) => toLinkedObjects(await call(staffChatLinks, { id, query }, { signal })),
})

function useTalkMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: talksKey }) })
}

type Answer = InputOf<typeof api.staffSendChat> & { key: string }

export const useSendAnswer = () =>
  useTalkMutation(({ key, ...answer }: Answer) => call(api.staffSendChat, answer, { key }))
export const useChangeChat = () =>
  useTalkMutation((input: InputOf<typeof api.staffChatState>) => call(api.staffChatState, input))
export const useChangeCall = () =>
  useTalkMutation((input: InputOf<typeof api.staffCallback>) => call(api.staffCallback, input))

export const uploaderFor = (account: number) => async (file: File) =>
  (await sendFile(staffUploadChatFile, { account, name: file.name }, file)).file
