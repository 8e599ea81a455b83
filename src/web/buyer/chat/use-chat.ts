import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { getChat, readChat, sendChat, uploadChatFile } from '#shared/api/talk/chat.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { chatKey } from './use-chat-unread.ts'

type Chat = ReplyOf<typeof getChat>
const key = [...chatKey, 'messages']

/** The own chat, asked for again every 5 s [N.4] while changes are not announced; a hidden tab asks nothing. */
export function useChat() {
  const queries = useQueryClient()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readNews(queries, signal),
    refetchInterval: pollEvery(5000),
    refetchIntervalInBackground: false,
  })
}

/** What stands here stays where nothing is new. */
async function readNews(queries: QueryClient, signal: AbortSignal): Promise<Chat> {
  const known = queries.getQueryData<Chat>(key)
  const chat = await call(getChat, known ? { since: known.version } : {}, { signal })
  return chat.unchanged && known ? known : chat
}

export function useSendChat() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key: clientKey, ...message }: InputOf<typeof sendChat> & { key: string }) =>
      call(sendChat, message, { key: clientKey }),
    onSettled: () => queries.invalidateQueries({ queryKey: chatKey }),
  })
}

export function useReadChat() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(readChat, { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: chatKey }),
  })
}

export const uploadToChat = async (file: File) => (await sendFile(uploadChatFile, { name: file.name }, file)).file

export function useCallRequest() {
  return useMutation({ mutationFn: (data: InputOf<typeof requestCallback>['data']) => call(requestCallback, { data }) })
}
