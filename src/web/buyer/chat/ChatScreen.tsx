import { useEffect, useMemo, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import type { Me } from '#shared/api/account/access.ts'
import { debtInvoice } from '#shared/api/money/finances.ts'
import { chatFileContent, type ChatInvoice } from '#shared/api/talk/chat.ts'
import { may } from '#shared/rights.ts'
import { Composer } from '#web/parts/talk/Composer.tsx'
import { useDraft } from '#web/parts/talk/use-draft.ts'
import { Conversation } from '#web/parts/talk/Conversation.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { useVisible } from '#web/ui/use-visible.ts'
import { ChatSidebar } from './ChatSidebar.tsx'
import {
  findInChat,
  linkSourceFor,
  uploadToChat,
  useChat,
  useLoadEarlier,
  useMarkChatRead,
  useSendChat,
} from './use-chat.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './chat.module.css'

const invoiceAddress = ({ id, contract }: ChatInvoice) =>
  endpointAddress(debtInvoice, { contract, documents: String(id) })
const fileAddress = (id: number) => endpointAddress(chatFileContent, { id })

/** The chat with the personal manager, with details and a callback request beside it. */
export function ChatScreen({ me }: { me: Me }) {
  const chat = useChat()
  const loadEarlier = useLoadEarlier()
  const [query, setQuery] = useState('')
  const draft = useDraft()
  const isVisible = useVisible()
  const links = useMemo(() => linkSourceFor(me), [me])
  const { mutateAsync: send } = useSendChat()
  const { mutate: markRead } = useMarkChatRead()
  const { data } = chat
  const unread = data?.unread ?? 0
  const lastId = data?.messages.at(-1)?.id

  useEffect(() => {
    if (unread > 0 && lastId !== undefined && isVisible) markRead(lastId)
  }, [unread, lastId, isVisible, markRead])

  const manager = data?.about?.manager ?? undefined
  return (
    <div className={styles.screen} data-fills>
      <PageTitle>Чат с менеджером</PageTitle>
      <section className={styles.conversation}>
        <header className={styles.header}>
          <h1>Чат с менеджером</h1>
          {manager && <span className="dim">{manager.name}</span>}
          {data?.about && (
            <span className={styles.hours} data-open={data.about.open || undefined}>
              {data.about.open ? 'на месте до 18:00' : 'ответит в рабочее время'}
            </span>
          )}
          <span className="grow" />
          {data && data.messages.length > 0 && (
            <BarSearch
              key={query}
              label="Найти в переписке"
              placeholder="Найти в чате"
              value={query}
              onSearch={setQuery}
            />
          )}
        </header>
        {chat.error && !data ? (
          <LoadError error={chat.error} onRetry={() => void chat.refetch()} />
        ) : data && data.messages.length === 0 ? (
          <div className={styles.empty}>
            <EmptyState title="Сообщений пока нет">Напишите менеджеру: ответ придёт сюда и в уведомления</EmptyState>
          </div>
        ) : data ? (
          <Conversation
            loaded={data}
            side="user"
            query={query}
            cacheKey="own"
            search={findInChat}
            onLoadEarlier={loadEarlier}
            onLeaveSearch={() => setQuery('')}
            fileAddress={fileAddress}
            orderPage="/orders/$id"
            goodPage="/product/$id"
            claimPage={may(me, 'claim.view') ? '/reclamations/$id' : undefined}
            invoiceAddress={invoiceAddress}
          />
        ) : (
          <div className="grow" aria-busy="true" />
        )}
        <Composer label="Сообщение менеджеру" draft={draft} upload={uploadToChat} send={send} links={links} />
      </section>
      <ChatSidebar me={me} about={data?.about} messages={data?.messages ?? []} fileAddress={fileAddress} />
    </div>
  )
}
