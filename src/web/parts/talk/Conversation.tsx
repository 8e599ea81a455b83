import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { Button } from '#web/ui/Button.tsx'
import { day } from '#web/ui/format.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import type { LoadedMessages } from './merge-messages.ts'
import { Message, type MessageLinks } from './Message.tsx'
import { Messages } from './Messages.tsx'
import styles from './talk.module.css'

type ConversationProps = MessageLinks & {
  loaded: LoadedMessages
  side: ChatMessage['from_whom']
  /** Loads earlier messages: one page, or all down to a given message. */
  onLoadEarlier: (until?: number) => Promise<unknown>
  /** Search text; '' shows the messages. */
  query: string
  /** Identifies the chat in cached search results. */
  cacheKey: string
  search: (query: string, signal: AbortSignal) => Promise<ChatMessage[]>
  onLeaveSearch: () => void
}

/** Messages of a chat, or search results with links to their messages. */
export function Conversation({
  loaded: { messages, more },
  side,
  onLoadEarlier,
  query,
  cacheKey,
  search,
  onLeaveSearch,
  ...links
}: ConversationProps) {
  const [highlightedId, setHighlightedId] = useState<number>()
  const found = useQuery({
    queryKey: ['talk-search', cacheKey, query],
    queryFn: ({ signal }) => search(query, signal),
    enabled: query !== '',
    gcTime: 0,
  })

  if (query === '')
    return (
      <Messages
        {...links}
        messages={messages}
        hasMore={more}
        side={side}
        highlightedId={highlightedId}
        onLoadEarlier={() => onLoadEarlier()}
      />
    )

  async function showMessage(id: number) {
    await onLoadEarlier(id)
    setHighlightedId(id)
    onLeaveSearch()
  }

  return (
    <section className={styles.messages} aria-label="Найдено в переписке" aria-busy={found.isLoading || undefined}>
      {found.error && <LoadError error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && (
        <EmptyState title="Таких сообщений нет" action={<Button onClick={onLeaveSearch}>Вся переписка</Button>}>
          Ищем по словам сообщений и названиям файлов
        </EmptyState>
      )}
      {found.data?.toReversed().map((each) => (
        <div key={each.id} className={styles.found}>
          <span className="row small dim">
            {day(each.date)}
            <Button small variant="plain" onClick={() => void showMessage(each.id)}>
              Показать в переписке
            </Button>
          </span>
          <Message {...links} message={each} own={each.from_whom === side} />
        </div>
      ))}
    </section>
  )
}
