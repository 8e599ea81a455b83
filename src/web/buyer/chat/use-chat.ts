import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Me } from '#shared/api/account/access.ts'
import { listOrders } from '#shared/api/orders.ts'
import { quickSearch } from '#shared/api/search.ts'
import { searchFromCharacters } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { chatLinks, searchChat } from '#shared/api/talk/chat-search.ts'
import { getChat, readChat, sendChat, uploadChatFile } from '#shared/api/talk/chat.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { toLinkedObjects } from '#web/parts/talk/linked.ts'
import type { LinkSource } from '#web/parts/talk/LinkPicker.tsx'
import { loadEarlier, mergeEarlier, mergeLast } from '#web/parts/talk/merge-messages.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { chatKey } from './use-chat-unread.ts'

type Chat = ReplyOf<typeof getChat>
const key = [...chatKey, 'messages']

/** The user's own chat, polled every 5 s [N.4] while changes are not pushed; a hidden tab does not poll. */
export function useChat() {
  const queries = useQueryClient()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchChanges(queries, signal),
    refetchInterval: pollEvery(5000),
    refetchIntervalInBackground: false,
  })
}

/** Keeps the cached data if nothing is new; earlier messages that were loaded stay above the new ones. */
async function fetchChanges(queries: QueryClient, signal: AbortSignal): Promise<Chat> {
  const cached = queries.getQueryData<Chat>(key)
  const chat = await call(getChat, cached ? { since: cached.version } : {}, { signal })
  const current = queries.getQueryData<Chat>(key)
  if (chat.unchanged && current) return current
  return { ...chat, ...mergeLast(current, chat) }
}

/** Loads a page of earlier messages, or all down to `until`. */
export function useLoadEarlier() {
  const queries = useQueryClient()
  return (until?: number) =>
    loadEarlier({
      cached: () => queries.getQueryData<Chat>(key),
      load: (before) => call(getChat, { before }),
      store: (page) => queries.setQueryData<Chat>(key, (chat) => chat && { ...chat, ...mergeEarlier(chat, page) }),
      until,
    })
}

export const findInChat = async (query: string, signal: AbortSignal) =>
  (await call(searchChat, { query }, { signal })).messages

/** Objects to link: orders of the last year, claims, unpaid documents and goods that the user may see. */
export const linkSourceFor = (me: Me): LinkSource => ({
  cacheKey: 'own',
  search: async (query, signal) => {
    const [orders, goods, links] = await Promise.all([
      may(me, 'order.view')
        ? call(listOrders, { query, dateselect: 'year', perpage: maxLinkedOrders }, { signal })
        : undefined,
      query.length < searchFromCharacters ? undefined : call(quickSearch, { keyword: query }, { signal }),
      call(chatLinks, { query }, { signal }),
    ])
    return toLinkedObjects({
      orders: orders?.items.map(({ id, numberOrder: number, state, sum }) => ({ id, number, state, sum })),
      goods: goods?.goods,
      ...links,
    })
  },
})

const maxLinkedOrders = 6

export function useSendChat() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key: clientKey, ...message }: InputOf<typeof sendChat> & { key: string }) =>
      call(sendChat, message, { key: clientKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: chatKey }),
  })
}

export function useMarkChatRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(readChat, { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: chatKey }),
  })
}

export const uploadToChat = async (file: File) => (await sendFile(uploadChatFile, { name: file.name }, file)).file

export function useRequestCallback() {
  return useMutation({ mutationFn: (data: InputOf<typeof requestCallback>['data']) => call(requestCallback, { data }) })
}
