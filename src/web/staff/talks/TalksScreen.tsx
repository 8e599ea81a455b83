import { Link } from '@tanstack/react-router'
import type { Talk } from '#shared/api/staff/talk.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Queue, useBeside, waitingWords } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import type { TalksSearch } from './talks-url.ts'
import { useCallState, useTalks } from './use-talks.ts'
import styles from './talks.module.css'

type ScreenProps = {
  search: TalksSearch
  onChange: (search: TalksSearch) => void
  /** Whether this person has pages of goods. */
  seesGoods: boolean
}

/** Chats and calls of the customers in one queue, and the chat that is open beside it. */
export function TalksScreen({ search, onChange, seesGoods }: ScreenProps) {
  const list = useTalks(search)
  const { data } = list
  const scope = search.scope ?? 'waiting'
  const beside = useBeside()
  const panel = search.chat !== undefined && <ChatPanel key={search.chat} id={search.chat} seesGoods={seesGoods} />
  if (panel && !beside)
    return (
      <div className={styles.alone}>
        <Link to="/admin/chats" search={{ ...search, chat: undefined }} className={styles.back}>
          <Icon name="back" size={12} />
          Все разговоры
        </Link>
        {panel}
      </div>
    )
  return (
    <Queue
      title="Чаты и звонки"
      waiting={data && waitingWords(data.counts.waiting)}
      width={560}
      search={
        <BarSearch
          key={search.query}
          label="Имя, организация или телефон"
          placeholder="Имя или организация"
          value={search.query ?? ''}
          onSearch={(query) => onChange({ ...search, query: query === '' ? undefined : query, scope: 'all' })}
        />
      }
      filters={
        <Segments
          label="Какие разговоры"
          options={[
            { value: 'waiting', label: 'Ждут', count: data?.counts.waiting },
            { value: 'mine', label: 'Мои', count: data?.counts.mine },
            { value: 'nobody', label: 'Ничьи', count: data?.counts.nobody },
            { value: 'all', label: 'Все' },
          ]}
          value={scope}
          onChange={(chosen) => onChange({ ...search, scope: chosen })}
        />
      }
      panel={panel}
    >
      {list.error && !data ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : data && data.items.length === 0 ? (
        <EmptyState
          title={scope === 'waiting' ? 'Никто не ждёт ответа' : 'Таких разговоров нет'}
          action={scope !== 'all' && <Button onClick={() => onChange({ scope: 'all' })}>Показать все</Button>}
        />
      ) : (
        <ul className={styles.list} aria-label="Разговоры">
          {data?.items.map((talk) => (
            <li key={`${talk.kind} ${talk.id}`}>
              {talk.kind === 'chat' ? (
                <Link
                  to="/admin/chats"
                  search={{ ...search, chat: talk.id }}
                  className={styles.talk}
                  data-row
                  aria-current={search.chat === talk.id ? 'true' : undefined}
                >
                  <TalkText talk={talk} norm={data.norm} />
                </Link>
              ) : (
                <div className={styles.talk}>
                  <TalkText talk={talk} norm={data.norm} />
                  <CallActions talk={talk} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Queue>
  )
}

function TalkText({ talk, norm }: { talk: Talk; norm: number }) {
  const { name, organisation, text, waits, assignee, kind, phone } = talk
  return (
    <>
      <span className="row">
        <b className="grow">{name}</b>
        {waits !== null && <Tag {...(waits > norm ? { tone: 'bad' as const } : {})}>{waitText(waits)}</Tag>}
      </span>
      <span className="dim">{[organisation, assignee?.name ?? 'ничей'].filter((part) => part !== '').join(' · ')}</span>
      <span className={styles.text}>
        {kind === 'call' && <Icon name="phone" />} {text}
        {kind === 'call' && (
          <>
            {' '}
            <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </>
        )}
      </span>
    </>
  )
}

function CallActions({ talk: { id, name } }: { talk: Talk }) {
  const { mutate, isPending } = useCallState()
  return (
    <span className="row wrap">
      <Button
        small
        busy={isPending}
        aria-label={`Взять себе звонок: ${name}`}
        onClick={() => mutate({ id, action: 'take' })}
      >
        Взять себе
      </Button>
      <Button small busy={isPending} aria-label={`Позвонили: ${name}`} onClick={() => mutate({ id, action: 'done' })}>
        Позвонили
      </Button>
    </span>
  )
}

function waitText(minutes: number): string {
  if (minutes < 60) return `${minutes} мин`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} ч ${minutes % 60} мин` : `${Math.floor(hours / 24)} дн`
}
