import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Queue, useSplitView, waitingCountText } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { CallPanel } from './CallPanel.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import { TalkRow } from './TalkRow.tsx'
import type { TalksSearch } from './talks-url.ts'
import { useTalks } from './use-talks.ts'
import styles from './talks.module.css'

type ScreenProps = {
  search: TalksSearch
  onChange: (search: TalksSearch) => void
  /** Pages this user may open. */
  seesGoods: boolean
  seesClaims: boolean
}

/** Customers' chats and callback requests in one queue, and the open one beside it. */
export function TalksScreen({ search, onChange, seesGoods, seesClaims }: ScreenProps) {
  const list = useTalks(search)
  const { data } = list
  const scope = search.scope ?? 'waiting'
  const isSplit = useSplitView()
  const { chat, call } = search
  const panel =
    chat !== undefined ? (
      <ChatPanel key={chat} id={chat} seesGoods={seesGoods} seesClaims={seesClaims} />
    ) : (
      call !== undefined && <CallPanel key={call} id={call} />
    )
  if (panel && !isSplit)
    return (
      <div className={styles.fullWidth} data-fills>
        <Link to="/admin/chats" search={{ ...search, chat: undefined, call: undefined }} className={styles.back}>
          <Icon name="back" size={12} />
          Все разговоры
        </Link>
        {panel}
      </div>
    )
  return (
    <Queue
      title="Чаты и звонки"
      countText={data && waitingCountText(data.counts.waiting)}
      panelWidth={chat === undefined ? 440 : 866}
      maxPanelPercent={74}
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
              <Link
                to="/admin/chats"
                search={{ ...search, chat: undefined, call: undefined, [talk.kind]: talk.id }}
                className={styles.talk}
                data-row
                aria-current={search[talk.kind] === talk.id ? 'true' : undefined}
              >
                <TalkRow talk={talk} maxMinutes={data.norm} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isSplit && chat !== undefined && (
        <p className={`${styles.keyHints} small dim`}>
          <kbd>Н</kbd> взять себе <kbd>Г</kbd> отложить <kbd>Э</kbd> закрыть
        </p>
      )}
    </Queue>
  )
}
