import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { staffChatFileContent } from '#shared/api/talk/chat.ts'
import { answerHoursText, isAnswering } from '#shared/rules/talk/answer-hours.ts'
import { Composer } from '#web/parts/talk/Composer.tsx'
import { Conversation } from '#web/parts/talk/Conversation.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { findIn, linksOf, uploadFor, useAnswer, useChatState, useEarlierOf, useStaffChat } from './use-talks.ts'
import styles from './talks.module.css'

const addressOf = (id: number) => endpointAddress(staffChatFileContent, { id })

const answers = [
  { name: '/остаток', text: 'Остаток по заказу придёт , отгрузим в тот же день.' },
  { name: '/осмотр', text: 'Товар на осмотре у сервиса, ответим до .' },
  { name: '/оплата', text: 'Счёт в заказе, оплатить можно по QR.' },
]

/** A customer's chat: answers, notes that the buyer does not see, and what is to be known of the customer. */
export function ChatPanel({ id, seesGoods }: { id: number; seesGoods: boolean }) {
  const chat = useStaffChat(id)
  const earlier = useEarlierOf(id)
  const [query, setQuery] = useState('')
  const [open] = useState(() => isAnswering(new Date()))
  const [mode, setMode] = useState<'answer' | 'note'>('answer')
  const { mutateAsync: answer } = useAnswer()
  const { mutate: change } = useChatState()
  const { data } = chat
  const last = data?.messages.findLast(({ from_whom: from, read }) => from === 'user' && !read)?.id

  useEffect(() => {
    if (last !== undefined && document.visibilityState === 'visible') change({ account: id, action: 'read', id: last })
  }, [id, last, change])

  const person = data?.person
  return (
    <aside className={styles.panel} aria-label="Чат" tabIndex={-1} aria-busy={!data || undefined}>
      {chat.error && !data && <LoadError error={chat.error} onRetry={() => void chat.refetch()} />}
      {person && (
        <header className={styles.head}>
          <span className="grow">
            <b>{person.name}</b>
            <br />
            <span className="dim">{[person.organisation, person.phone].filter((part) => part !== '').join(' · ')}</span>
          </span>
          <BarSearch
            key={query}
            label="Найти в переписке"
            placeholder="Найти в переписке"
            value={query}
            onSearch={setQuery}
          />
          <Button small onClick={() => change({ account: id, action: 'take' })}>
            {person.assignee ? person.assignee.name : 'Взять себе'}
          </Button>
          {person.waiting && (
            <Button small onClick={() => change({ account: id, action: 'close' })}>
              Закрыть
            </Button>
          )}
        </header>
      )}
      {person && (
        <p className={styles.facts}>
          {person.contracts
            .map(({ number, stopOrders }) => `Договор ${number}${stopOrders ? ' – стоп' : ''}`)
            .join(', ')}
          {person.orders.map(({ id: order, number }) => (
            <Link key={order} to="/admin/orders/$id" params={{ id: String(order) }}>
              {number}
            </Link>
          ))}
        </p>
      )}
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
        />
      ) : (
        <div className="grow" />
      )}
      <div className={styles.mode}>
        <Segments
          label="Что написать"
          options={[
            { value: 'answer', label: 'Ответ' },
            { value: 'note', label: 'Заметка' },
          ]}
          value={mode}
          onChange={setMode}
        />
        <span className="grow" />
        {!open && <span className="small dim">{`Нерабочее время: ${answerHoursText}`}</span>}
      </div>
      <Composer
        label={mode === 'note' ? 'Заметка для коллег' : 'Ответ покупателю'}
        upload={uploadFor(id)}
        links={linksOf(id)}
        send={(draft) => answer({ account: id, note: mode === 'note', ...draft })}
        answers={answers}
      />
    </aside>
  )
}
