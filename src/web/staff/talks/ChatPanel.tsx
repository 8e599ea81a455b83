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
import { ChatFactsList } from './ChatFactsList.tsx'
import { ChatHead } from './ChatHead.tsx'
import { findIn, linksOf, uploadFor, useAnswer, useChatState, useEarlierOf, useStaffChat } from './use-talks.ts'
import styles from './talks.module.css'

const AnswersDialog = lazy(() =>
  import('#web/parts/canned-answers/AnswersDialog.tsx').then((module) => ({ default: module.AnswersDialog })),
)

const addressOf = (id: number) => endpointAddress(staffChatFileContent, { id })

type PanelProps = {
  id: number
  /** Which pages this person has. */
  seesGoods: boolean
  seesClaims: boolean
}

/** A customer's chat: answers, notes that the buyer does not see, and what is to be known of the customer. */
export function ChatPanel({ id, seesGoods, seesClaims }: PanelProps) {
  const chat = useStaffChat(id)
  const earlier = useEarlierOf(id)
  const draft = useDraft()
  const visible = useVisible()
  const notify = useNotify()
  const isWide = useMedia('(min-width: 1300px)')
  const [showsFacts, showFacts] = useState(false)
  const [editsAnswers, editAnswers] = useState(false)
  const [query, setQuery] = useState('')
  const [open] = useState(() => isAnswering(new Date()))
  const [mode, setMode] = useState<'answer' | 'note'>('answer')
  const { mutateAsync: answer } = useAnswer()
  const { mutate: change } = useChatState()
  const { data } = chat
  const last = data?.messages.findLast(({ from_whom: from, read }) => from === 'user' && !read)?.id

  useEffect(() => {
    if (last !== undefined && visible) change({ account: id, action: 'read', id: last })
  }, [id, last, visible, change])

  const note = mode === 'note'
  const isLookingUp = !note && draft.text.startsWith('/')
  // Read with the chat: arrow keys act at once on what '/' shows.
  const { data: answers } = useCannedAnswers('chat', { enabled: true })
  const facts = data && (
    <ChatFactsList
      id={id}
      person={data.person}
      seesClaims={seesClaims}
      onInvoices={(invoices) => {
        for (const invoice of invoices) draft.link(linkedInvoice(invoice))
        showFacts(false)
        notify({ tone: 'ok', text: 'Счёт приложен к ответу', fadeMs: 3000 })
      }}
    />
  )
  return (
    <aside className={styles.panel} aria-label="Чат" tabIndex={-1} aria-busy={!data || undefined}>
      <div className={styles.chat}>
        {chat.error && !data && <LoadError error={chat.error} onRetry={() => void chat.refetch()} />}
        {data && (
          <ChatHead
            person={data.person}
            query={query}
            onSearch={setQuery}
            onChange={(action) =>
              change({ account: id, ...action }, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
            }
            factsShown={isWide ? undefined : showsFacts}
            onFacts={() => showFacts(!showsFacts)}
          />
        )}
        {showsFacts && !isWide ? (
          <div className={styles.instead}>{facts}</div>
        ) : (
          <>
            {data ? (
              <Conversation
                talked={data}
                side="manager"
                query={query}
                name={`staff ${id}`}
                find={findIn(id)}
                onEarlier={earlier}
                onLeaveSearch={() => setQuery('')}
                fileAddress={addressOf}
                orderPage="/admin/orders/$id"
                goodPage={seesGoods ? '/admin/goods/$id' : undefined}
                claimPage={seesClaims ? '/admin/claims/$id' : undefined}
              />
            ) : (
              <div className="grow" />
            )}
            {!open && <p className={`${styles.hours} small`}>{`Нерабочее время: ${answerHoursText}`}</p>}
            <Composer
              label={note ? 'Заметка для коллег' : 'Ответ покупателю'}
              draft={draft}
              upload={uploadFor(id)}
              links={linksOf(id)}
              send={(sent) => answer({ account: id, note, ...sent })}
              also={
                note
                  ? undefined
                  : { label: 'Отправить и закрыть', send: (sent) => answer({ account: id, close: true, ...sent }) }
              }
              answers={isLookingUp ? answers : undefined}
              onEditAnswers={() => editAnswers(true)}
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
      {editsAnswers && (
        <Suspense>
          <AnswersDialog subject="chat" onClose={() => editAnswers(false)} />
        </Suspense>
      )}
    </aside>
  )
}
