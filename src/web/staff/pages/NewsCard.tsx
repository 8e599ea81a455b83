import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { StaffNews } from '#shared/api/staff/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { day, withCount } from '#web/ui/format.ts'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { audienceText, noAudience, periodText } from './placement-draft.ts'
import { audienceQuery, useSaveNews, useStaffNews } from './use-staff-pages.ts'
import styles from './staff-pages.module.css'

const NewsDialog = lazy(() => import('./NewsDialog.tsx').then((module) => ({ default: module.NewsDialog })))

const stateLabels: Record<StaffNews['state'], string> = {
  running: 'Видна',
  coming: 'Ещё не видна',
  over: 'Срок прошёл',
  off: 'Не видна',
}

/** News items in display order. */
export function NewsCard() {
  const { data, error, refetch } = useStaffNews()
  const [edited, setEdited] = useState<StaffNews | 'new'>()
  return (
    <Card
      title="Новости"
      extra={
        <Button small onClick={() => setEdited('new')}>
          Новая новость
        </Button>
      }
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <CardBody>
          <Skeleton width="60%" height={40} />
        </CardBody>
      ) : data.length === 0 ? (
        <EmptyState title="Новостей пока нет">
          Короткая строка над главной: график склада, новые цены. Покупатель скроет её крестиком
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Новости">
          {data.map((news) => (
            <NewsRow key={news.id} news={news} onOpen={() => setEdited(news)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <Suspense>
          <NewsDialog news={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function NewsRow({ news, onOpen }: { news: StaffNews; onOpen: () => void }) {
  const { id, text, link, shown, date, hidden } = news
  const { data: audience = noAudience } = useQuery(audienceQuery)
  const save = useSaveNews()
  const notify = useNotify()
  return (
    <li>
      <span className={styles.name}>
        <button type="button" className={styles.open} onClick={onOpen}>
          {text}
        </button>
        <span className="small dim">
          {[
            day(date),
            link,
            periodText(news),
            audienceText(news, audience),
            hidden > 0 && `скрыли ${withCount(hidden, ['человек', 'человека', 'человек'])}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={styles.state}>
        <Switch
          label={`Показывать: ${text}`}
          text={stateLabels[news.state]}
          checked={save.isPending ? save.variables.shown === true : shown}
          onChange={(isActive) =>
            save.mutate(
              { ...news, id, text, link, shown: isActive },
              { onError: ({ message }) => notify({ tone: 'bad', text: message }) },
            )
          }
        />
      </span>
    </li>
  )
}
