import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView, waitingCountText } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { RegistrationCards } from './RegistrationCards.tsx'
import { changeRegistrationsSearch, type RegistrationsSearch } from './registrations-url.ts'
import { RegistrationsTable } from './RegistrationsTable.tsx'
import { statisticsTexts } from './texts.ts'
import { useRegistrations } from './use-registrations.ts'
import styles from './registrations.module.css'

const RegistrationPanel = lazy(() =>
  import('./RegistrationPanel.tsx').then((module) => ({ default: module.RegistrationPanel })),
)

type ScreenProps = { me: number; search: RegistrationsSearch; onChange: (search: RegistrationsSearch) => void }

/** The queue of requests for access, and the open request beside it. */
export function RegistrationsScreen({ me, search, onChange }: ScreenProps) {
  const list = useRegistrations(search)
  const { data, isFetching, isPlaceholderData } = list
  const isSplit = useSplitView()
  const openId = isSplit ? search.request : undefined
  const rows = {
    items: data?.items,
    isRefreshing: isFetching && isPlaceholderData,
    search,
    isSplit,
    normHours: data?.norm_hours ?? 0,
    me,
  }
  const summary = data && search.scope === undefined ? statisticsTexts(data.decided, data.norm_hours) : []
  return (
    <Queue
      title="Заявки на регистрацию"
      countText={data && waitingCountText(data.counts.waiting)}
      panelWidth={572}
      search={
        <BarSearch
          key={search.query}
          label="Название, ИНН, почта или номер"
          placeholder="Название или ИНН"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeRegistrationsSearch(search, { query, scope: 'all' }))}
        />
      }
      filters={
        <>
          <Segments
            label="Какие заявки"
            options={[
              { value: 'waiting', label: 'Ждут', count: data?.counts.waiting },
              { value: 'asked', label: 'Запрошены данные', count: data?.counts.asked },
              { value: 'all', label: 'Все', count: data?.counts.all },
            ]}
            value={search.scope ?? 'waiting'}
            onChange={(scope) => onChange(changeRegistrationsSearch(search, { scope }))}
          />
          <BarSelect
            label="Исполнитель"
            options={[
              { value: '', label: 'Чьи угодно' },
              { value: 'me', label: 'Мои' },
              { value: 'none', label: 'Ничьи' },
            ]}
            value={search.assignee ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange(
                changeRegistrationsSearch(search, { assignee: value === 'me' || value === 'none' ? value : undefined }),
              )
            }
          />
        </>
      }
      panel={
        openId !== undefined && (
          <Suspense fallback={<QueuePanel label="Заявка" busy />}>
            <RegistrationPanel key={openId} id={openId} />
          </Suspense>
        )
      }
    >
      <PagedList
        list={list}
        empty={<NoRegistrations search={search} onShowAll={() => onChange({ scope: 'all' })} />}
        cards={<RegistrationCards {...rows} />}
        table={<RegistrationsTable {...rows} />}
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/registrations"
            search={changeRegistrationsSearch(search, { page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
      {summary.length > 0 && <p className={`${styles.summary} small dim`}>{summary.join('\n')}</p>}
    </Queue>
  )
}

function NoRegistrations({ search, onShowAll }: { search: RegistrationsSearch; onShowAll: () => void }) {
  if (search.query === undefined && search.assignee === undefined && search.scope === undefined)
    return (
      <EmptyState title="Никто не ждёт" action={<Button onClick={onShowAll}>Все заявки</Button>}>
        Новые заявки появятся здесь сами
      </EmptyState>
    )
  return (
    <EmptyState title="Таких заявок нет" action={<Button onClick={onShowAll}>Показать все</Button>}>
      Измените условия или посмотрите все заявки
    </EmptyState>
  )
}
