import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage } from '#shared/api/talk/chat.ts'
import { Button } from '#web/ui/Button.tsx'
import { day } from '#web/ui/format.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import type { Talked } from './merge-messages.ts'
import { Message, type MessagePlace } from './Message.tsx'
import { Messages } from './Messages.tsx'
import styles from './talk.module.css'

type ConversationProps = MessagePlace & {
  talked: Talked
  side: ChatMessage['from_whom']
  /** Loads earlier messages: one page, or all down to a given message. */
  onEarlier: (until?: number) => Promise<unknown>
  /** Search text; '' shows the messages. */
  query: string
  /** Identifies the chat in cached search results. */
  name: string
  find: (query: string, signal: AbortSignal) => Promise<ChatMessage[]>
  onLeaveSearch: () => void
}

/** Messages of a chat, or search results; each result leads to its message. */
export function Conversation({
  talked: { messages, more },
  side,
  onEarlier,
  query,
  name,
  find,
  onLeaveSearch,
  ...place
}: ConversationProps) {
  const [shown, setShown] = useState<number>()
  const found = useQuery({
    queryKey: ['talk-search', name, query],
    queryFn: ({ signal }) => find(query, signal),
    enabled: query !== '',
    gcTime: 0,
  })

  if (query === '')
    return (
      <Messages {...place} messages={messages} more={more} side={side} shown={shown} onEarlier={() => onEarlier()} />
    )

  async function show(id: number) {
    await onEarlier(id)
    setShown(id)
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
            <Button small variant="plain" onClick={() => void show(each.id)}>
              Показать в переписке
            </Button>
          </span>
          <Message {...place} message={each} own={each.from_whom === side} />
        </div>
      ))}
    </section>
  )
}
