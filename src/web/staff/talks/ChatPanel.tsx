import { lazy, Suspense, useEffect, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { staffChatFileContent } from '#shared/api/talk/chat.ts'
import { answerHoursText, isAnswering } from '#shared/rules/talk/answer-hours.ts'
import { useCannedAnswers } from '#web/parts/canned-answers/use-canned-answers.ts'
import { Composer } from '#web/parts/talk/Composer.tsx'
import { Conversation } from '#web/parts/talk/Conversation.tsx'
import { linkedInvoice } from '#web/parts/talk/linked.ts'
import { useDraft } from '#web/parts/talk/use-draft.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { useVisible } from '#web/ui/use-visible.ts'
import { CustomerFacts } from './CustomerFacts.tsx'
import { ChatHeader } from './ChatHeader.tsx'
import {
  searchIn,
  linkSourceOf,
  uploaderFor,
  useSendAnswer,
  useChangeChat,
  useLoadEarlier,
  useStaffChat,
} from './use-talks.ts'
import styles from './talks.module.css'

const AnswersDialog = lazy(() =>
  import('#web/parts/canned-answers/AnswersDialog.tsx').then((module) => ({ default: module.AnswersDialog })),
)

const fileAddress = (id: number) => endpointAddress(staffChatFileContent, { id })

type PanelProps = {
  id: number
  /** Pages this user may open. */
  seesGoods: boolean
  seesClaims: boolean
}

/** A customer's chat: answers, internal notes, and facts about the customer. */
export function ChatPanel({ id, seesGoods, seesClaims }: PanelProps) {
  const chat = useStaffChat(id)
  const loadEarlier = useLoadEarlier(id)
  const draft = useDraft()
  const isVisible = useVisible()
  const notify = useNotify()
  const isWide = useMedia('(min-width: 1300px)')
  const [isShowingFacts, setShowingFacts] = useState(false)
  const [isEditingAnswers, setEditingAnswers] = useState(false)
  const [query, setQuery] = useState('')
  const [open] = useState(() => isAnswering(new Date()))
  const [mode, setMode] = useState<'answer' | 'note'>('answer')
  const { mutateAsync: answer } = useSendAnswer()
  const { mutate: change } = useChangeChat()
  const { data } = chat
  const lastUnread = data?.messages.findLast(({ from_whom: from, read }) => from === 'user' && !read)?.id

  useEffect(() => {
    if (lastUnread !== undefined && isVisible) change({ account: id, action: 'read', id: lastUnread })
  }, [id, lastUnread, isVisible, change])

  const isNote = mode === 'note'
  const isLookingUp = !isNote && draft.text.startsWith('/')
  // Loaded with the chat, so that the answers are there when '/' is typed.
  const { data: answers } = useCannedAnswers('chat', { enabled: true })
  const facts = data && (
    <CustomerFacts
      id={id}
      person={data.person}
      seesClaims={seesClaims}
      onInvoices={(invoices) => {
        for (const invoice of invoices) draft.link(linkedInvoice(invoice))
        setShowingFacts(false)
        notify({ tone: 'ok', text: 'Счёт приложен к ответу', fadeMs: 3000 })
      }}
    />
  )
  return (
    <aside className={styles.panel} aria-label="Чат" tabIndex={-1} aria-busy={!data || undefined}>
      <div className={styles.chat}>
        {chat.error && !data && <LoadError error={chat.error} onRetry={() => void chat.refetch()} />}
        {data && (
          <ChatHeader
            person={data.person}
            query={query}
            onSearch={setQuery}
            onAction={(action) =>
              change({ account: id, ...action }, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
            }
            isShowingFacts={isWide ? undefined : isShowingFacts}
            onToggleFacts={() => setShowingFacts(!isShowingFacts)}
          />
        )}
        {isShowingFacts && !isWide ? (
          <div className={styles.factsInstead}>{facts}</div>
        ) : (
          <>
            {data ? (
              <Conversation
                loaded={data}
                side="manager"
                query={query}
                cacheKey={`staff ${id}`}
                search={searchIn(id)}
                onLoadEarlier={loadEarlier}
                onLeaveSearch={() => setQuery('')}
                fileAddress={fileAddress}
                orderPage="/admin/orders/$id"
                goodPage={seesGoods ? '/admin/goods/$id' : undefined}
                claimPage={seesClaims ? '/admin/claims/$id' : undefined}
              />
            ) : (
              <div className="grow" />
            )}
            {!open && <p className={`${styles.hours} small`}>{`Нерабочее время: ${answerHoursText}`}</p>}
            <Composer
              label={isNote ? 'Заметка для коллег' : 'Ответ покупателю'}
              draft={draft}
              upload={uploaderFor(id)}
              links={linkSourceOf(id)}
              send={(message) => answer({ account: id, note: isNote, ...message })}
              secondaryAction={
                isNote
                  ? undefined
                  : {
                      label: 'Отправить и закрыть',
                      send: (message) => answer({ account: id, close: true, ...message }),
                    }
              }
              answers={isLookingUp ? answers : undefined}
              onEditAnswers={() => setEditingAnswers(true)}
            >
              <Segments
                label="Что написать"
                options={[
                  { value: 'answer', label: 'Ответ' },
                  { value: 'note', label: 'Заметка' },
                ]}
                value={mode}
                onChange={setMode}
              />
            </Composer>
          </>
        )}
      </div>
      {isWide && <div className={styles.facts}>{facts}</div>}
      {isEditingAnswers && (
        <Suspense>
          <AnswersDialog subject="chat" onClose={() => setEditingAnswers(false)} />
        </Suspense>
      )}
    </aside>
  )
}
