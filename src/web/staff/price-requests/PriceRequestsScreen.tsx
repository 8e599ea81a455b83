import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { RequestCards } from './RequestCards.tsx'
import { RequestsTable } from './RequestsTable.tsx'
import { requestStates, type RequestsSearch } from './requests-url.ts'
import { usePriceRequests, type StaffPriceRequest } from './use-price-requests.ts'

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((module) => ({ default: module.AnswerDialog })))

const states = [
  { value: 'all', label: 'Все' },
  { value: 'new', label: 'Новые' },
  { value: 'done', label: 'Выполненные' },
  { value: 'refused', label: 'Отклонённые' },
] as const
const requestForms = ['запрос', 'запроса', 'запросов'] as const

/** Requests for price files; open ones first, longest wait at the top. */
export function PriceRequestsScreen({
  search,
  onChange,
}: {
  search: RequestsSearch
  onChange: (search: RequestsSearch) => void
}) {
  const list = usePriceRequests(search)
  const { data, isFetching, isPlaceholderData } = list
  const [open, setOpen] = useState<StaffPriceRequest>()
  const rows = { requests: data?.items, isRefreshing: isFetching && isPlaceholderData, onOpen: setOpen }
  return (
    <Page
      title="Запросы прайс-файлов"
      extra={data && <span className="dim">{withCount(data.pagination.total, requestForms)}</span>}
    >
      <div>
        <Segments
          label="Какие запросы"
          options={states}
          value={search.state ?? 'all'}
          onChange={(chosen) => onChange({ state: requestStates.find((state) => state === chosen) })}
        />
      </div>
      <PagedList
        list={list}
        empty={<NoRequests isFiltered={search.state !== undefined} onShowAll={() => onChange({})} />}
        cards={<RequestCards {...rows} />}
        table={<RequestsTable {...rows} />}
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/price-requests"
            search={{ ...search, page: page === 1 ? undefined : page }}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            activeProps={{}}
          >
            {children}
          </Link>
        )}
      />
      {open && (
        <Suspense>
          <AnswerDialog
            request={data?.items.find(({ id }) => id === open.id) ?? open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

function NoRequests({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState title="Запросов пока нет">Когда покупатель попросит прайс-файл, запрос появится здесь сам</EmptyState>
    )
  return (
    <EmptyState title="Таких запросов нет" action={<Button onClick={onShowAll}>Показать все</Button>}>
      Посмотрите запросы в других состояниях
    </EmptyState>
  )
}
